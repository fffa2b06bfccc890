import type { FastifyRequest } from 'fastify'
import type { SessionItem } from '#contract/account/account.ts'
import { Id } from '#contract/values.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { giveBackRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { confirmPassword, sessionKey } from '../passwords/confirm-password.ts'
import { deviceOf } from './device.ts'
import { sessionsOf } from '../person/user-rows.ts'
import { endLeftBehind, lockAccountOfSessions } from '../person/left-behind.ts'
import { securityLog } from './security-events.ts'
import { endAccess, endSessions } from './sessions.ts'

/** The actor's sessions: this one first, then by the time of last use. rule: end-sessions */
export async function sessionList({ db, clock }: Context, actor: Actor): Promise<SessionItem[]> {
  const rows = await sessionsOf(db, actor.id, clock.now())
  const items = rows.map(({ token_hash, user_agent, ...row }) => ({
    id: row.id,
    ...deviceOf(user_agent),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    ends_at: row.expires_at.toISOString(),
    current: token_hash.equals(actor.sessionHash),
  }))
  return items.toSorted((one, other) => Number(other.current) - Number(one.current))
}

/**
 * Ends one session of the actor with what it has made, after their current password. Refuses what confirmPassword
 * refuses, and 'session_not_found', also for another user's session. rule: end-sessions, ended-access
 */
export async function endSessionById(
  context: Context,
  actor: Actor,
  request: FastifyRequest,
  id: string,
): Promise<void> {
  await confirmForSessions(context, actor, request)
  if (!Id.safeParse(id).success) refuse('session_not_found')
  await context.db.transaction().execute(async (tx) => {
    await lockAccountOfSessions(tx, actor.id)
    const ended = await endSessions(tx, actor.id, securityLog(context, request), { id })
    if (ended === 0) refuse('session_not_found')
    await endLeftBehind(tx, actor.id, id)
  })
}

/** Ends every session of the actor, this one too, after their current password. rule: end-sessions */
export async function endEverySession(
  context: Context,
  actor: Actor,
  request: FastifyRequest,
): Promise<void> {
  await confirmForSessions(context, actor, request)
  await context.db.transaction().execute(async (tx) => {
    await endAccess(tx, actor.id, securityLog(context, request))
  })
}

/**
 * Checks the password before sessions end. The right one does not count as a try, because many devices are signed out
 * one by one.
 */
async function confirmForSessions(
  context: Context,
  actor: Actor,
  request: FastifyRequest,
): Promise<void> {
  await confirmPassword(context, actor, request)
  await giveBackRateLimit(context, 'confirm_by_session', sessionKey(actor))
}
