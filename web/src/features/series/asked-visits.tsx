import { useQueries, useQuery } from '@tanstack/react-query'
import type { AskedSeries, PreviewedVisit, Series, SeriesVisit } from '#contract/series.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { seriesPreviewQuery } from '#web/features/bookings/series-preview.api.ts'
import { useUser } from '#web/session/session.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AskedDates } from './asked-dates.tsx'
import { oneSeriesQuery } from './series.api.ts'

/**
 * The regular visits that a request asks for: how often, the next 8 dates, and which of them do not fit the
 * professional's time. rule: series-asked
 */
export function AskedVisits({ id }: { id: string }) {
  const query = useQuery(oneSeriesQuery(useApi(), id))
  if (query.data) return <Dates series={query.data} />
  return query.error ? null : <Skeleton className="h-20" />
}

function Dates({ series }: { series: Series }) {
  const fits = useFits(series)
  const noteOf = (visit: SeriesVisit): AskedSeries['visits'][number]['note'] => {
    const fit = fits(visit)
    if (visit.status === 'skipped') return 'skipped'
    return fit?.state === 'request' ? 'request' : (fit?.why ?? null)
  }
  const visits = series.visits.map((visit) => ({ ...visit, note: noteOf(visit) }))
  return <AskedDates series={{ ...series, visits }} zone={series.time_zone} id={series.id} />
}

/**
 * Whether a date fits the professional's time now; unknown while it is read, and for a date that the client has skipped
 * or moved to a free time.
 */
function useFits(series: Series) {
  const { data } = useQuery(fitsQuery(useApi(), useUser()?.id, series))
  return ({ date, status, moved }: SeriesVisit): PreviewedVisit | undefined =>
    status === 'planned' && !moved ? data?.visits.find((visit) => visit.date === date) : undefined
}

/**
 * Whether everything that `AskedVisits` shows of these series has been read, or cannot be read now. A screen that waits
 * for it does not move. rule: dashboard-still
 */
export function useAskedVisitsRead(ids: readonly string[]): boolean {
  const api = useApi()
  const user = useUser()
  const series = useQueries({ queries: ids.map((id) => oneSeriesQuery(api, id)) })
  const fits = useQueries({
    queries: series.flatMap(({ data }) => (data ? [fitsQuery(api, user?.id, data)] : [])),
  })
  return [...series, ...fits].every(
    // A failed one is tried again later; the screen does not wait for that.
    ({ isLoading, failureCount }) => !isLoading || failureCount > 0,
  )
}

function fitsQuery(api: Api, userId: string | undefined, series: Series) {
  const first = series.visits[0]
  return seriesPreviewQuery(
    api,
    userId ?? '',
    {
      zip_code: series.zip_code,
      hours: series.estimated_hours,
      service_type: series.service_type,
      cleaning_frequency: series.cleaning_frequency,
      booking_date: first?.date ?? '',
      booking_time: series.booking_time,
    },
    userId !== undefined && first !== undefined,
  )
}
