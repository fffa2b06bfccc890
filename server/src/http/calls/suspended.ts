import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from './actor.ts'
import { refuse } from './refusal.ts'

/**
 * Refuses 'account_suspended' if the actor's account is suspended and the call is none of those that remain. Every call
 * of a signed-in user passes here, before its body is read. rule: suspension
 */
export function refuseIfSuspended(
  { suspension }: Pick<Actor, 'suspension'>,
  { whileSuspended }: Pick<Endpoint, 'whileSuspended'>,
): void {
  if (!suspension || whileSuspended === 'allowed') return
  if (whileSuspended === 'visits' && suspension.keepsVisits) return
  refuse('account_suspended')
}
