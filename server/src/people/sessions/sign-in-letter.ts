import { randomBytes } from 'node:crypto'
import { letterLink } from '#contract/account/letter-link.ts'
import { NOT_ME_TOKEN_HOURS } from '#contract/people/account-rules.ts'
import type { Language } from '#contract/product.ts'
import type { Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { letter } from '#server/outside/mail/letter.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { deviceOf } from './device.ts'
import { undoFactorsSince } from '../factors/factors.ts'
import { lockAccountOfFactors } from '../factors/factors.queries.ts'
import { userById } from '../person/user-rows.ts'
import { letterMoment } from '../factors/letter-moment.ts'
import { enqueueResetMail } from '../passwords/enqueue-reset-mail.ts'
import type { SecurityLog } from './security-events.ts'
import { removeContactSince } from '../person/left-behind.ts'
import { endAccess, hashOf, shortUserAgent } from './sessions.ts'
import {
  consumeSignInLetter,
  hasSignInLetterSince,
  insertSignInLetter,
  setLetterToken,
  signInLetterById,
} from './sign-in-letter.queries.ts'
import { deleteKnownDevice } from './known-devices.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Enqueues the letter about a sign-in from a device that the account did not know, at most one an hour. The caller
 * holds a lock on the account, and its address is proved. rule: not-me, who-may-name
 */
export async function announceSignIn(
  tx: Tx,
  signIn: { userId: string; deviceHash: Buffer; userAgent: string | undefined; at: Date },
): Promise<void> {
  const anHourAgo = new Date(signIn.at.getTime() - HOUR_MS)
  if (await hasSignInLetterSince(tx, signIn.userId, anHourAgo)) return
  const letter_id = await insertSignInLetter(tx, {
    user_id: signIn.userId,
    device_hash: signIn.deviceHash,
    user_agent: shortUserAgent(signIn.userAgent),
    at: signIn.at,
    expires_at: new Date(signIn.at.getTime() + NOT_ME_TOKEN_HOURS * HOUR_MS),
  })
  await enqueue(tx, 'send-sign-in-letter', { letter_id })
}

/**
 * Job: sends the letter with a new token. The token exists only in this letter; the database stores its hash. A retry
 * makes a new token. rule: not-me
 */
export async function sendSignInLetter(
  { db, clock, config, mail }: Context,
  { letter_id }: { letter_id: string },
): Promise<void> {
  const signIn = await signInLetterById(db, letter_id)
  const user = signIn && (await userById(db, signIn.user_id))
  if (!user) return
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(clock.now().getTime() + NOT_ME_TOKEN_HOURS * HOUR_MS)
  await setLetterToken(db, letter_id, { token_hash: hashOf(token), expires_at })
  const { language, first_name: name } = user
  const t = textsIn(language, 'identity')
  await mail.send(
    letter(user.email, {
      language,
      ...titled(language, 'identity', 'sign_in', { name }),
      button: {
        label: t('sign_in.button'),
        href: letterLink(`${config.publicOrigin}/not-me`, token),
      },
      facts: [
        [t('labels.account'), user.email, 'email'],
        [t('labels.device'), deviceName(signIn.user_agent, language)],
        [t('labels.at'), letterMoment(language, signIn.at)],
      ],
      note: t('sign_in.note', { hours: NOT_ME_TOKEN_HOURS }),
    }),
  )
}

/**
 * Takes back a sign-in with the token of its letter, once: every session of the account ends, its device is forgotten,
 * factors and a safety contact of since then are removed, and a reset letter is sent. Refuses
 * 'invalid_verification_token'. rule: not-me
 */
export async function undoSignIn(
  { db, clock }: Context,
  token: string,
  log: SecurityLog,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // When two requests come at once, the second waits here and then finds no token.
    const signIn = await consumeSignInLetter(tx, hashOf(token), clock.now())
    if (!signIn) refuse('invalid_verification_token')
    await lockAccountOfFactors(tx, signIn.user_id)
    await removeContactSince(tx, signIn.user_id, signIn.at)
    await endAccess(tx, signIn.user_id, log)
    await undoFactorsSince(tx, signIn.user_id, { since: signIn.at, at: clock.now(), log })
    await deleteKnownDevice(tx, signIn.user_id, signIn.device_hash)
    await enqueueResetMail(tx, signIn.user_id)
  })
}

function deviceName(userAgent: string, language: Language): string {
  const t = textsIn(language, 'identity')
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return t('sign_in.device', { browser, system })
  return browser ?? system ?? t('sign_in.unknown')
}
