import { queryOptions, useQuery } from '@tanstack/react-query'

import type { ActionName } from '#contract/trust/action-reasons.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'

/** rule: actions */
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

/** The letters about actions in the language of the person. rule: actions */
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

/** The call of each action, `id` being that of its subject. */
const CALLS = {
  suspend: 'POST /api/operator/people/{id}/suspend',
  restore: 'POST /api/operator/people/{id}/restore',
  'end-sessions': 'POST /api/operator/people/{id}/end-sessions',
  'remove-second-factor': 'POST /api/operator/people/{id}/remove-second-factor',
  message: 'POST /api/operator/people/{id}/message',
  credits: 'POST /api/operator/people/{id}/credits',
  refund: 'POST /api/operator/payments/{number}/refund',
  hide: 'POST /api/operator/reviews/{id}/hide',
  show: 'POST /api/operator/reviews/{id}/show',
  decide: 'POST /api/operator/problems/{id}/decide',
  approve: 'POST /api/operator/verifications/{id}/approve',
  notice: 'POST /api/operator/verifications/{id}/notice',
  withdraw: 'POST /api/operator/verifications/{id}/withdraw',
  withdraw_notice: 'POST /api/operator/verifications/{id}/withdraw',
  view: 'POST /api/operator/people/{id}/view',
  retry: 'POST /api/operator/jobs/{id}/retry',
  discard: 'POST /api/operator/jobs/{id}/discard',
  claim_on: 'POST /api/operator/claims/{id}',
  claim_off: 'POST /api/operator/claims/{id}',
  approve_request: 'POST /api/operator/approvals/{id}/approve',
  refuse_request: 'POST /api/operator/approvals/{id}/refuse',
} as const satisfies Record<ConsoleAction, string>

/** Sends an action about the thing with this id. Answers with the approval that it waits for. rule: actions */
export function sendAction(
  api: Api,
  action: ConsoleAction,
  { id, said, key }: { id: string; said: ActionText; key: string },
): Promise<Outcome> {
  // Each call takes some of these fields, which its contract checks.
  const sent = { params: { id, number: id }, body: said as never, idempotencyKey: key }
  return api.call(CALLS[action] as typeof CALLS.credits, sent)
}

/** The action whose reasons and letter an action has. `asked`: what an approval is about. */
export function namedAfter(action: ConsoleAction, asked: ActionName = 'refund'): ActionName {
  if (action === 'approve_request' || action === 'refuse_request') return asked
  if (action === 'withdraw_notice') return 'withdraw'
  return action === 'claim_on' || action === 'claim_off' ? 'claims' : action
}
