import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseMutationOptions } from '@tanstack/react-query'
import type { NewProblem, ProblemAnswer } from '#contract/visits/problems.ts'
import { NoAnswer } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'
import { BOOKINGS_META, REFRESHED_WHILE_SHOWN } from '#web/features/bookings/list/bookings.api.ts'
import { pressTimes } from '#web/features/bookings/one/press-age.ts'
import type { Pressed } from '#web/features/bookings/one/press-age.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { sendPhoto } from '#web/ui/pictures/send-photo.ts'

const problemKeys = { one: (id: string) => ['visits', 'problem', id] as const }

/** A problem of a visit. rule: problems */
export function problemQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: problemKeys.one(id),
    queryFn: ({ signal }) => api.call('GET /api/problems/{id}', { params: { id }, signal }),
    select: ({ problem }) => problem,
    // Its texts are not stored in the browser.
    meta: { refreshedBy: BOOKINGS_META.refreshedBy },
    gcTime: 0,
    ...REFRESHED_WHILE_SHOWN,
  })
}

/** A change of a problem. All screens that show the visit are read again, also after a failure. */
function useProblemMutation<Input, Answer>(
  call: (api: Api, input: Input) => Promise<Answer>,
  again: Pick<UseMutationOptions, 'retry' | 'retryDelay'> = {},
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    ...again,
    mutationFn: (input: Input) => call(api, input),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}

/** Reports a problem. A retry of the same content has the same key. rule: problems, idempotency-key */
export function useReportProblem(bookingId: string, keyFor: (body: NewProblem) => string) {
  return useProblemMutation((api, body: NewProblem) => {
    const params = { id: bookingId }
    const idempotencyKey = keyFor(body)
    return api.call('POST /api/bookings/{id}/problems', { params, body, idempotencyKey })
  })
}

/** Adds a photo to a problem, once also after a lost answer. rule: problems, photos */
export function useAddProblemPhoto(id: string) {
  const { i18n } = useTranslation()
  return useProblemMutation((_, photo: File) =>
    sendPhoto('POST /api/problems/{id}/photos', { id, photo, language: i18n.language }),
  )
}

export function useAnswerProblem(id: string) {
  return useProblemMutation((api, body: ProblemAnswer) =>
    api.call('PUT /api/problems/{id}/answer', { params: { id }, body }),
  )
}

export type Closing = 'solved' | 'not_solved' | 'withdrawn'

/** The author closes a problem, or books the re-clean that is offered. rule: problem-moves, reclean */
export function useCloseProblem(id: string) {
  return useProblemMutation((api, outcome: Closing | 'reclean') =>
    outcome === 'reclean'
      ? api.call('POST /api/problems/{id}/reclean', { params: { id } })
      : api.call('PUT /api/problems/{id}/close', { params: { id }, body: { outcome } }),
  )
}

export function useAllGood(bookingId: string) {
  return useProblemMutation((api) =>
    api.call('POST /api/bookings/{id}/all-good', { params: { id: bookingId } }),
  )
}

const LOG_AGAIN_MS = 10_000

/**
 * Records that 'Message' or 'Call' was pressed. While the server does not answer, the press is sent again with its age,
 * as long as the page is open. rule: no-show, visit-stages
 */
export function useLogContact(bookingId: string) {
  return useProblemMutation(
    (api, { way, pressed }: { way: 'message' | 'call'; pressed: Pressed }) => {
      const body = { way, ...pressTimes(pressed) }
      return api.call('POST /api/bookings/{id}/contact-log', { params: { id: bookingId }, body })
    },
    { retry: (_count, error) => error instanceof NoAnswer, retryDelay: LOG_AGAIN_MS },
  )
}

/** The page of a problem is a part of the view of its visit: a view of its own would cost each first view bytes. */
export const problemAddress = (bookingId: string, problemId: string) =>
  `/visits/${bookingId}?problem=${problemId}`
