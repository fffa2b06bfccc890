import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ChangeAnswer, NewChange, Period, Series } from '#contract/bookings/series.ts'
import type { Answer, Api, Input } from '#web/api/client.ts'
import { FORGET_AFTER_SCREEN } from '#web/api/forget-after-screen.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useApi } from '#web/api/use-api.ts'
import { BOOKINGS_META, REFRESHED_WHILE_SHOWN } from '../list/bookings.api.ts'

const seriesKeys = {
  own: (userId: string) => ['series', 'own', userId] as const,
  one: (id: string) => ['series', 'one', id] as const,
}

const OPTIONS = { ...FORGET_AFTER_SCREEN, ...REFRESHED_WHILE_SHOWN } as const

/** A person's regular visits, newest first, page by page. rule: series */
export function ownSeriesQuery(api: Api, userId: string) {
  return infiniteQueryOptions({
    queryKey: seriesKeys.own(userId),
    queryFn: ({ pageParam: page, signal }) =>
      api.call('GET /api/series', { query: { page }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages, page) =>
      pages.reduce((sum, { series }) => sum + series.length, 0) < total ? page + 1 : undefined,
    meta: {
      ...BOOKINGS_META,
      storedOffline: (data: InfiniteData<Answer<'GET /api/series'>>) => ({
        ...data,
        pages: data.pages.map((page) => ({ ...page, series: page.series.map(withoutContact) })),
      }),
    },
    ...OPTIONS,
  })
}

/** Regular visits with their next 8 dates. */
export function oneSeriesQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: seriesKeys.one(id),
    queryFn: ({ signal }) => api.call('GET /api/series/{id}', { params: { id }, signal }),
    select: ({ series }) => series,
    meta: {
      ...BOOKINGS_META,
      storedOffline: ({ series }: { series: Series }) => ({ series: withoutContact(series) }),
    },
    ...OPTIONS,
  })
}

/** The series as a device stores it, without the client's phone and email. rule: offline */
function withoutContact({ client_details, ...series }: Series): Series {
  if (!client_details) return series
  return { ...series, client_details: { ...client_details, email: '', phone: '' } }
}

/** A change of regular visits. All screens that show bookings are read again, also after a failure. */
function useSeriesMutation<Input, Answer>(call: (api: Api, input: Input) => Promise<Answer>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => call(api, input),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}

/** Skips the visit of a date, or undoes that. */
export function useSkipVisit(id: string) {
  return useSeriesMutation((api, { date, undo }: { date: string; undo: boolean }) =>
    undo
      ? api.call('POST /api/series/{id}/unskip', { params: { id }, body: { date } })
      : api.call('POST /api/series/{id}/skip', { params: { id }, body: { date } }),
  )
}

/** Proposes a change. A retry of the same content has the same key. rule: idempotency-key */
export function useProposeChange(id: string) {
  const sent = useRef({ content: '', key: '' })
  return useSeriesMutation((api, body: NewChange) => {
    const content = JSON.stringify(body)
    if (sent.current.content !== content) sent.current = { content, key: randomKey() }
    const idempotencyKey = sent.current.key
    return api.call('POST /api/series/{id}/changes', { params: { id }, body, idempotencyKey })
  })
}

export function useAnswerChange(id: string) {
  return useSeriesMutation(
    (api, { changeId, answer }: { changeId: string; answer: ChangeAnswer }) =>
      api.call('PUT /api/series/{id}/changes/{changeId}', {
        params: { id, changeId },
        body: { answer },
      }),
  )
}

/** Pauses one, or without `id` all of the client's. */
export function usePause(id: string | undefined) {
  return useSeriesMutation<Period, unknown>((api, body) =>
    id === undefined
      ? api.call('POST /api/series/pause', { body })
      : api.call('POST /api/series/{id}/pause', { params: { id }, body }),
  )
}

export function useResume(id: string) {
  return useSeriesMutation<void, { series: Series }>((api) =>
    api.call('POST /api/series/{id}/resume', { params: { id } }),
  )
}

export function useEndSeries(id: string) {
  return useSeriesMutation((api, body: Input<'POST /api/series/{id}/end'>['body']) =>
    api.call('POST /api/series/{id}/end', { params: { id }, body }),
  )
}
