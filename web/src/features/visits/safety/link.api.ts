import { queryOptions, useMutation } from '@tanstack/react-query'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

const linkKeys = { one: (token: string) => ['safety', 'link', token] as const }

/** The visit of an alarm's link. Each reading is recorded as an opening, so it is read once. rule: safety-alarm */
export function safetyLinkQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: linkKeys.one(token),
    queryFn: ({ signal }) => api.call('GET /api/safety/{token}', { params: { token }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Whether the server does not know the link, or not any more. Every other failure may pass. rule: safety-alarm */
export const isLinkOver = (error: unknown): boolean =>
  error instanceof Refusal && error.status === 404

export function useStopLetters(token: string) {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /api/safety-stop/{token}', { params: { token } }),
  })
}
