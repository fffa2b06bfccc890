import { useTranslation } from '#web/i18n/use-translation.ts'
import type { BookingHistoryItem, ClientBookingDetail } from '#contract/bookings.ts'
import { displayName } from '#contract/display-name.ts'
import { useFormat } from '#web/i18n/format.ts'

/** What was done with a booking, oldest first, each with its time as clocks show it where the home is. */
export function History({ booking }: { booking: ClientBookingDetail }) {
  const { t } = useTranslation('bookings')
  const format = useFormat()
  const name = displayName(booking.professional.full_name)
  const words = ({ what, by }: BookingHistoryItem) =>
    what === 'cancelled'
      ? t(by === 'client' ? 'history.cancelled_client' : 'history.cancelled_professional', { name })
      : t(`history.${what}`, { name })
  return (
    <ol className="flex flex-col gap-3 border-l-2 border-line pl-4">
      {booking.history.map((item) => (
        <li key={`${item.what} ${item.at}`}>
          <p className="wrap-anywhere">{words(item)}</p>
          <time dateTime={item.at} className="block text-sm text-soft first-letter:uppercase">
            {format.visit(item.at, booking.time_zone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
