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
  renewPasswordHash,
  setPasswordHash,
  userByEmail,
  userById,
} from './identity.queries.ts'
import { rememberDevice } from './known-devices.ts'
import { hashPassword, isBreached, isOutdated, verifyPassword, weaknessOf } from './passwords.ts'
import type { SecurityLog } from './security-events.ts'
import { endSession, startSession } from './sessions.ts'
import { announceSignIn } from './sign-in-letter.ts'

type Services = Pick<Context, 'db' | 'clock'>
/** The browser of a request: the token of its present session, its language, and its device. */
type Browser = {
  token: string | undefined
  userAgent: string | undefined
  language: Language
  /** The token of its device cookie. */
  device: string
  log: SecurityLog
}

/**
 * Creates an account and signs the browser in; its previous session ends. Refuses 'email_taken', and
 * 'invalid_input' with a list entry for a weak password. rule: registration, one-account-per-email, password-rules
 */
export async function register(
  { db, clock }: Services,
  { password, language, ...person }: Registration,
  browser: Browser,
) {
  const weakness = weaknessOf(password, person)
  if (weakness) {
    const msg = REFUSALS[weakness].detail
    const fieldProblem = { msg, loc: ['body', 'password'], type: weakness }
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
    const [at, { userAgent, log }] = [clock.now(), browser]
    await endSession(tx, browser.token, log)
    await rememberDevice(tx, user.id, browser.device, at)
    await log(tx, { kind: 'sign_in', account: user, knownDevice: false })
    return { user, token: await startSession(tx, user.id, { at, userAgent, log }) }
  })
}

/**
 * Signs in with a new token; the browser's previous session ends. Says whether the password is a breached one, replaces
 * an outdated hash, and tells the owner of a sign-in from an unknown device by a letter. Refuses 'invalid_credentials'.
 * rule: login-same-answer, breached-login, password-storage, sign-in-letter
 */
export async function login(
  { db, clock }: Services,
  { email, password }: { email: string; password: string },
  browser: Omit<Browser, 'language'>,
) {
  const user = await userByEmail(db, email)
  if (!(await verifyPassword(password, user)) || !user) refuse('invalid_credentials')
  const renewed = isOutdated(user.password_hash) ? await hashPassword(password) : undefined
  return db.transaction().execute(async (tx) => {
    // The password may have changed since it was verified.
    if (!(await lockPassword(tx, user))) refuse('invalid_credentials')
    if (renewed) await renewPasswordHash(tx, user.id, renewed)
    const [at, { userAgent, log }] = [clock.now(), browser]
    await endSession(tx, browser.token, log)
    const { wasKnown, deviceHash } = await rememberDevice(tx, user.id, browser.device, at)
    await log(tx, { kind: 'sign_in', account: user, knownDevice: wasKnown })
    if (!wasKnown) {
      await log(tx, { kind: 'new_device', account: user, knownDevice: false })
      await announceSignIn(tx, { userId: user.id, deviceHash, userAgent, at })
    }
    const token = await startSession(tx, user.id, { at, userAgent, log })
    return { user, token, breached: isBreached(password) }
  })
}

/**
 * Sets a new password. The actor's other sessions and an open reset token end. Refuses 'wrong_password', and a weak
 * password by its code. rule: change-password, password-rules
 */
export async function changePassword(
  db: Db,
  actor: Actor,
  { current, next }: { current: string; next: string },
  log: SecurityLog,
): Promise<void> {
  const user = await userById(db, actor.id)
  if (!(await verifyPassword(current, user)) || !user) refuse('wrong_password')
  const weakness = weaknessOf(next, user)
  if (weakness) refuse(weakness)
  const hash = await hashPassword(next)
  await db.transaction().execute(async (tx) => {
    if (!(await lockPassword(tx, user))) refuse('wrong_password')
    await setPasswordHash(tx, user.id, hash)
    await removeSessions(tx, user.id, { except: actor.sessionHash })
    await removePasswordReset(tx, user.id)
    await log(tx, { kind: 'password_changed', account: user })
  })
}
