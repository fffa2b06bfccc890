import { queryOptions, useQuery } from '@tanstack/react-query'

import type { ActionName } from '#contract/action-reasons.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

/** rule: action-reasons */
export function reasonsQuery(api: Api) {
  return queryOptions({
    queryKey: ['reasons'],
    queryFn: async ({ signal }) =>
      (await api.call('GET /api/operator/reasons', { signal })).actions,
    staleTime: Infinity,
  })
}

/** Returns a function that gives the text of a reason's code. Until the reasons are loaded, it gives the code. */
export function useReasonText(): (code: string) => string {
  const { data } = useQuery(reasonsQuery(useApi()))
  return (code) =>
    Object.values(data ?? {})
      .flat()
      .find((reason) => reason.code === code)?.text ?? code
}

/** The letters about actions in the language of the person. rule: action-letters */
export function lettersQuery(api: Api, personId: string | undefined, problemId?: string) {
  return queryOptions({
    queryKey: ['letters', personId, problemId],
    queryFn: ({ signal }) =>
      api.call('GET /api/operator/letters', {
        query: {
          ...(personId !== undefined && { person_id: personId }),
          ...(problemId !== undefined && { problem_id: problemId }),
        },
        signal,
      }),
    staleTime: Infinity,
  })
}

/** Fields that single actions have beside reason, text and note. */
export type Extra = {
  until?: string
  visits?: 'keep' | 'cancel'
  subject?: string
  amount?: number
  outcome?: 'for_client' | 'for_professional' | 'shared'
  enabled?: boolean
}
/** The reason, the texts and the fields as an operator has typed them. The server refuses missing ones. */
export type ActionText = { reason: string; text: string; note?: string; case_id?: string } & Extra
type Outcome = { approval?: Answer<'POST /api/operator/people/{id}/credits'>['approval'] }

/** The actions of the console. Both decisions of an approval have the reasons of what was asked for. */
export type ConsoleAction =
  | Exclude<ActionName, 'claims' | 'open'>
  | 'withdraw_notice'
  | 'claim_on'
  | 'claim_off'
  | 'approve_request'
  | 'refuse_request'

type Sent = { params: { id: string }; body: never; idempotencyKey: string }
type Send = (api: Api, sent: Sent) => Promise<Outcome>

const ACTIONS: Record<ConsoleAction, Send> = {
  suspend: (api, sent) => api.call('POST /api/operator/people/{id}/suspend', sent).then(done),
  restore: (api, sent) => api.call('POST /api/operator/people/{id}/restore', sent).then(done),
  'end-sessions': (api, sent) =>
    api.call('POST /api/operator/people/{id}/end-sessions', sent).then(done),
  'remove-second-factor': (api, sent) =>
    api.call('POST /api/operator/people/{id}/remove-second-factor', sent).then(done),
  message: (api, sent) => api.call('POST /api/operator/people/{id}/message', sent).then(done),
  credits: (api, sent) => api.call('POST /api/operator/people/{id}/credits', sent),
  refund: (api, { params, ...sent }) =>
    api.call('POST /api/operator/payments/{number}/refund', {
      ...sent,
      params: { number: params.id },
    }),
  hide: (api, sent) => api.call('POST /api/operator/reviews/{id}/hide', sent).then(done),
  show: (api, sent) => api.call('POST /api/operator/reviews/{id}/show', sent).then(done),
  decide: (api, sent) => api.call('POST /api/operator/problems/{id}/decide', sent).then(done),
  approve: (api, sent) =>
    api.call('POST /api/operator/verifications/{id}/approve', sent).then(done),
  notice: (api, sent) => api.call('POST /api/operator/verifications/{id}/notice', sent).then(done),
  withdraw: (api, sent) =>
    api.call('POST /api/operator/verifications/{id}/withdraw', sent).then(done),
  withdraw_notice: (api, sent) =>
    api.call('POST /api/operator/verifications/{id}/withdraw', sent).then(done),
  view: (api, sent) => api.call('POST /api/operator/people/{id}/view', sent).then(done),
  retry: (api, sent) => api.call('POST /api/operator/jobs/{id}/retry', sent).then(done),
  discard: (api, sent) => api.call('POST /api/operator/jobs/{id}/discard', sent).then(done),
  claim_on: (api, sent) => api.call('POST /api/operator/claims/{id}', sent).then(done),
  claim_off: (api, sent) => api.call('POST /api/operator/claims/{id}', sent).then(done),
  approve_request: (api, sent) =>
    api.call('POST /api/operator/approvals/{id}/approve', sent).then(done),
  refuse_request: (api, sent) =>
    api.call('POST /api/operator/approvals/{id}/refuse', sent).then(done),
}

const done = (): Outcome => ({})

/** Sends an action about the thing with this id. rule: actions */
export function sendAction(
  api: Api,
  action: ConsoleAction,
  { id, said, key }: { id: string; said: ActionText; key: string },
): Promise<Outcome> {
  // Each action takes some of these fields, which its contract checks.
  return ACTIONS[action](api, { params: { id }, body: said as never, idempotencyKey: key })
}

/** The action whose reasons and letter an action has. `asked`: what an approval is about. */
export function namedAfter(action: ConsoleAction, asked: ActionName = 'refund'): ActionName {
  if (action === 'approve_request' || action === 'refuse_request') return asked
  if (action === 'withdraw_notice') return 'withdraw'
  return action === 'claim_on' || action === 'claim_off' ? 'claims' : action
}
