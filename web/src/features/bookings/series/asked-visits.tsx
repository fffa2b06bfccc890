import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/api/use-api.ts'
import { Skeleton } from '#web/ui/states/skeleton.tsx'
import { AskedDates } from './asked-dates.tsx'
import { oneSeriesQuery } from './series.api.ts'

/**
 * The regular visits that a request asks for: how often, the next 8 dates, and which of them do not fit the
 * professional's time. rule: series-request
 */
export function AskedVisits({ id }: { id: string }) {
  const { data: series, error } = useQuery(oneSeriesQuery(useApi(), id))
  if (!series) return error ? null : <Skeleton className="h-20" />
  const visits = series.visits.map(({ status, misfit, ...visit }) => ({
    ...visit,
    // An answer that the device stored before this version has none.
    note: status === 'skipped' ? status : (misfit ?? null),
  }))
  return <AskedDates series={{ ...series, visits }} zone={series.time_zone} id={series.id} />
}
