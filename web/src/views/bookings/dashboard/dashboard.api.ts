import { queryOptions } from '@tanstack/react-query'
import type { Answer, Api } from '#web/api/client.ts'
import {
  BOOKINGS_META,
  REFRESHED_WHILE_SHOWN,
  withoutContact,
} from '#web/features/bookings/list/bookings.api.ts'

export type DashboardData = Answer<'GET /api/professional/dashboard/{id}'>
export type Profile = NonNullable<DashboardData['profile']>

/** The dashboard's key begins with 'bookings': reads stored by older versions have it. */
const dashboardKeys = {
  one: (professionalId: string) => ['bookings', 'dashboard', professionalId] as const,
}

/** Everything on a professional's dashboard. rule: dashboard */
export function dashboardQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: dashboardKeys.one(professionalId),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/dashboard/{id}', { params: { id: professionalId }, signal }),
    meta: {
      ...BOOKINGS_META,
      storedOffline: (data: DashboardData): DashboardData => ({
        ...data,
        recent_bookings: data.recent_bookings.map(withoutContact),
        todays_visits: data.todays_visits.map(withoutContact),
        next_visit: data.next_visit && withoutContact(data.next_visit),
      }),
    },
    ...REFRESHED_WHILE_SHOWN,
  })
}
