import { useTranslation } from '#web/i18n/use-translation.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { REGULAR_VISITS } from '#web/features/bookings/list/booking-address.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { BookingsList } from './bookings-list.tsx'
import { dashboardAddress } from '#web/router/dashboard-address.ts'

/** The latest bookings that are not pending, with a link to all bookings. rule: dashboard */
export function RecentBookings({ bookings }: { bookings: ProfessionalBooking[] }) {
  const { t } = useTranslation(['dashboard', 'series'])
  return (
    <section aria-labelledby="recent" className="card p-4 md:p-5">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="recent" className="text-xl">
          {t('recent.title')}
        </h2>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={REGULAR_VISITS} look="quiet">
            {t('series:title')}
          </ButtonLink>
          <ButtonLink href={dashboardAddress('bookings')} look="quiet">
            {t('all.title')}
          </ButtonLink>
        </div>
      </header>
      <BookingsList
        bookings={bookings}
        none={<EmptyState drawing={emptySignedIn.noBookings} title={t('recent.none')} />}
      />
    </section>
  )
}
