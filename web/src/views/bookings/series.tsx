import { useQuery } from '@tanstack/react-query'
import { emptySignedIn } from '#drawings/empty-signed-in.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { REGULAR_VISITS } from '#web/features/bookings/list/booking-address.ts'
import { SeriesList, SeriesSkeleton } from '#web/features/bookings/series/series-list.tsx'
import { SeriesPage } from '#web/features/bookings/series/series-page.tsx'
import { oneSeriesQuery } from '#web/features/bookings/series/series.api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { dashboardAddress } from '#web/router/dashboard-address.ts'
import { defineView } from '#web/router/view.ts'
import { useUser } from '#web/session/session.ts'
import { useConnectionStatus } from '#web/shell/offline/connection-status.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states/empty-state.tsx'
import { QueryState, SavedAt } from '#web/ui/states/query-state.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

// One view, because each costs the first view of every page some bytes. rule: first-view
defineView<'id'>('series', {
  head: ({ t, params }) => ({ title: t(params.id ? 'series:one.title' : 'series:title') }),
  Component: ({ params: { id } }) => (id ? <OneSeries id={id} /> : <AllSeries />),
})

/** The regular visits of a client or a professional. rule: series */
function AllSeries() {
  const { t } = useTranslation(['series', 'bookings', 'time'])
  const user = useUser()
  const { isOffline } = useConnectionStatus()
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      {user?.role === 'client' ? (
        <TextLink href="/bookings">{t('bookings:mine.title')}</TextLink>
      ) : (
        <TextLink href={dashboardAddress()}>{t('time:back')}</TextLink>
      )}
      <h1 className="text-2xl md:text-3xl">{t('title')}</h1>
      {user && <SeriesList user={user} isOffline={isOffline} />}
    </div>
  )
}

function OneSeries({ id }: { id: string }) {
  const { t } = useTranslation('series')
  const user = useUser()
  const query = useQuery(oneSeriesQuery(useApi(), id))
  const { isOffline } = useConnectionStatus()
  if (query.error instanceof Refusal && query.error.status === 404) return <NotFound />
  return (
    <div className="page flex max-w-200 flex-col gap-6">
      <TextLink href={REGULAR_VISITS}>{t('one.back')}</TextLink>
      {!query.data && <h1 className="text-2xl md:text-3xl">{t('one.title')}</h1>}
      {query.data && (
        <SavedAt readAt={query.dataUpdatedAt} error={query.error} isOffline={isOffline} />
      )}
      <QueryState query={query} failed={t('one.failed')} pending={<SeriesSkeleton />}>
        {(series) => user && <SeriesPage series={series} reader={user.role} />}
      </QueryState>
    </div>
  )
}

function NotFound() {
  const { t } = useTranslation('series')
  return (
    <div className="page flex flex-col gap-6">
      <h1 className="sr-only">{t('one.title')}</h1>
      <EmptyState
        drawing={emptySignedIn.noBookings}
        title={t('one.not_found')}
        action={<ButtonLink href={REGULAR_VISITS}>{t('one.back')}</ButtonLink>}
      >
        {t('one.not_found_help')}
      </EmptyState>
    </div>
  )
}
