import { queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'
import {
  bookingKeys,
  BOOKINGS_META,
  REFRESHED_WHILE_SHOWN,
} from '#web/features/bookings/bookings.api.ts'

export type DashboardData = Answer<'GET /api/professional/dashboard/{id}'>
export type Profile = NonNullable<DashboardData['profile']>

/** Everything on a professional's dashboard. rule: dashboard-refresh */
export function dashboardQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: bookingKeys.dashboard(professionalId),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/dashboard/{id}', { params: { id: professionalId }, signal }),
    meta: BOOKINGS_META,
    ...REFRESHED_WHILE_SHOWN,
  })
}
