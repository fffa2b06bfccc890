import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Home } from '#contract/market/homes.ts'
import type { Api, Input } from '#web/api/client.ts'
import { FORGET_AFTER_SCREEN } from '#web/api/forget-after-screen.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'

const homeKeys = {
  own: (clientId: string) => ['homes', 'own', clientId] as const,
  one: (id: string) => ['homes', 'one', id] as const,
}

const OPTIONS = { meta: { refreshedBy: ['bookings'] }, ...FORGET_AFTER_SCREEN } as const

/** A client's homes by the time they were saved. rule: homes */
export function homesQuery(api: Api, clientId: string) {
  return queryOptions({
    queryKey: homeKeys.own(clientId),
    queryFn: ({ signal }) => api.call('GET /api/homes', { signal }),
    select: ({ homes }) => homes,
    ...OPTIONS,
  })
}

export function homeQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: homeKeys.one(id),
    queryFn: ({ signal }) => api.call('GET /api/homes/{id}', { params: { id }, signal }),
    select: ({ home }) => home,
    ...OPTIONS,
    // A form is open: what is saved elsewhere must not replace what is shown.
    staleTime: Infinity,
  })
}

type NewHome = { body: Input<'POST /api/homes'>['body']; idempotencyKey: string }
type ChangedHome = { id: string; body: Input<'PUT /api/homes/{id}'>['body'] }

/** Saves a new home or a changed one. */
export function useSaveHome() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (home: NewHome | ChangedHome) =>
      'id' in home
        ? api.call('PUT /api/homes/{id}', { params: { id: home.id }, body: home.body })
        : api.call('POST /api/homes', home),
    onSuccess: ({ home }) => {
      queryClient.setQueryData(homeKeys.one(home.id), { home })
      return refreshQueries(queryClient, 'bookings')
    },
  })
}

/** Returns a function that reads the saved home, after a refusal because another device has saved it. */
export function useReadHome() {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (id: string): Promise<Home> =>
    (await queryClient.fetchQuery({ ...homeQuery(api, id), staleTime: 0 })).home
}

/** `onDeleted` leaves the screen of the home, before its read is refreshed and finds nothing. */
export function useDeleteHome(onDeleted: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.call('DELETE /api/homes/{id}', { params: { id } }),
    onSuccess: () => {
      onDeleted()
      return refreshQueries(queryClient, 'bookings')
    },
  })
}
