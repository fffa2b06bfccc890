import type { FastifyRequest } from 'fastify'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { PASSWORD_LENGTH_MAX } from '#contract/people/account-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuseUnconfirmed } from '#server/http/calls/confirmed.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { hasFactor } from '../factors/factors.ts'
import { userById } from '../person/user-rows.ts'
import { verifyPassword } from './passwords.ts'
import { securityLog } from '../sessions/security-events.ts'

/**
 * Refuses 'confirm_first' if the actor has a factor and their session is not confirmed. `db`: the caller's transaction,
 * if it has one. rule: confirmation
 */
export async function requireConfirmationWithFactor(
  context: Context,
  actor: Actor,
  db: Db = context.db,
): Promise<void> {
  if (await hasFactor(db, actor.id)) refuseUnconfirmed(actor, context)
}

/**
 * Verifies the current password in CURRENT_PASSWORD_HEADER and returns the account with the version of its password.
 * Whoever has a factor needs a confirmed session, too. Refuses 'confirm_first', 'password_required', 'wrong_password'
 * and, after ten tries an hour of a session, 'too_many_requests'. If the session continues, the route then calls
 * `renewSession`. rule: confirmation, session-expiry
 */
export async function confirmPassword(
  context: Context,
  actor: Actor,
  request: FastifyRequest,
): Promise<{ id: string; password_version: number }> {
  await requireConfirmationWithFactor(context, actor)
  const password = decoded(request.headers[CURRENT_PASSWORD_HEADER])
  if (!password) refuse('password_required')
  await consumeRateLimit(context, 'confirm_by_session', sessionKey(actor))
  if (password.length > PASSWORD_LENGTH_MAX) refuse('wrong_password')
  const user = await userById(context.db, actor.id)
  if (!(await verifyPassword(password, user)) || !user) refuse('wrong_password')
  await securityLog(context, request)(context.db, { kind: 'confirmed', account: user })
  return user
}

/**
 * Tries of the password in a session count for that session alone. Whoever has a stolen one cannot use up the tries of
 * the owner, who ends it from theirs. They cannot get more sessions to try in: each one begins with the password.
 */
export function sessionKey({ sessionHash }: Actor): string {
  return sessionHash.toString('hex')
}

function decoded(value: string | string[] | undefined): string | undefined {
  try {
    return typeof value === 'string' ? decodeURIComponent(value) : undefined
  } catch {
    return undefined
  }
}
