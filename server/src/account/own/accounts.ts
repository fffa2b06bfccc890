import type { Registration } from '#contract/people/identity.ts'
import type { Language } from '#contract/product.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { refuseReserved } from '../email/email-change.ts'
import { enqueueVerificationMail } from '../email/email-verification.ts'
import {
  lockPassword,
  insertUser,
  removePasswordReset,
  renewPasswordHash,
  setPasswordHash,
  userByEmail,
  userById,
} from '#server/people/person/user-rows.ts'
import { tagDevice } from '#server/people/sessions/device-tags.ts'
import { hasFactor } from '#server/people/factors/factors.ts'
import { rememberDevice } from '#server/people/sessions/known-devices.ts'
import {
  hashPassword,
  isBreached,
  isOutdated,
  verifyPassword,
  weaknessOf,
} from '#server/people/passwords/passwords.ts'
import { startAttempt } from '#server/people/factors/second-factor.ts'
import type { SecurityLog } from '#server/people/sessions/security-events.ts'
import { endAccess, endSession, startSession } from '#server/people/sessions/sessions.ts'
import { countSignIn, signIn } from '#server/people/sessions/sign-in.ts'
import type { SignedIn, SignInBrowser } from '#server/people/sessions/sign-in.ts'

type Services = Pick<Context, 'db' | 'clock'>
/** The browser that registers. `getsLetter`: whether the address may get the letter that confirms it. */
type Browser = SignInBrowser & { language: Language; getsLetter: boolean }

/**
 * Creates an account, sends the letter that confirms its address, and signs the browser in; its previous session ends.
 * Refuses 'email_taken', and 'invalid_input' with a list entry for a weak password.
 * rule: registration, password-rules, email-verification
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
    const [at, { userAgent, log }] = [clock.now(), browser]
    const user = await insertUser(tx, {
      ...person,
      language: language ?? browser.language,
      password_hash,
      created_at: at,
    })
    if (!user) refuse('email_taken')
    await refuseReserved(tx, user, at)
    if (browser.getsLetter) await enqueueVerificationMail(tx, user.id)
    await endSession(tx, browser.token, log)
    await rememberDevice(tx, user.id, browser.device, at)
    await tagDevice(tx, user.id, browser.deviceTag, at)
    await log(tx, { kind: 'sign_in', account: user, knownDevice: false })
    return { user, token: await startSession(tx, user.id, { at, userAgent, log }) }
  })
}

/**
 * Signs in with a new token; the browser's previous session ends. Says whether the password is a breached one, and
 * replaces an outdated hash. Refuses 'invalid_credentials', and 'second_factor_required' with an attempt if the account
 * has a factor. rule: login-guesses, login-answer, password-rules, second-factor
 */
export async function login(
  context: Services & Pick<Context, 'config' | 'pool'>,
  { email, password }: { email: string; password: string },
  browser: SignInBrowser,
): Promise<SignedIn> {
  const { db, clock, config } = context
  const user = await userByEmail(db, email)
  if (!(await verifyPassword(password, user)) || !user) refuse('invalid_credentials')
  if (!(await hasFactor(db, user.id))) await countSignIn(context, user.id, browser)
  const renewed = isOutdated(user.password_hash) ? await hashPassword(password) : undefined
  const breached = isBreached(password)
  const outcome = await db.transaction().execute(async (tx) => {
    // The password may have changed since it was verified.
    if (!(await lockPassword(tx, user))) refuse('invalid_credentials')
    if (renewed) await renewPasswordHash(tx, user.id, renewed)
    const at = clock.now()
    const attempt = await startAttempt(tx, { config }, { ...user, breached }, at)
    return attempt ? { attempt } : signIn(tx, { user, breached }, browser, at)
  })
  if (!('attempt' in outcome)) return outcome
  const answerFields = { second_factor: outcome.attempt }
  refuse('second_factor_required', { answerFields })
}

/**
 * Sets a new password. The actor's other sessions, what they left behind, and an open reset token end. Refuses
 * 'wrong_password', and a weak password by its code. rule: new-password, password-rules
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
    await endAccess(tx, user.id, log, { except: actor.sessionHash })
    await removePasswordReset(tx, user.id)
    await log(tx, { kind: 'password_changed', account: user })
  })
}
