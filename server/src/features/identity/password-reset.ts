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

/** Asks for a reset letter. Someone without an account costs the same work and gets none (decision 9). */
export async function requestReset(db: Db, email: string): Promise<void> {
  const user = await userByEmail(db, email)
  const user_id = user?.id ?? randomUUID()
  await enqueue(db, 'send-reset-mail', { user_id }, { key: `reset ${user_id}` })
}

/**
 * Sends a person the letter with a new token, which voids the one before. The token is made here and leaves only in the
 * letter: the database and the queue never hold it. When the letter cannot be sent, a later try makes a new one.
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
  const words = resetLetterTexts(user)
  await mail.send({
    to: user.email,
    subject: words.title,
    ...letter({
      language: user.language,
      title: words.title,
      sentence: words.sentence,
      button: { label: words.button, href: `${config.publicOrigin}/reset-password/${token}` },
      facts: words.facts,
      note: words.note,
    }),
  })
}

/** Sets a new password with a token, once; every session of the account ends and nobody is signed in. A refused password leaves the token good (decision 9). */
export async function resetPassword(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { token, password }: { token: string; password: string },
): Promise<void> {
  if (isCommonPassword(password)) refuse('password_too_common')
  await db.transaction().execute(async (tx) => {
    // Of two at once the second waits here, and then finds nothing.
    const reset = await consumePasswordReset(tx, hashOf(token), clock.now())
    if (!reset) refuse('invalid_reset_token')
    await setPasswordHash(tx, reset.user_id, await hashPassword(password))
    await removeSessions(tx, reset.user_id)
  })
}
