import type { Context } from '#server/context.ts'
import type { Actor } from './actor.ts'
import { refuse } from './refusal.ts'

/** Whether the session is confirmed at this moment. rule: confirmation */
export function isConfirmed({ confirmedUntil }: Pick<Actor, 'confirmedUntil'>, now: Date): boolean {
  return confirmedUntil !== null && confirmedUntil > now
}

/**
 * Refuses 'confirm_first' unless the session was confirmed in the last ten minutes.
 * rule: confirmation, operator-sessions
 */
export function refuseUnconfirmed(
  caller: Pick<Actor, 'confirmedUntil'>,
  { clock }: Pick<Context, 'clock'>,
): void {
  if (!isConfirmed(caller, clock.now())) refuse('confirm_first')
}
