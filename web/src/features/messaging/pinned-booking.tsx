import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from 'wouter'
import type { Role } from '#contract/product.ts'
import { bookingAddress } from '#web/features/bookings/booking-address.ts'
import { StatusBadge } from '#web/features/bookings/booking-status.tsx'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { BookingTime, BookingWork } from './booking-words.tsx'
import type { Message } from './messaging.api.ts'

/** The booking a thread is about, above it, while it waits or stands (look.md: Messages). */
export function PinnedBooking({
  messages,
  reader,
}: {
  messages: readonly Message[]
  reader: Role
}) {
  const { t } = useTranslation('bookings')
  const booking = messages.findLast(
    (message) => message.booking?.status === 'pending' || message.booking?.status === 'accepted',
  )?.booking
  if (!booking) return null
  const href = reader === 'client' ? bookingAddress(booking.id) : dashboardAddress('bookings')
  return (
    <Link
      href={href}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper px-4 py-2 hover:bg-mint focus-visible:-outline-offset-2 md:px-6"
    >
      <span className="min-w-0 grow basis-56">
        <span className="block font-medium text-pretty first-letter:uppercase">
          <BookingTime booking={booking} />
        </span>
        <span className="block truncate text-sm text-soft">
          <BookingWork booking={booking} />
        </span>
      </span>
      <StatusBadge status={booking.status} />
      <span className="font-medium text-action underline decoration-1 underline-offset-4 max-lg:sr-only">
        {t('details')}
      </span>
    </Link>
  )
}
