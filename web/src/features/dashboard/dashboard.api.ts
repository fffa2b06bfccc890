import { queryOptions } from '@tanstack/react-query'
import { DASHBOARD_REFRESH_MS } from '#contract/product.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { BOOKINGS_KEY, BOOKINGS_META } from '#web/features/bookings/bookings.api.ts'

export type DashboardData = Answer<'GET /api/professional/dashboard/{id}'>
export type Profile = NonNullable<DashboardData['profile']>

/** A professional's first screen; asked again every 30 s (professional spec 9) and after every move of a booking. */
export function dashboardQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'dashboard', professionalId],
    meta: BOOKINGS_META,
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/dashboard/{id}', { params: { id: professionalId }, signal }),
    refetchInterval: DASHBOARD_REFRESH_MS,
    refetchOnWindowFocus: 'always',
  })
}
