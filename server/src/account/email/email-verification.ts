import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { letterLink } from '#contract/account/letter-link.ts'
import {
  VERIFICATION_CODE_MINUTES,
  VERIFICATION_TOKEN_HOURS,
} from '#contract/people/account-rules.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import {
  readIdempotencyKey,
  runInTransaction,
  unlessRepeated,
} from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { consumeRateLimit, giveBackRateLimit } from '#server/http/limits/rate-limits.ts'
import { Refusal, refuse } from '#server/http/calls/refusal.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { nameInLetter } from '#server/outside/mail/name-in-letter.ts'
import { textsIn } from '#server/texts.ts'
import { changeToProved } from './email-change.ts'
import { sendOwnerLetter } from './email-change-letters.ts'
import { hasAccount, pendingChange } from '#server/people/person/pending-email.ts'
import {
  confirmEmail,
  countWrongCode,
  isEmailVerified,
  lockVerification,
  replaceVerification,
  verificationByToken,
} from '#server/people/person/email-proof.ts'
import { userById } from '#server/people/person/user-rows.ts'
import { addressHash, countStrangerLetters } from '#server/people/person/letters-to-strangers.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import type { SecurityLog } from '#server/people/sessions/security-events.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import type { Released } from '#server/bookings/held/release-held.ts'
import { releaseHeld, tellReleased } from '#server/bookings/held/release-held.ts'

const MINUTE_MS = 60_000
const WRONG_CODES_MAX = 5

type Asked = { sent: true; again_at: string } | { email_verified: true }
type Verified = { email_verified: true; released: number }

/**
 * A person asks for a letter that confirms their email address, at most once a minute and five times a day. Refuses
 * 'too_many_requests' and 'address_has_letters'. rule: email-verification, who-may-name
 */
export async function requestVerification(
  context: Context,
  user_id: string,
  idempotency?: Idempotency,
): Promise<Asked> {
  const { db, clock } = context
  const waits = await pendingChange(db, user_id, clock.now())
  if (!waits && (await isEmailVerified(db, user_id))) return { email_verified: true }
  let again_at = clock.now()
  const repeated = await unlessRepeated(db, idempotency, async () => {
    const left = await consumeRateLimit(context, 'verification_by_user_and_minute', user_id)
    await consumeRateLimit(context, 'verification_by_user', user_id)
    const user = waits ? undefined : await userById(db, user_id)
    if (user) await consumeRateLimit(context, 'verification_by_email', normalEmail(user.email))
    if (left === 0) again_at = new Date(again_at.getTime() + MINUTE_MS)
  })
  if (repeated) return repeated.answer as Asked
  return runInTransaction(db, idempotency, async (tx) => {
    if (waits) await countStrangerLetters(tx, context, 'proof', [addressHash(waits.new_email)])
    await enqueueVerificationMail(tx, user_id)
    return { sent: true, again_at: again_at.toISOString() }
  })
}

/**
 * Counts the letter that proves the address of a new account. `getsLetter` is false if the accounts of this
 * address, one
 * after another, have had as many as it gets in a day. A registration that is refused does not count.
 * rule: who-may-name
 */
export async function countFirstLetter<Account>(
  context: Pick<Context, 'pool' | 'config'>,
  email: string,
  register: (getsLetter: boolean) => Promise<Account>,
): Promise<Account> {
  const [kind, key] = ['verification_by_email', normalEmail(email)] as const
  const getsLetter = await consumeRateLimit(context, kind, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )
  try {
    return await register(getsLetter)
  } catch (error) {
    if (getsLetter) await giveBackRateLimit(context, kind, key)
    throw error
  }
}

/** Enqueues the letter that confirms a person's address, or the one that is to replace it. */
export async function enqueueVerificationMail(tx: Db, user_id: string): Promise<void> {
  await enqueue(tx, 'send-verification-mail', { user_id }, { key: `verify email ${user_id}` })
}

/**
 * Job: sends the letter with a new link and a new code, which replace those before. Both exist only in this letter; the
 * database stores their hashes. A retry makes new ones. rule: email-verification
 */
export async function sendVerificationMail(
  context: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const { db, clock, config, mail } = context
  const user = await userById(db, user_id)
  const waits = user && (await pendingChange(db, user_id, clock.now()))
  if (!user || (user.email_verified && !waits)) return
  const email = waits?.new_email ?? user.email
  const owner = waits && (await hasAccount(db, email, user_id))
  if (owner) return sendOwnerLetter(context, owner)
  const token = randomBytes(32).toString('base64url')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const after = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE_MS)
  await replaceVerification(db, {
    user_id,
    email,
    token_hash: hashOf(token),
    expires_at: after(VERIFICATION_TOKEN_HOURS * 60),
    code_hash: codeHash(context, user_id, code),
    code_expires_at: after(VERIFICATION_CODE_MINUTES),
  })
  const { language } = user
  const name = nameInLetter(user.first_name)
  const t = textsIn(language, 'identity')
  const title = t('verification.title')
  await mail.send(
    letter(email, {
      language,
      title,
      sentence: t(`verification.${name ? 'sentence' : 'sentence_unnamed'}`, {
        name,
        minutes: VERIFICATION_CODE_MINUTES,
      }),
      button: {
        label: t('verification.button'),
        href: letterLink(`${config.publicOrigin}/verify-email`, token),
      },
      facts: [
        [t('labels.code'), code],
        [t('labels.account'), email, 'email'],
        [t('labels.valid_for'), t('verification.hours', { hours: VERIFICATION_TOKEN_HOURS })],
      ],
      note: t('verification.note'),
    }),
  )
}

/** The address that a link confirms. Refuses 'invalid_verification_token'. rule: email-verification */
export async function addressOfLink({ db, clock }: Context, token: string): Promise<string> {
  const proof = await verificationByToken(db, hashOf(token), clock.now())
  return proof?.email ?? refuse('invalid_verification_token')
}

/**
 * Confirms the address with the token of its newest letter; again with the same token changes nothing. One that is to
 * replace the account's address does so; the session of `actor` goes on. `key`: the Idempotency-Key, which belongs to
 * the account of the token. Refuses 'invalid_verification_token' and 'email_taken'.
 * rule: email-verification, email-change, idempotency-key
 */
export async function verifyEmail(
  context: Context,
  token: string,
  { actor, log, key }: { actor: Actor | null; log: SecurityLog; key: string | undefined },
): Promise<Verified> {
  const { db, clock } = context
  const now = clock.now()
  const proof = await verificationByToken(db, hashOf(token), now)
  if (!proof) refuse('invalid_verification_token')
  const { user_id: userId } = proof
  const call = 'POST /api/auth/verify-email'
  const idempotency = key === undefined ? undefined : readIdempotencyKey(userId, call, key, token)
  const done: { released: Released | null } = { released: null }
  const count = await runInTransaction(db, idempotency, async (tx) => {
    // A newer letter may have ended this one.
    const current = await verificationByToken(tx, hashOf(token), now)
    if (!current) refuse('invalid_verification_token')
    const session = actor?.id === userId ? actor.sessionHash : undefined
    const { email } = current
    done.released = await proveAnyAddress(context, tx, { userId, email, session }, log)
    return done.released?.count ?? 0
  })
  if (done.released) await tellReleased(context, done.released)
  return { email_verified: true, released: count }
}

/**
 * Confirms the address with the code of its newest letter. Refuses 'invalid_verification_token' for a wrong code, an
 * expired one, and any after five wrong ones. rule: email-verification
 */
export async function verifyEmailByCode(
  context: Context,
  { id: userId, sessionHash }: Actor,
  code: string,
  log: SecurityLog,
): Promise<Verified> {
  const { db, clock } = context
  const now = clock.now()
  const released = await runInTransaction(db, undefined, async (tx) => {
    const proof = await lockVerification(tx, userId)
    const mayTry = proof && proof.code_expires_at > now && proof.wrong_tries < WRONG_CODES_MAX
    if (!mayTry) refuse('invalid_verification_token')
    if (timingSafeEqual(proof.code_hash, codeHash(context, userId, code))) {
      const given = { userId, email: proof.email, session: sessionHash }
      return proveAnyAddress(context, tx, given, log)
    }
    await countWrongCode(tx, userId)
    return new Refusal('invalid_verification_token')
  })
  return tellVerified(context, released)
}

/** The account's own address is confirmed, or the one that is to replace it. */
async function proveAnyAddress(
  context: Context,
  tx: Tx,
  proof: { userId: string; email: string; session: Buffer | undefined },
  log: SecurityLog,
): Promise<Released | null> {
  const user = await userById(tx, proof.userId)
  return proof.email === user?.email
    ? proveAddress(context, tx, proof.userId, log)
    : changeToProved(context, tx, proof, log)
}

/**
 * The address is confirmed, and what waited for it is released, once. Null if it was confirmed before. Call
 * `tellReleased` after the commit. rule: email-verification, held-starts
 */
export async function proveAddress(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  userId: string,
  log: SecurityLog,
): Promise<Released | null> {
  const now = clock.now()
  if (!(await confirmEmail(tx, userId, now))) return null
  await log(tx, { kind: 'email_verified', account: { id: userId } })
  return releaseHeld(tx, userId, now)
}

async function tellVerified(context: Context, released: Released | null): Promise<Verified> {
  if (released) await tellReleased(context, released)
  return { email_verified: true, released: released?.count ?? 0 }
}

/** Bound to its account: the same code of another one has another hash. */
function codeHash(
  { verificationKeys }: Pick<Context, 'verificationKeys'>,
  userId: string,
  code: string,
): Buffer {
  return createHmac('sha256', verificationKeys.hash).update(`email code ${userId} ${code}`).digest()
}
