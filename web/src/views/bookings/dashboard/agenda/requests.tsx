import { useRef } from 'react'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { AnswerButtons } from '#web/features/bookings/one/answer-buttons.tsx'
import { VisitTime } from '#web/features/bookings/one/booking-facts.tsx'
import { ClientNotesText, ReliabilityText } from '#web/features/bookings/list/reliability.tsx'
import { HomeFactsLine, useSuppliesText } from '#web/features/bookings/dialog/home-facts.tsx'
import { NetHourDetails } from '#web/features/bookings/one/net-hour.tsx'
import { OutsideMarks } from '#web/features/bookings/times/outside-marks.tsx'
import { PriceLines } from '#web/features/bookings/one/price-lines.tsx'
import { MoveVisit, ProposalPanel } from '#web/features/bookings/one/proposal-panel.tsx'
import { StatusSentence } from '#web/features/bookings/one/booking-status.tsx'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { WarningIcon } from '#web/ui/pictures/icons.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { AskedVisits } from '#web/features/bookings/series/asked-visits.tsx'
import { ClientContact, clientName } from '../client-contact.tsx'
import Report from '#web/features/trust/reports/report.tsx'

/** The requests that wait for an answer, in the order of the server: the soonest visit first. rule: booking-accept */
export function Requests({ bookings }: { bookings: ProfessionalBooking[] }) {
  const { t } = useTranslation('dashboard')
  const heading = useRef<HTMLHeadingElement>(null)
  const isEmpty = bookings.length === 0
  return (
    // Without requests it is one quiet line: the first place belongs to what there is to do.
    <section className={isEmpty ? '' : 'flex flex-col gap-4'}>
      <h2
        ref={heading}
        tabIndex={-1}
        className={`outline-none ${isEmpty ? 'text-base font-medium text-soft' : 'text-xl'}`}
      >
        {isEmpty ? t('requests.none') : t('requests.title', { count: bookings.length })}
      </h2>
      {!isEmpty && (
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {bookings.map((booking) => (
            <li key={booking.id}>
              {/* An answered card disappears, so the heading takes the focus. */}
              <RequestCard booking={booking} onAnswered={() => heading.current?.focus()} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type RequestCardProps = { booking: ProfessionalBooking; onAnswered: () => void }

function RequestCard({ booking, onAnswered }: RequestCardProps) {
  return (
    <article className="card flex h-full flex-col gap-4 p-4 md:p-5">
      <RequestHeader booking={booking} />
      <div className="flex flex-col gap-1 break-words">
        <p>
          <strong className="font-semibold">
            {booking.city}, {booking.state} {booking.zip_code}
          </strong>
          {booking.address && <span className="block text-soft">{booking.address}</span>}
        </p>
        <ClientContact booking={booking} />
      </div>
      <Work booking={booking} />
      {booking.notes && (
        <p className="rounded-md bg-sky p-3 break-words whitespace-pre-line">{booking.notes}</p>
      )}
      <OutsideMarks booking={booking} />
      <Clashes clashes={booking.clashes} />
      {booking.series && <AskedVisits id={booking.series.id} />}
      <div className="mt-auto flex flex-col gap-3">
        <StatusSentence booking={booking} reader="professional" />
        <ProposalPanel booking={booking} name={clientName(booking)} />
        <AnswerButtons booking={booking} onAnswered={onAnswered} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <MoveVisit booking={booking} name={clientName(booking)} />
          <Report subject={{ kind: 'booking', id: booking.id, name: clientName(booking) }} />
        </div>
      </div>
    </article>
  )
}

/** Home, supplies, price lines, what is left of an hour, and how reliable the client was. rule: net-hour */
function Work({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation(['price', 'bookings'])
  const suppliesText = useSuppliesText()
  const { client_reliability: reliability } = booking
  return (
    <div className="flex flex-col gap-2 break-words">
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
      {booking.lines.length > 1 && (
        <PriceLines lines={booking.lines} frequency={booking.cleaning_frequency} />
      )}
      {booking.net_hour && <NetHourDetails net={booking.net_hour} />}
    </div>
  )
}

function RequestHeader({ booking }: { booking: ProfessionalBooking }) {
  const { t } = useTranslation(['bookings', 'search'])
  const format = useFormat()
  const hours = t('hours', { count: booking.estimated_hours })
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-40">
        <h3 className="text-lg text-wrap first-letter:uppercase">
          <VisitTime booking={booking} />
        </h3>
        <p>
          <DotSeparated
            facts={[
              t(`search:service_types.${booking.service_type}`),
              t(`search:frequencies.${booking.cleaning_frequency}`),
            ]}
          />
        </p>
      </div>
      <p className="tabular shrink-0 max-sm:text-left sm:text-right">
        <strong className="block font-display text-2xl leading-none font-semibold">
          {format.money(booking.total_amount)}
        </strong>
        {booking.lines.length === 1 && (
          <span className="text-sm text-soft">
            {format.money(booking.hourly_rate)} × {hours}
          </span>
        )}
      </p>
    </header>
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
