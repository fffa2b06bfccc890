import { randomBytes } from 'node:crypto'
import { letterLink } from '#contract/letter-link.ts'
import { VERIFICATION_TOKEN_HOURS } from '#contract/product.ts'
import { runInTransaction, unlessRepeated } from '#server/http/idempotency.ts'
import type { Idempotency } from '#server/http/idempotency.ts'
import { consumeRateLimit } from '#server/http/rate-limits.ts'
import { refuse } from '#server/http/refusal.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import {
  confirmEmail,
  isEmailVerified,
  ownerOfVerification,
  replaceVerification,
} from './email-verification.queries.ts'
import { verificationLetterTexts } from './email-verification-texts.ts'
import { userById } from './identity.queries.ts'
import { hashOf } from './sessions.ts'

const HOUR_MS = 3_600_000

/**
 * A person asks for a link that confirms their email address, at most five times a day. Refuses 'too_many_requests'.
 * rule: email-verification
 */
export async function requestVerification(
  context: Context,
  user_id: string,
  idempotency?: Idempotency,
): Promise<{ sent: true } | { email_verified: true }> {
  const { db } = context
  if (await isEmailVerified(db, user_id)) return { email_verified: true }
  const repeated = await unlessRepeated(db, idempotency, () =>
    consumeRateLimit(context, 'verification_by_user', user_id),
  )
  if (repeated) return { sent: true }
  return runInTransaction(db, idempotency, async (tx) => {
    const key = `verify email ${user_id}`
    await enqueue(tx, 'send-verification-mail', { user_id }, { key })
    return { sent: true }
  })
}

/**
 * Job: sends the letter with a new token, which replaces the one before. The token exists only in this letter; the
 * database stores its hash. A retry makes a new token. rule: email-verification
 */
export async function sendVerificationMail(
  { db, clock, config, mail }: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const user = await userById(db, user_id)
  if (!user || (await isEmailVerified(db, user_id))) return
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(clock.now().getTime() + VERIFICATION_TOKEN_HOURS * HOUR_MS)
  await replaceVerification(db, { user_id, token_hash: hashOf(token), expires_at })
  const { title, sentence, button, facts, note } = verificationLetterTexts(user)
  await mail.send({
    to: user.email,
    subject: title,
    ...letter({
      language: user.language,
      title,
      sentence,
      button: { label: button, href: letterLink(`${config.publicOrigin}/verify-email`, token) },
      facts,
      note,
    }),
  })
}

/**
 * Confirms the address with the token of its newest letter; again with the same token changes nothing. Refuses
 * 'invalid_verification_token'. rule: email-verification
 */
export async function verifyEmail(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<{ email_verified: true }> {
  const now = clock.now()
  const link = await ownerOfVerification(db, hashOf(token), now)
  if (!link) refuse('invalid_verification_token')
  await confirmEmail(db, link.user_id, now)
  return { email_verified: true }
}
