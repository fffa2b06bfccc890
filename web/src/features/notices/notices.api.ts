import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NoticeChannel, NoticeTopic } from '#contract/notices.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

const SWITCHES_KEY = ['notice-switches'] as const

/** What this person is told, and where. */
export function switchesQuery(api: Api) {
  return queryOptions({
    queryKey: SWITCHES_KEY,
    queryFn: ({ signal }) => api.call('GET /api/notices/switches', { signal }),
    select: ({ switches }) => switches,
    staleTime: 0,
  })
}

/** Switches one topic on one channel; the answer is what is shown from then on. */
export function useSwitchNotices() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { topic: NoticeTopic; channel: NoticeChannel; enabled: boolean }) =>
      api.call('PUT /api/notices/switches', { body }),
    onSuccess: (answer) => queryClient.setQueryData(SWITCHES_KEY, answer),
    onError: () => queryClient.invalidateQueries({ queryKey: SWITCHES_KEY }),
  })
}

/** Which letters a link would end. */
export function unsubscribingQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['unsubscribing', token],
    queryFn: ({ signal }) =>
      api.call('GET /api/unsubscribe/{token}', { params: { token }, signal }),
  })
}

export function useUnsubscribe(token: string) {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /unsubscribe/{token}', { params: { token } }),
  })
}

/** The request that a letter's link answers; looking changes nothing. */
export function requestByLinkQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: ['answer-link', token],
    queryFn: ({ signal }) =>
      api.call('GET /api/answer-links/{token}', { params: { token }, signal }),
    // Once it is answered the link is over, and the screen says what was answered.
    staleTime: Infinity,
    gcTime: 0,
  })
}

export function useAnswerByLink(token: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (answer: 'accepted' | 'declined') =>
      api.call('POST /api/answer-links/{token}', { params: { token }, body: { answer } }),
  })
}
