import type { ReactNode } from 'react'
import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import type { ClientBooking, ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { formatDate } from '#contract/date-formats.ts'
import { useFormat } from '#web/i18n/format.ts'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { NoBreakText } from '#web/ui/no-break-text.tsx'
import { seriesAddress } from '../list/booking-address.ts'
import { HomeFactsLine, useSuppliesText } from '../dialog/home-facts.tsx'
import { NetHourDetails } from './net-hour.tsx'
import { AgreedPrice } from './price-lines.tsx'
import { ClientNotesText, ReliabilityText } from '../list/reliability.tsx'
import { ServiceName } from '../list/service-name.tsx'
import { useVisitTime } from './use-visit-time.ts'

type AnyBooking = ClientBooking | ProfessionalBooking

/** 'Tue, Dec 1, 9:00 AM', and 'Austin time' for a reader elsewhere. */
export function VisitTime({
  booking,
}: {
  booking: Pick<AnyBooking, 'starts_at' | 'time_zone' | 'city'>
}) {
  const visitTime = useVisitTime()
  return (
    <time dateTime={booking.starts_at}>
      <NoBreakText>{visitTime(booking.starts_at, booking)}</NoBreakText>
    </time>
  )
}

/**
 * 'Deep cleaning · 3 hours · $195.00', after the name of the other side if `who` is given. What is due in the end
 * stands beside it if it is another amount. rule: settle-hours
 */
export function WorkAndMoney({ booking, who }: { booking: AnyBooking; who?: string }) {
  const { t } = useTranslation(['bookings', 'hours'])
  const format = useFormat()
  const facts: ReactNode[] = [
    <ServiceName key="service" visit={booking} />,
    t('hours', { count: booking.estimated_hours }),
    <strong key="money" className="tabular font-semibold">
      {format.money(booking.total_amount)}
    </strong>,
  ]
  if (hasOtherFinal(booking)) {
    facts.push(
      <strong key="final" className="tabular font-semibold">
        {t('hours:total')} {format.money(booking.final_amount)}
      </strong>,
    )
  }
  return <DotSeparated facts={who === undefined ? facts : [who, ...facts]} />
}

/** Bookings that an earlier version stored for offline reading have no `final_amount`. */
function hasOtherFinal<Booking extends AnyBooking>(
  booking: Booking,
): booking is Booking & { final_amount: number } {
  return typeof booking.final_amount === 'number' && booking.final_amount !== booking.total_amount
}

/**
 * Everything that was agreed, as a description list. A request has no street. `children` adds more `Fact`s before it.
 * rule: dashboard
 */
export function BookingFacts({ booking, children }: { booking: AnyBooking; children?: ReactNode }) {
  const { t } = useTranslation(['bookings', 'hours', 'price', 'search', 'series'])
  const format = useFormat()
  const suppliesText = useSuppliesText()
  const reliability =
    'professional' in booking ? booking.professional.reliability : booking.client_reliability
  return (
    <dl className="grid gap-x-6 gap-y-0.5 pt-2 sm:gap-y-2 sm:grid-cols-[max-content_1fr]">
      {children}
      <Fact name={t('fact.address')}>
        {booking.status !== 'pending' && booking.address && `${booking.address}, `}
        {booking.city}, {booking.state} {booking.zip_code}
      </Fact>
      {booking.home && (
        <Fact name={t('price:fact.home')}>
          <HomeFactsLine home={booking.home} />
        </Fact>
      )}
      <Fact name={t('price:fact.supplies')}>{suppliesText(booking)}</Fact>
      <Fact name={t('fact.price')}>
        <AgreedPrice price={booking} />
        {hasOtherFinal(booking) && (
          <strong className="tabular block font-semibold">
            {t('hours:total')} {format.money(booking.final_amount)}
          </strong>
        )}
        {'net_hour' in booking && booking.net_hour && (
          <div className="mt-2 max-w-120">
            <NetHourDetails net={booking.net_hour} />
          </div>
        )}
      </Fact>
      <Fact name={t('fact.frequency')}>
        {t(`search:frequencies.${booking.cleaning_frequency}`)}
        {booking.series ? (
          <Link
            href={seriesAddress(booking.series.id)}
            className="block min-h-11 py-2.5 text-action underline decoration-1 underline-offset-4"
          >
            <Belongs series={booking.series} />
          </Link>
        ) : (
          booking.cleaning_frequency !== 'one_time' && ` (${t('fact.first_visit')})`
        )}
      </Fact>
      {reliability && (
        <Fact name={t('fact.reliability')}>
          <ReliabilityText reliability={reliability} />
        </Fact>
      )}
      {'client_notes' in booking && booking.client_notes && (
        <Fact name={t('fact.client_notes')}>
          <ClientNotesText counts={booking.client_notes} />
        </Fact>
      )}
      {booking.notes && (
        <Fact name={t('fact.notes')}>
          <span className="whitespace-pre-line">{booking.notes}</span>
        </Fact>
      )}
      <Fact name={t(booking.requested ? 'fact.asked' : 'fact.added')}>
        <span className="block first-letter:uppercase">
          {format.visit(booking.created_at, booking.time_zone)}
        </span>
      </Fact>
    </dl>
  )
}

/** One term of a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-soft sm:pt-0.5">{name}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-3">{children}</dd>
    </>
  )
}

/** Downloads the visit for the reader's own calendar. rule: visit-calendar */
export function CalendarLink({ id }: { id: string }) {
  const { t } = useTranslation('bookings')
  return (
    <a
      href={`/api/bookings/${id}/calendar.ics`}
      download
      className="inline-flex min-h-11 items-center rounded-sm font-medium text-action underline decoration-1 underline-offset-4 hover:decoration-2"
    >
      {t('calendar')}
    </a>
  )
}

/** 'One of your regular visits', and whether they go on. rule: series */
export function Belongs({
  series: { status, until },
}: {
  series: Pick<NonNullable<AnyBooking['series']>, 'status' | 'until'>
}) {
  const { t, i18n } = useTranslation('series')
  if (status === 'ended') return t('fact.belonged')
  return until
    ? t('fact.belongs_until', { date: formatDate(i18n.language, until) })
    : t('fact.belongs')
}
