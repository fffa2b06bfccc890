import type { BookingHistoryItem, ClientBookingDetail } from '#contract/bookings/bookings.ts'
import { firstNameOf } from '#contract/people/display-name.ts'
import { useFormat } from '#web/i18n/format.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { ChevronDownIcon } from '#web/ui/pictures/icons.tsx'

/** Lists what happened, oldest first, in wall-clock times of the home. rule: booking-lists */
export function History({ booking }: { booking: ClientBookingDetail }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const name = firstNameOf(booking.professional.full_name)
  const when = (instant = '') => format.visit(instant, booking.time_zone)
  const sentence = ({ what, by, from, to }: BookingHistoryItem) => {
    const side = by === 'client' ? 'client' : 'professional'
    if (what === 'accepted' && booking.instant) return t('history.booked_at_once')
    if (what === 'moved') return t('history.moved', { from: when(from), to: when(to) })
    if (what === 'cancelled' || what === 'proposed' || what === 'proposal_declined') {
      return t(`history.${what}_${side}`, { name })
    }
    return t(`history.${what}`, { name })
  }
  return (
    <details className="card group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-4 md:px-5">
        <h2 className="text-xl">{t('one.history')}</h2>
        <ChevronDownIcon className="size-5 shrink-0 text-soft transition-transform group-open:rotate-180" />
      </summary>
      <ol className="mx-4 mb-4 flex flex-col gap-3 border-l-2 border-line pl-4 md:mx-5 md:mb-5">
        {booking.history.map((item) => (
          <li key={`${item.what} ${item.at}`}>
            <p className="wrap-anywhere">{sentence(item)}</p>
            <time dateTime={item.at} className="block text-sm text-soft first-letter:uppercase">
              {format.visit(item.at, booking.time_zone)}
            </time>
          </li>
        ))}
      </ol>
    </details>
  )
}
