import { queryOptions } from '@tanstack/react-query'
import type { HealthTable } from '#contract/console/health.ts'
import { address } from '#web/api/client.ts'
import type { Answer, Api } from '#web/api/client.ts'

export type Health = Answer<'GET /api/operator/health'>

/** UTC days, both included; an empty place is everywhere. */
export type Range = { from: string; to: string; place: string }

/** rule: marketplace-health */
export function healthQuery(api: Api, range: Range) {
  return queryOptions({
    queryKey: ['health', range],
    queryFn: ({ signal }) => api.call('GET /api/operator/health', { query: range, signal }),
    staleTime: 0,
  })
}

/** rule: marketplace-health */
export const csvAddress = (range: Range, table: HealthTable) =>
  address('/api/operator/health/csv', { query: { table, ...range } })

const DAY_MS = 86_400_000
const DAYS_SHOWN = 60

/** The last 60 UTC days. */
export function lastDays(now: Date): Pick<Range, 'from' | 'to'> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: day(+now - (DAYS_SHOWN - 1) * DAY_MS), to: day(+now) }
}
