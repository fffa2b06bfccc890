import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoticeSwitch, VisitAnswer } from '#contract/talk/notices.ts'
import type { Api } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useApi } from '#web/api/use-api.ts'

const noticeKeys = {
  switches: ['notice-switches'],
  unsubscribe: (token: string) => ['unsubscribing', token],
  answerLink: (token: string) => ['answer-link', token],
  visitLink: (token: string) => ['visit-link', token],
} as const

/** Every topic and channel of the user, switched on or off. rule: notice-switches */
export function switchesQuery(api: Api) {
  return queryOptions({
    queryKey: noticeKeys.switches,
    queryFn: ({ signal }) => api.call('GET /api/notices/switches', { signal }),
    select: ({ switches }) => switches,
    staleTime: 0,
  })
}

/** Switches one topic on one channel. The answer replaces the cached switches. */
export function useSwitchNotices() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NoticeSwitch) => api.call('PUT /api/notices/switches', { body }),
    onSuccess: (answer) => queryClient.setQueryData(noticeKeys.switches, answer),
    onError: () => queryClient.invalidateQueries({ queryKey: noticeKeys.switches }),
  })
}

/** The letters that a link would end. rule: notice-switches */
export function unsubscribingQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: noticeKeys.unsubscribe(token),
    queryFn: ({ signal }) => api.call('POST /api/letter-links/topic', { body: { token }, signal }),
  })
}

export function useUnsubscribe(token: string) {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.call('POST /api/letter-links/unsubscribe', { body: { token } }),
  })
}

/** The request of a letter's link. Reading it answers nothing. rule: answer-link */
export function requestByLinkQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: noticeKeys.answerLink(token),
    queryFn: ({ signal }) =>
      api.call('POST /api/letter-links/request', { body: { token }, signal }),
    // After the answer the link has ended, and another read would fail. The screen then shows the answer.
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** `first_only`: of regular visits only the first one is accepted. */
export type RequestAnswer = 'accepted' | 'first_only' | 'declined'

export function useAnswerByLink(token: string) {
  const api = useApi()
  return useMutation({
    mutationFn: (answer: RequestAnswer) =>
      api.call('POST /api/letter-links/answer', {
        body:
          answer === 'first_only'
            ? { token, answer: 'accepted', series: answer }
            : { token, answer },
      }),
  })
}

/** The visit of a letter's link. Reading it answers nothing. rule: answer-link */
export function visitByLinkQuery(api: Api, token: string) {
  return queryOptions({
    queryKey: noticeKeys.visitLink(token),
    queryFn: ({ signal }) =>
      api.call('GET /api/visit-links/{token}', { params: { token }, signal }),
    // As for the request of a link: after the answer another read would fail.
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** A retry of the same answer has the same key. rule: idempotency-key */
export function useAnswerVisitByLink(token: string) {
  const api = useApi()
  const [key] = useState(randomKey)
  return useMutation({
    mutationFn: (answer: VisitAnswer) =>
      api.call('POST /api/visit-links/{token}', {
        params: { token },
        body: { answer },
        idempotencyKey: `${key}-${answer}`,
      }),
  })
}
