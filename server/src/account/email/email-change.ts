import { DatabaseError } from 'pg'
import { EMAIL_CHANGE_HOURS } from '#contract/people/account-rules.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import {
  askingSession,
  insertEmailChange,
  isReserved,
  lockAccountOfEmail,
  markChanged,
  pendingChange,
  setEmail,
  withdrawPending,
} from '#server/people/person/pending-email.ts'
import { removeVerification } from '#server/people/person/email-proof.ts'
import { removePasswordReset } from '#server/people/person/user-rows.ts'
import { addressHash, countStrangerLetters } from '#server/people/person/letters-to-strangers.ts'
import type { SecurityLog } from '#server/people/sessions/security-events.ts'
import { endAccess } from '#server/people/sessions/sessions.ts'
import type { Released } from '#server/bookings/held/release-held.ts'
import { releaseHeld } from '#server/bookings/held/release-held.ts'

const HOUR_MS = 3_600_000
const UNIQUE_VIOLATION = '23505'

/**
 * The actor asks for another address, at most three times a day. The new one gets a letter that proves it, the old one
 * a letter that takes the change back. The answer is the same if the address has an account. An earlier change is
 * replaced if it waits. Refuses 'too_many_requests' and 'address_has_letters'. rule: email-change, who-may-name
 */
export async function askForEmail(
  context: Context,
  actor: Actor,
  newEmail: string,
  log: SecurityLog,
): Promise<void> {
  const { db, clock } = context
  await consumeRateLimit(context, 'email_change_by_user', actor.id)
  await db.transaction().execute(async (tx) => {
    const at = clock.now()
    // A newer letter ends older ones, whether or not this address gets one.
    await removeVerification(tx, actor.id)
    const account = (await lockAccountOfEmail(tx, actor.id)) ?? refuse('not_signed_in')
    await countStrangerLetters(tx, context, 'proof', [addressHash(newEmail)])
    await withdrawPending(tx, actor.id)
    const change = {
      user_id: actor.id,
      old_email: account.email,
      old_verified_at: account.email_verified_at,
      new_email: newEmail,
      asked_at: at,
      expires_at: hoursAfter(at),
    }
    const change_id = await insertEmailChange(tx, change, actor.sessionHash)
    await log(tx, { kind: 'email_change_asked', account: actor })
    await enqueue(tx, 'send-verification-mail', { user_id: actor.id })
    await enqueue(tx, 'send-email-change-letter', { change_id, letter: 'asked_old' })
  })
}

/** The actor keeps their address. Safe to repeat. rule: email-change */
export async function withdrawEmail({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await removeVerification(tx, userId)
    await lockAccountOfEmail(tx, userId)
    await withdrawPending(tx, userId)
  })
}

/**
 * The new address of an account is proved: it replaces the old one, both get a letter, and all sessions end but the one
 * that proves it, or that asked if nobody is signed in here. Refuses 'invalid_verification_token' if the account does
 * not wait for this address, and 'email_taken'. rule: email-change
 */
export async function changeToProved(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  proof: { userId: string; email: string; session: Buffer | undefined },
  log: SecurityLog,
): Promise<Released | null> {
  const { userId, email } = proof
  const at = clock.now()
  const account = await lockAccountOfEmail(tx, userId)
  const change = await pendingChange(tx, userId, at)
  if (!account || change?.new_email !== email) refuse('invalid_verification_token')
  await takeAddress(() => setEmail(tx, userId, { email, email_verified_at: at }))
  if (await isReserved(tx, email, { exceptId: userId, now: at })) refuse('email_taken')
  await markChanged(tx, change.id, at, hoursAfter(at))
  await removePasswordReset(tx, userId)
  const except = proof.session ?? (await askingSession(tx, change.id))
  await endAccess(tx, userId, log, except ? { except } : {})
  if (!account.email_verified_at) await log(tx, { kind: 'email_verified', account })
  await log(tx, { kind: 'email_changed', account })
  for (const letter of ['changed_new', 'changed_old'] as const)
    await enqueue(tx, 'send-email-change-letter', { change_id: change.id, letter })
  return account.email_verified_at ? null : releaseHeld(tx, userId, at)
}

/** Refuses 'email_taken' to whoever registers an address that its owner may still get back. rule: email-change */
export async function refuseReserved(
  tx: Db,
  account: { id: string; email: string },
  now: Date,
): Promise<void> {
  if (await isReserved(tx, account.email, { exceptId: account.id, now })) refuse('email_taken')
}

/**
 * Runs a write that gives an account an address. When two accounts take one address at once, the second waits for the
 * first and violates the unique key. Refuses 'email_taken'. rule: email-change
 */
export async function takeAddress(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const isTaken = error instanceof DatabaseError && error.code === UNIQUE_VIOLATION
    if (isTaken && error.constraint === 'users_email') refuse('email_taken')
    throw error
  }
}

const hoursAfter = (at: Date) => new Date(at.getTime() + EMAIL_CHANGE_HOURS * HOUR_MS)
