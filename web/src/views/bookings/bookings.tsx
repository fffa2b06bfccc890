import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import type { User } from '#contract/people/identity.ts'
import { useApi } from '#web/api/use-api.ts'
import { validDate } from '#web/i18n/valid-date.ts'
import { useUser } from '#web/session/session.ts'
import { defineView } from '#web/router/view.ts'
import type { ViewProps } from '#web/router/view.ts'
import {
  clientCalendarAddress,
  REGULAR_VISITS,
} from '#web/features/bookings/list/booking-address.ts'
import { HOMES } from '#web/features/market/homes/home-address.ts'
import { clientBookingsQuery } from '#web/features/bookings/list/bookings.api.ts'
import { ClientCalendar } from '#web/features/bookings/list/client-calendar.tsx'
import { ClientVisits, ClientVisitsSkeleton } from '#web/features/bookings/list/client-visits.tsx'
import { reviewsToWriteQuery } from '#web/features/market/reviews/reviews-to-write.tsx'
import { useReadAhead } from '#web/features/visits/day/use-read-ahead.ts'
import { lazyPart } from '#web/ui/states/lazy-part.tsx'
import { useConnectionStatus } from '#web/shell/offline/connection-status.ts'
import { LoadFailure, SavedAt } from '#web/ui/states/query-state.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

defineView('bookings', {
  head: ({ t }) => ({ title: t('bookings:mine.title') }),
  load: ({ api, queryClient, user, search }) => {
    if (!user || user.suspended || search.get('view') === 'calendar') return undefined
    return Promise.all([
      queryClient.fetchInfiniteQuery(clientBookingsQuery(api, user.id, 'upcoming')),
      queryClient.fetchInfiniteQuery(clientBookingsQuery(api, user.id, 'past')),
      queryClient.prefetchQuery(reviewsToWriteQuery(api)),
    ])
  },
  Component: Bookings,
})

const CalendarFeed = lazyPart(() => import('#web/features/bookings/list/calendar-feed.tsx'))
function Bookings({ search }: Pick<ViewProps, 'search'>) {
  const { t } = useTranslation('bookings')
  const user = useUser()
  const [isFeedOpen, setIsFeedOpen] = useState(false)
  const isCalendar = search.get('view') === 'calendar'
  const { isOffline } = useConnectionStatus()
  return (
    <div className="page flex max-w-200 flex-col gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-3 gap-y-3">
        <h1 className="text-2xl md:text-3xl">{t('mine.title')}</h1>
        <Views isCalendar={isCalendar} />
      </header>
      {user && !isCalendar && <BookingsOfClient client={user} isOffline={isOffline} />}
      {user && isCalendar && (
        <>
          <ClientCalendar
            clientId={user.id}
            day={validDate(search.get('day'))}
            isOffline={isOffline}
          />
          <Button look="quiet" className="self-start" onClick={() => setIsFeedOpen(true)}>
            {t('feed.open')}
          </Button>
        </>
      )}
      {user && isFeedOpen && (
        <Suspense>
          <CalendarFeed owner={user} onClose={() => setIsFeedOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Links to the bookings as a list and by month. rule: booking-lists */
function Views({ isCalendar }: { isCalendar: boolean }) {
  const { t } = useTranslation('bookings')
  const link = (href: string, isCurrent: boolean, label: string) => (
    <li>
      <Link
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'inline-flex min-h-11 items-center rounded-full border px-3.5 font-medium',
          isCurrent ? 'border-action bg-mint text-action' : 'border-edge hover:bg-mint',
        )}
      >
        {label}
      </Link>
    </li>
  )
  return (
    <nav aria-label={t('mine.views')}>
      <ul className="flex gap-2">
        {link('/bookings', !isCalendar, t('mine.list'))}
        {link(clientCalendarAddress(), isCalendar, t('mine.calendar'))}
      </ul>
    </nav>
  )
}

/** The list, or why there is none. rule: booking-lists */
function BookingsOfClient({ client, isOffline }: { client: User; isOffline: boolean }) {
  const { t } = useTranslation('bookings')
  const api = useApi()
  const upcoming = useInfiniteQuery(clientBookingsQuery(api, client.id, 'upcoming'))
  const past = useInfiniteQuery(clientBookingsQuery(api, client.id, 'past'))
  useReadAhead(upcoming.data?.pages[0]?.bookings ?? [])
  if (!upcoming.data || !past.data) {
    const error = upcoming.error ?? past.error
    if (!error) return <ClientVisitsSkeleton />
    const retry = () => void Promise.all([upcoming.refetch(), past.refetch()])
    const busy = upcoming.isFetching || past.isFetching
    return <LoadFailure title={t('mine.failed')} error={error} isRetrying={busy} onRetry={retry} />
  }
  const saved = (
    <SavedAt
      readAt={Math.min(upcoming.dataUpdatedAt, past.dataUpdatedAt)}
      error={upcoming.error ?? past.error}
      isOffline={isOffline}
    />
  )
  if ([upcoming, past].every(({ data }) => data?.pages[0]?.total === 0)) {
    return (
      <>
        {saved}
        <EmptyState
          drawing={emptySignedIn.noBookings}
          title={t('mine.empty')}
          action={<ButtonLink href="/marketplace">{t('mine.find')}</ButtonLink>}
        >
          {t('mine.empty_help')}
        </EmptyState>
        <MoreLinks />
      </>
    )
  }
  return (
    <>
      {saved}
      <ClientVisits
        upcoming={{ ...upcoming, data: upcoming.data }}
        past={{ ...past, data: past.data }}
      />
      <MoreLinks />
    </>
  )
}

function MoreLinks() {
  const { t } = useTranslation(['homes', 'series'])
  return (
    <nav className="flex flex-wrap gap-x-6">
      <TextLink href={REGULAR_VISITS}>{t('series:title')}</TextLink>
      <TextLink href={HOMES}>{t('homes:title')}</TextLink>
    </nav>
  )
}
