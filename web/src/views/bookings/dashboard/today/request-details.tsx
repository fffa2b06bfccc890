import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { HomeFactsLine, useSuppliesText } from '#web/features/bookings/dialog/home-facts.tsx'
import { ClientNotesText, ReliabilityText } from '#web/features/bookings/list/reliability.tsx'
import { AcceptFirst, WhyNoAccept } from '#web/features/bookings/one/answer-buttons.tsx'
import { StatusSentence } from '#web/features/bookings/one/booking-status.tsx'
import { NetHourDetails } from '#web/features/bookings/one/net-hour.tsx'
import { PriceLines } from '#web/features/bookings/one/price-lines.tsx'
import { MoveVisit, ProposalPanel } from '#web/features/bookings/one/proposal-panel.tsx'
import { AskedVisits } from '#web/features/bookings/series/asked-visits.tsx'
import { OutsideMarks } from '#web/features/bookings/times/outside-marks.tsx'
import Report from '#web/features/trust/reports/report.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { clientName } from '#web/features/bookings/one/client-contact.tsx'

type RequestDetailsProps = { booking: ProfessionalBooking; onAnswered: () => void }

/** All that a row leaves out. Street, phone and email follow once it is accepted. rule: dashboard */
export function RequestDetails({ booking, onAnswered }: RequestDetailsProps) {
  const { t } = useTranslation('today')
  const { first_name: name } = booking.client_details
  const canOnlyDecline = !booking.may.includes('accepted') && booking.may.includes('declined')
  return (
    <div className="relative z-1 mt-2 flex flex-col gap-4 border-t border-line pt-3">
      <StatusSentence booking={booking} reader="professional" />
      {canOnlyDecline && (
        <p className="text-amber">
          <WhyNoAccept booking={booking} />
        </p>
      )}
      <ProposalPanel booking={booking} name={clientName(booking)} acceptsElsewhere />
      <Work booking={booking} />
      {booking.notes && (
        <p className="rounded-md bg-sky p-3 break-words whitespace-pre-line">{booking.notes}</p>
      )}
      <OutsideMarks booking={booking} />
      <Clashes clashes={booking.clashes} />
      {booking.series && (
        <>
          <AskedVisits id={booking.series.id} />
          <AcceptFirst booking={booking} onAnswered={onAnswered} />
        </>
      )}
      {!booking.locked && <p className="text-sm text-soft">{t('request.contact', { name })}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <MoveVisit booking={booking} name={clientName(booking)} />
        <Report subject={{ kind: 'booking', id: booking.id, name: clientName(booking) }} />
      </div>
    </div>
  )
}

/** City, home, supplies, price lines, what is left of an hour, and how reliable the client was. rule: net-hour */
function Work({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation(['price', 'bookings', 'search'])
  const format = useFormat()
  const suppliesText = useSuppliesText()
  const { client_reliability: reliability } = booking
  const hours = t('bookings:hours', { count: booking.estimated_hours })
  return (
    <div className="flex flex-col gap-2 break-words">
      <p>
        {t(`search:service_types.${booking.service_type}`)}
        <span className="block">
          {booking.city}, {booking.state} {booking.zip_code}
        </span>
      </p>
      <p>
        <HomeFactsLine home={booking.home} />
        <span className="block text-sm text-soft">
          {t('fact.supplies')}: {suppliesText(booking)}
        </span>
        {reliability && (
          <span className="block text-sm text-soft">
            {t('bookings:fact.reliability')}: <ReliabilityText reliability={reliability} />
          </span>
        )}
        {booking.client_notes && (
          <span className="block text-sm text-soft">
            {t('bookings:fact.client_notes')}: <ClientNotesText counts={booking.client_notes} />
          </span>
        )}
      </p>
      {booking.lines.length > 1 ? (
        <PriceLines lines={booking.lines} frequency={booking.cleaning_frequency} />
      ) : (
        <p className="tabular text-sm text-soft">
          {format.money(booking.hourly_rate)} × {hours}
        </p>
      )}
      {booking.net_hour && <NetHourDetails net={booking.net_hour} />}
    </div>
  )
}

/** rule: booking-conflict */
function Clashes({ clashes }: Pick<ProfessionalBooking, 'clashes'>) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  if (clashes.length === 0) return null
  return (
    <div className="flex items-start gap-2 rounded-md bg-amber-soft p-3">
      <WarningIcon className="mt-0.5 size-5 shrink-0 text-amber" />
      <div>
        <p className="font-medium text-amber">{t('clashes', { count: clashes.length })}</p>
        <ul>
          {clashes.map((clash) => (
            <li key={clash.id} className="break-words first-letter:uppercase">
              <NoBreakText only={/\d/}>
                {t('clash', {
                  from: format.visit(clash.starts_at, clash.time_zone),
                  until: format.time(clash.ends_at, clash.time_zone),
                  name: clash.first_name,
                  city: clash.city,
                })}
              </NoBreakText>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
