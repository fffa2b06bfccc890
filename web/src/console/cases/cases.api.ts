import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CaseQueue } from '#contract/trust/case-rules.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { Refusal } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

export type Case = Answer<'GET /api/operator/cases/{id}'>['case']
export type CaseSummary = Answer<'GET /api/operator/cases'>['cases'][number]
export type Queue = Answer<'GET /api/operator/queues'>['queues'][number]

export const CASE_FILTERS = ['open', 'claimed', 'mine', 'resolved'] as const
export type CaseFilter = (typeof CASE_FILTERS)[number]

/** Other operators work at the same time. */
const REFRESHED_EVERY_MS = 30_000

const caseKeys = {
  all: ['cases'],
  queues: ['cases', 'queues'],
  list: (queue: CaseQueue | undefined, state: CaseFilter) => ['cases', 'list', queue, state],
  one: (id: string) => ['cases', 'one', id],
} as const

/** How much waits in each queue. rule: case-queues */
export function queuesQuery(api: Api) {
  return queryOptions({
    queryKey: caseKeys.queues,
    queryFn: async ({ signal }) => (await api.call('GET /api/operator/queues', { signal })).queues,
    refetchInterval: REFRESHED_EVERY_MS,
  })
}

/** Pages of cases: the overdue ones first, then the newest. rule: case-screen */
export function casesQuery(api: Api, queue: CaseQueue | undefined, state: CaseFilter) {
  return infiniteQueryOptions({
    queryKey: caseKeys.list(queue, state),
    queryFn: ({ pageParam, signal }) =>
      api.call('GET /api/operator/cases', {
        query: { state, ...(queue && { queue }), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ cases, has_more }) => (has_more ? cases.at(-1)?.id : undefined),
    refetchInterval: REFRESHED_EVERY_MS,
  })
}

/** rule: case-screen */
export function caseQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: caseKeys.one(id),
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/operator/cases/{id}', { params: { id }, signal })).case,
  })
}

/** Reads queues, lists and cases again. */
export function refreshCases(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: caseKeys.all })
}

/** Refusals that mean that the case on the screen is outdated. */
const OUTDATED = ['case_taken', 'claim_first', 'case_closed', 'already_so', 'not_found']
export const isOutdated = (error: unknown) =>
  error instanceof Refusal && OUTDATED.includes(error.code)

/** Sends a move of a case and shows the case as it is then. A refused move reads everything again. rule: case-states */
export function useCaseMove<Given>(
  send: (api: Api, given: Given) => Promise<{ case: Case }>,
  onDone?: () => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => send(api, given),
    onSuccess: ({ case: changed }) => {
      queryClient.setQueryData(caseKeys.one(changed.id), changed)
      void refreshCases(queryClient)
      onDone?.()
    },
    onError: (error) => {
      if (isOutdated(error)) void refreshCases(queryClient)
    },
  })
}
