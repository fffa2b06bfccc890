import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { empty } from '#drawings/empty.ts'
import type { User } from '#contract/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import { clientBookingsQuery } from '#web/features/bookings/bookings.api.ts'
import {
  ClientBookingsSection,
  ClientBookingsSkeleton,
} from '#web/features/bookings/client-bookings-section.tsx'
import { LoadFailure } from '#web/ui/query-state.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

defineView('bookings', {
  head: ({ t }) => ({ title: t('bookings:mine.title') }),
  Component: Bookings,
})

function Bookings() {
  const { t } = useTranslation('bookings')
  const user = useUser()
  return (
    <div className="page flex max-w-200 flex-col gap-8">
      <h1 className="text-2xl md:text-3xl">{t('mine.title')}</h1>
      {user && <BookingsOfClient client={user} />}
    </div>
  )
}

/** Upcoming bookings, then past ones. rule: booking-lists */
function BookingsOfClient({ client }: { client: User }) {
  const { t } = useTranslation('bookings')
  const api = useApi()
  const upcoming = useInfiniteQuery(clientBookingsQuery(api, client.id, 'upcoming'))
  const past = useInfiniteQuery(clientBookingsQuery(api, client.id, 'past'))
  if (!upcoming.data || !past.data) {
    const error = upcoming.error ?? past.error
    if (!error) return <ClientBookingsSkeleton />
    const retry = () => void Promise.all([upcoming.refetch(), past.refetch()])
    const busy = upcoming.isFetching || past.isFetching
    return <LoadFailure title={t('mine.failed')} error={error} isRetrying={busy} onRetry={retry} />
  }
  if ([upcoming, past].every(({ data }) => data?.pages[0]?.total === 0)) {
    return (
      <EmptyState
        drawing={empty.noBookings}
        title={t('mine.empty')}
        action={<ButtonLink href="/marketplace">{t('mine.find')}</ButtonLink>}
      >
        {t('mine.empty_help')}
      </EmptyState>
    )
  }
  return (
    <>
      <ClientBookingsSection
        title={t('mine.upcoming')}
        emptyText={t('mine.none_upcoming')}
        list={{ ...upcoming, data: upcoming.data }}
      />
      {past.data.pages[0]?.total !== 0 && (
        <ClientBookingsSection title={t('mine.past')} list={{ ...past, data: past.data }} />
      )}
    </>
  )
}
