import { useTranslation } from '#web/i18n/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { ClientBooking } from '#contract/bookings/bookings.ts'
import { displayName } from '#contract/people/display-name.ts'
import { LoadingStatus, Skeleton } from '#web/ui/states/skeleton.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { visitAddress } from '#web/features/bookings/list/booking-address.ts'
import { VisitTime } from '#web/features/bookings/one/booking-facts.tsx'
import { StatusBadge } from '#web/features/bookings/one/booking-status.tsx'

/** The next visits, in short. rule: marketplace-panel */
export function NextBookings({ bookings }: { bookings: ClientBooking[] }) {
  const { t } = useTranslation('marketplace')
  return (
    <section className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">{t('next.title')}</h2>
        <TextLink href="/bookings">{t('next.all')}</TextLink>
      </header>
      <ul className="flex flex-col gap-2">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link
              href={visitAddress(booking.id)}
              className="card flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 hover:border-action"
            >
              <span className="min-w-0">
                <strong className="block font-semibold first-letter:uppercase">
                  <VisitTime booking={booking} />
                </strong>
                <span className="break-words text-soft">
                  {displayName(booking.professional.full_name)}
                </span>
              </span>
              <StatusBadge
                status={booking.status}
                outcome={booking.outcome}
                stage={booking.stage}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Keeps the place of the visits while they load. */
export function NextBookingsSkeleton() {
  const { t } = useTranslation('marketplace')
  return (
    <section className="flex flex-col gap-3" aria-busy="true">
      <h2 className="flex min-h-11 items-center text-xl">{t('next.title')}</h2>
      <LoadingStatus />
      <Skeleton className="h-20 rounded-lg" />
      <Skeleton className="h-20 rounded-lg" />
      <Skeleton className="h-20 rounded-lg" />
    </section>
  )
}
