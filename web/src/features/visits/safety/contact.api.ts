import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SafetyContact } from '#contract/visits/safety.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

const contactKeys = { own: (userId: string) => ['safety', 'contact', userId] as const }

/** The contact of a professional. rule: safety-contact */
export function safetyContactQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: contactKeys.own(id),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/safety/{id}', { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Saves the contact; null removes it. */
export function useSaveContact(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (contact: SafetyContact | null) =>
      api.call('PUT /api/professional/safety/{id}', { params: { id }, body: { contact } }),
    onSuccess: (saved) => queryClient.setQueryData(contactKeys.own(id), saved),
  })
}
