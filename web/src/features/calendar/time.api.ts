import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { NewException, SavedTime, TimeChange, TimeDocument } from '#contract/calendar/time.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

export const timeKeys = {
  own: (userId: string) => ['time', userId] as const,
  calendars: (userId: string) => ['busy-calendars', userId] as const,
  absence: (userId: string, from: string, to: string) => ['absence', userId, from, to] as const,
}

/** The saved hours, exceptions and rules. */
export function timesQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: timeKeys.own(id),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/time/{id}', { params: { id }, signal }),
    staleTime: 0,
  })
}

/** The own times as the screen keeps them: each answer of the server replaces what is shown. */
export function useTimes(userId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = timesQuery(api, userId)
  const params = { id: userId }
  const keep = <Saved extends TimeDocument>(saved: Saved): Saved => {
    queryClient.setQueryData(queryKey, saved)
    return saved
  }
  return {
    save: async (body: TimeChange): Promise<SavedTime> =>
      keep(await api.call('PUT /api/professional/time/{id}', { params, body })),
    /** Reads the saved times, after a refusal because another device has saved them. */
    readSaved: async () => keep(await queryClient.fetchQuery(timesQuery(api, userId))),
    addException: async (body: NewException): Promise<SavedTime> =>
      keep(await api.call('POST /api/professional/time/{id}/exceptions', { params, body })),
    removeException: async (exceptionId: string) =>
      keep(
        await api.call('DELETE /api/professional/time/{id}/exceptions/{exceptionId}', {
          params: { ...params, exceptionId },
        }),
      ),
  }
}

export type Times = ReturnType<typeof useTimes>
