import type { Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { consumeRateLimit, giveBackRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { sessionKey } from './confirm-password.ts'
import { hasFactor } from '../factors/factors.ts'
import { confirmSessionUntil } from '../factors/factors.queries.ts'
import { lockPassword, userById } from '../person/user-rows.ts'
import { verifyPassword } from './passwords.ts'
import { provedPasskey, acceptPasskey } from '../factors/passkey-challenges.ts'
import { countWrongFactor, proveRecoveryCode, proveTotp } from '../factors/prove-factor.ts'
import type { SecurityLog } from '../sessions/security-events.ts'
import type { WebAuthnResponse } from '../factors/webauthn.ts'

const CONFIRMED_MS = 10 * 60_000

/** The proof by which a user confirms a session. `code` is one of the app or a recovery code. */
export type Confirmation =
  | { password: string; code: string | undefined }
  | { passkey: WebAuthnResponse }

/**
 * Confirms the actor's session for ten minutes and returns until when. With a factor on, the password needs a code. A
 * session has ten wrong tries an hour. Refuses 'wrong_password', 'code_wrong', 'passkey_refused' and
 * 'too_many_requests'. The route then calls `renewSession`. rule: confirmation, session-expiry
 */
export async function confirmSession(
  context: Context,
  actor: Actor,
  given: Confirmation,
  log: SecurityLog,
): Promise<Date> {
  const { db, clock } = context
  await consumeRateLimit(context, 'confirm_by_session', sessionKey(actor))
  const user = await userById(db, actor.id)
  const passkey = 'passkey' in given ? await provedPasskey(context, given.passkey) : undefined
  const isKnown = 'passkey' in given || (await verifyPassword(given.password, user))
  if (!isKnown || !user) refuse('wrong_password')
  const outcome = await db.transaction().execute(async (tx) => {
    if (!(await lockPassword(tx, user))) return 'wrong_password'
    if ('passkey' in given) {
      if (!(await acceptPasskey(tx, passkey, user.id, clock.now()))) return 'passkey_refused'
    } else if (!(await isCodeRight(tx, context, user.id, given.code, log))) return 'code_wrong'
    const until = new Date(clock.now().getTime() + CONFIRMED_MS)
    await confirmSessionUntil(tx, actor.sessionHash, until)
    await log(tx, { kind: 'confirmed', account: user })
    return until
  })
  const isWrongCode = outcome === 'code_wrong' && 'code' in given && given.code !== undefined
  if (isWrongCode) await countWrongFactor(context, user.id)
  if (typeof outcome === 'string') refuse(outcome)
  await giveBackRateLimit(context, 'confirm_by_session', sessionKey(actor))
  return outcome
}

/** Whether the account needs no code, or this is a right one. */
async function isCodeRight(
  tx: Tx,
  context: Context,
  userId: string,
  code: string | undefined,
  log: SecurityLog,
): Promise<boolean> {
  if (!(await hasFactor(tx, userId))) return true
  if (code === undefined) return false
  return (
    (await proveTotp(tx, context, userId, code)) ||
    proveRecoveryCode(tx, context, userId, { typed: code, log })
  )
}
