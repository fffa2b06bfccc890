import { randomBytes, randomUUID } from 'node:crypto'
import { letterLink } from '#contract/account/letter-link.ts'
import { RESET_TOKEN_MINUTES } from '#contract/people/account-rules.ts'
import type { Db } from '#server/db/db.ts'
import { resetRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { letter } from '#server/outside/mail/letter.ts'
import type { Context } from '#server/context.ts'
import { nameInLetter } from '#server/outside/mail/name-in-letter.ts'
import { textsIn } from '#server/texts.ts'
import { proveAddress } from './email-verification.ts'
import {
  replacePasswordReset,
  setPasswordHash,
  consumePasswordReset,
  openPasswordReset,
  userByEmail,
  userById,
} from '#server/people/person/user-rows.ts'
import { enqueueResetMail } from '#server/people/passwords/enqueue-reset-mail.ts'
import { hashPassword, weaknessOf } from '#server/people/passwords/passwords.ts'
import type { SecurityLog } from '#server/people/sessions/security-events.ts'
import { endAccess, hashOf } from '#server/people/sessions/sessions.ts'
import { tellReleased } from '#server/bookings/held/release-held.ts'

const MINUTE_MS = 60_000

/**
 * Enqueues a reset letter. An unknown email enqueues a job without a receiver, so that both take the same time.
 * rule: new-password
 */
export async function requestReset(db: Db, email: string): Promise<void> {
  const user = await userByEmail(db, email)
  await enqueueResetMail(db, user?.id ?? randomUUID())
}

/**
 * Job: sends the letter with a new token, which replaces the previous one. The token exists only in this letter; the
 * database stores its hash, and the queue never has it. A retry makes a new token. rule: new-password
 */
export async function sendResetMail(
  { db, clock, config, mail }: Context,
  { user_id }: { user_id: string },
): Promise<void> {
  const user = await userById(db, user_id)
  if (!user) return
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(clock.now().getTime() + RESET_TOKEN_MINUTES * MINUTE_MS)
  await replacePasswordReset(db, { user_id, token_hash: hashOf(token), expires_at })
  const name = nameInLetter(user.first_name)
  const t = textsIn(user.language, 'identity')
  await mail.send(
    letter(user.email, {
      language: user.language,
      title: t('reset.title'),
      sentence: t(`reset.${name ? 'sentence' : 'sentence_unnamed'}`, { name }),
      button: {
        label: t('reset.button'),
        href: `${letterLink(`${config.publicOrigin}/reset-password`, token)}&email=${encodeURIComponent(user.email)}`,
      },
      facts: [
        [t('labels.account'), user.email, 'email'],
        [t('labels.valid_for'), t('reset.minutes', { minutes: RESET_TOKEN_MINUTES })],
      ],
      note: t('reset.note'),
    }),
  )
}

/**
 * Sets a new password with a token, once, and ends every session of the account and what sessions left behind. A
 * refused password keeps the token valid. The token proves the email: the address is confirmed, and wrong guesses of
 * strangers no longer count against it. rule: new-password
 */
export async function resetPassword(
  context: Context,
  { token, password }: { token: string; password: string },
  log: SecurityLog,
): Promise<void> {
  const { db, clock } = context
  const reset = await openPasswordReset(db, hashOf(token), clock.now())
  const owner = reset && (await userById(db, reset.user_id))
  if (!owner) refuse('invalid_reset_token')
  const weakness = weaknessOf(password, owner)
  if (weakness) refuse(weakness)
  const passwordHash = await hashPassword(password)
  const { emailKey, released } = await db.transaction().execute(async (tx) => {
    // When two requests come at once, the second waits here and then finds no token.
    if (!(await consumePasswordReset(tx, hashOf(token), clock.now()))) refuse('invalid_reset_token')
    const account = await setPasswordHash(tx, owner.id, passwordHash)
    const released = await proveAddress(context, tx, owner.id, log)
    await endAccess(tx, owner.id, log)
    await log(tx, { kind: 'password_reset', account: owner })
    return { emailKey: account.email_key, released }
  })
  await resetRateLimit(context, 'login_by_email', emailKey)
  await resetRateLimit(context, 'sign_in_by_user', owner.id)
  if (released) await tellReleased(context, released)
}
