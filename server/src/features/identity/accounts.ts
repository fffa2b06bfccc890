import type { Registration } from '#contract/identity.ts'
import type { Language } from '#contract/product.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import {
  lockPassword,
  insertUser,
  removePasswordReset,
  removeSessions,
  setPasswordHash,
  userByEmail,
  userById,
} from './identity.queries.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts'
import { endSession, startSession } from './sessions.ts'

type Services = Pick<Context, 'db' | 'clock'>
/** The browser of a request: the token of its present session, and its language. */
type Browser = { token: string | undefined; userAgent: string | undefined; language: Language }

/**
 * Creates an account and signs the browser in; its previous session ends. Refuses 'email_taken', and
 * 'invalid_input' with a list entry for a common password. rule: registration, one-account-per-email
 */
export async function register(
  { db, clock }: Services,
  { password, language, ...person }: Registration,
  browser: Browser,
) {
  if (isCommonPassword(password)) {
    const msg = REFUSALS.password_too_common.detail
    const fieldProblem = { msg, loc: ['body', 'password'], type: 'password_too_common' }
    refuse('invalid_input', { fieldProblems: [fieldProblem] })
  }
  const password_hash = await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, {
      ...person,
      language: language ?? browser.language,
      password_hash,
    })
    if (!user) refuse('email_taken')
    await endSession(tx, browser.token)
    return { user, token: await startSession(tx, user.id, clock.now(), browser.userAgent) }
  })
}

/**
 * Signs in with a new token; the browser's previous session ends. Refuses 'invalid_credentials'.
 * rule: login-same-answer
 */
export async function login(
  { db, clock }: Services,
  { email, password }: { email: string; password: string },
  browser: Omit<Browser, 'language'>,
) {
  const user = await userByEmail(db, email)
  if (!(await verifyPassword(password, user)) || !user) refuse('invalid_credentials')
  return db.transaction().execute(async (tx) => {
    // The password may have changed since it was verified.
    if (!(await lockPassword(tx, user))) refuse('invalid_credentials')
    await endSession(tx, browser.token)
    return { user, token: await startSession(tx, user.id, clock.now(), browser.userAgent) }
  })
}

/**
 * Sets a new password. The actor's other sessions and an open reset token end. Refuses 'wrong_password'.
 * rule: change-password
 */
export async function changePassword(
  db: Db,
  actor: Actor,
  { current, next }: { current: string; next: string },
): Promise<void> {
  const user = await userById(db, actor.id)
  if (!(await verifyPassword(current, user)) || !user) refuse('wrong_password')
  if (isCommonPassword(next)) refuse('password_too_common')
  const hash = await hashPassword(next)
  await db.transaction().execute(async (tx) => {
    if (!(await lockPassword(tx, user))) refuse('wrong_password')
    await setPasswordHash(tx, user.id, hash)
    await removeSessions(tx, user.id, actor.sessionHash)
    await removePasswordReset(tx, user.id)
  })
}
