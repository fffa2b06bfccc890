import type { SessionItem } from '#contract/account.ts'
import { Id } from '#contract/values.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { deviceOf } from './device.ts'
import { removeSessionById, removeSessions, sessionsOf } from './identity.queries.ts'

/** The actor's sessions: this one first, then by the time of last use. rule: session-list */
export async function sessionList({ db, clock }: Context, actor: Actor): Promise<SessionItem[]> {
  const rows = await sessionsOf(db, actor.id, clock.now())
  const items = rows.map(({ token_hash, user_agent, ...row }) => ({
    id: row.id,
    ...deviceOf(user_agent),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    current: token_hash.equals(actor.sessionHash),
  }))
  return items.toSorted((one, other) => Number(other.current) - Number(one.current))
}

/** Ends one session of the actor. Refuses 'session_not_found', also for another user's session. rule: end-sessions */
export async function endSessionById({ db }: Context, actor: Actor, id: string): Promise<void> {
  const ended = Id.safeParse(id).success && (await removeSessionById(db, actor.id, id))
  if (!ended) refuse('session_not_found')
}

/** Ends every session of the actor, this one too. rule: end-sessions */
export async function endEverySession({ db }: Context, actor: Actor): Promise<void> {
  await removeSessions(db, actor.id)
}
