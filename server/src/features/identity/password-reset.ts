import { randomBytes, randomUUID } from 'node:crypto'
import { RESET_TOKEN_MINUTES } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import {
  replacePasswordReset,
  removeSessions,
  setPasswordHash,
  consumePasswordReset,
  userByEmail,
  userById,
} from './identity.queries.ts'
import { hashPassword, isCommonPassword } from './passwords.ts'
import { resetLetterTexts } from './reset-letter-texts.ts'
import { hashOf } from './sessions.ts'

const MINUTE_MS = 60_000

/**
 * Enqueues a reset letter. An unknown email enqueues a job without a receiver, so that both take the same time.
 * rule: reset-same-answer
 */
export async function requestReset(db: Db, email: string): Promise<void> {
  const user = await userByEmail(db, email)
  const user_id = user?.id ?? randomUUID()
  await enqueue(db, 'send-reset-mail', { user_id }, { key: `reset ${user_id}` })
}

/**
 * Job: sends the letter with a new token, which replaces the previous one. The token exists only in this letter; the
 * database stores its hash, and the queue never has it. A retry makes a new token. rule: reset-token
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
  const texts = resetLetterTexts(user)
  await mail.send({
    to: user.email,
    subject: texts.title,
    ...letter({
      language: user.language,
      title: texts.title,
      sentence: texts.sentence,
      button: { label: texts.button, href: `${config.publicOrigin}/reset-password/${token}` },
      facts: texts.facts,
      note: texts.note,
    }),
  })
}

/**
 * Sets a new password with a token, once, and ends every session of the account. A refused password keeps the token
 * valid. rule: reset-effect
 */
export async function resetPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { token, password }: { token: string; password: string },
): Promise<void> {
  if (isCommonPassword(password)) refuse('password_too_common')
  await db.transaction().execute(async (tx) => {
    // Of two requests at once, the second waits here and then finds no token.
    const reset = await consumePasswordReset(tx, hashOf(token), clock.now())
    if (!reset) refuse('invalid_reset_token')
    await setPasswordHash(tx, reset.user_id, await hashPassword(password))
    await removeSessions(tx, reset.user_id)
  })
}
