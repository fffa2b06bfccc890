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

type Deed = Pick<Context, 'db' | 'clock'>
/** What a browser brought along: the session it had until now, and the language it prefers. */
type Browser = { token: string | undefined; userAgent: string | undefined; language: Language }

/**
 * Opens an account and signs the browser in; its session from before ends. Refuses a common password as the list that
 * register answers (decision 8), and an email that has an account, also when two come at the same moment.
 */
export async function register(
  { db, clock }: Deed,
  { password, language, ...person }: Registration,
  browser: Browser,
) {
  if (isCommonPassword(password)) {
    const msg = REFUSALS.password_too_common.detail
    const complaint = { msg, loc: ['body', 'password'], type: 'password_too_common' }
    refuse('invalid_input', { complaints: [complaint] })
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

/** Signs in with a new token; the browser's one from before is dead. Says the same, in the same time, for an unknown email (decision 9). */
export async function login(
  { db, clock }: Deed,
  { email, password }: { email: string; password: string },
  browser: Omit<Browser, 'language'>,
) {
  const user = await userByEmail(db, email)
  if (!(await verifyPassword(password, user)) || !user) refuse('invalid_credentials')
  return db.transaction().execute(async (tx) => {
    // A password that changed meanwhile opens nothing.
    if (!(await lockPassword(tx, user))) refuse('invalid_credentials')
    await endSession(tx, browser.token)
    return { user, token: await startSession(tx, user.id, clock.now(), browser.userAgent) }
  })
}

/** Changes the password of who is acting; her other sessions end, and a reset letter on its way is void. */
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
