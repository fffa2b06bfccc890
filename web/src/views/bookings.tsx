import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { empty } from '#drawings/empty.ts'
import type { ClientBooking } from '#contract/bookings.ts'
import type { User } from '#contract/identity.ts'
import { useApi } from '../app/context.tsx'
import { useUser } from '../app/session.ts'
import { defineView } from '../app/view.ts'
import { clientBookingsQuery } from '../features/bookings/bookings.api.ts'
import { ClientBookingCard } from '../features/bookings/client-booking-card.tsx'
import { splitByTime } from '../features/bookings/upcoming.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

export default defineView({
  head: ({ t }) => ({ title: t('bookings:mine.title'), hidden: true }),
  Component: Bookings,
})

function Bookings() {
  const user = useUser()
  return user && <BookingsOf client={user} />
}

/** A client's bookings: what comes, then what was. */
function BookingsOf({ client }: { client: User }) {
  const { t } = useTranslation('bookings')
  const { data: bookings, dataUpdatedAt } = useSuspenseQuery(
    clientBookingsQuery(useApi(), client.id),
  )
  const { upcoming, past } = splitByTime(bookings, new Date(dataUpdatedAt))
  return (
    <div className="page flex max-w-200 flex-col gap-8">
      <h1 className="text-2xl md:text-3xl">{t('mine.title')}</h1>
      {bookings.length === 0 ? (
        <EmptyState
          drawing={empty.noBookings}
          title={t('mine.empty')}
          action={<ButtonLink href="/marketplace">{t('mine.find')}</ButtonLink>}
        >
          {t('mine.empty_help')}
        </EmptyState>
      ) : (
        <>
          <Part title={t('mine.upcoming')} bookings={upcoming} none={t('mine.none_upcoming')} />
          {past.length > 0 && <Part title={t('mine.past')} bookings={past} />}
        </>
      )}
    </div>
  )
}

function Part({
  title,
  bookings,
  none,
}: {
  title: string
  bookings: ClientBooking[]
  none?: string
}) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      {bookings.length === 0 && <p className="text-soft">{none}</p>}
      <ul className="flex flex-col gap-4">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <ClientBookingCard booking={booking} />
          </li>
        ))}
      </ul>
    </section>
  )
}
