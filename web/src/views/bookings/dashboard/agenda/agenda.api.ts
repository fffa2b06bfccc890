import { queryOptions } from '@tanstack/react-query'
import { AGENDA_DAYS_DEFAULT } from '#contract/calendar/time-rules.ts'
import type { Api } from '#web/api/client.ts'
import { BOOKINGS_META, REFRESHED_WHILE_SHOWN } from '#web/features/bookings/list/bookings.api.ts'

type AgendaDays = { from?: string | undefined; days?: number }

const agendaKeys = {
  days: (professionalId: string, from: string | undefined, days: number) =>
    ['bookings', 'agenda', professionalId, from ?? 'today', days] as const,
}

/** The days of the view that opens first. */
export const AGENDA_WEEK_DAYS = 7

/** Days of a professional; without `from` today and tomorrow by their own clock. rule: agenda */
export function agendaQuery(
  api: Api,
  id: string,
  { from, days = AGENDA_DAYS_DEFAULT }: AgendaDays = {},
) {
  return queryOptions({
    queryKey: agendaKeys.days(id, from, days),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/agenda/{id}', {
        params: { id },
        query: { ...(from ? { from } : {}), days },
        signal,
      }),
    meta: BOOKINGS_META,
    ...REFRESHED_WHILE_SHOWN,
  })
}
