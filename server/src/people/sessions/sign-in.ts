import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/db.ts'
import { consumeRateLimit, giveBackRateLimit } from '#server/http/limits/rate-limits.ts'
import { stopRemovalBySignIn } from '../factors/factor-removal.ts'
import type { userById } from '../person/user-rows.ts'
import { tagDevice } from './device-tags.ts'
import { rememberDevice } from './known-devices.ts'
import type { SecurityLog } from './security-events.ts'
import { endSession, startSession } from './sessions.ts'
import { announceSignIn } from './sign-in-letter.ts'

/** The browser of a request: the token of its present session and its device. */
export type SignInBrowser = {
  token: string | undefined
  userAgent: string | undefined
  /** The token of its device cookie. */
  device: string
  deviceTag: string
  network: string
  log: SecurityLog
}
type User = NonNullable<Awaited<ReturnType<typeof userById>>>
/** `breached`: the password is in lists of breached ones. */
export type SignedIn = { user: User; token: string; breached: boolean }

/**
 * Counts a sign-in that everything was proved for, before its transaction. Refuses 'too_many_requests'.
 * rule: login-guesses
 */
export async function countSignIn(
  context: Pick<Context, 'pool' | 'config'>,
  userId: string,
  { network }: Pick<SignInBrowser, 'network'>,
): Promise<void> {
  await consumeRateLimit(context, 'sign_in_by_user', userId)
  await consumeRateLimit(context, 'sign_in_by_network', network)
}

/** Takes back the count of a sign-in that was refused. */
export async function uncountSignIn(
  context: Pick<Context, 'pool' | 'config'>,
  userId: string,
  { network }: Pick<SignInBrowser, 'network'>,
): Promise<void> {
  await giveBackRateLimit(context, 'sign_in_by_user', userId)
  await giveBackRateLimit(context, 'sign_in_by_network', network)
}

/**
 * Starts a session, once all that the account asks for was proved. The browser's previous session ends; the owner is
 * told of a sign-in from an unknown device by a letter. The caller holds a lock on the account.
 * rule: not-me, security-events
 */
export async function signIn(
  tx: Tx,
  { user, breached }: Omit<SignedIn, 'token'>,
  { token: previous, userAgent, device, deviceTag, log }: SignInBrowser,
  at: Date,
): Promise<SignedIn> {
  await endSession(tx, previous, log)
  await stopRemovalBySignIn(tx, user.id, at)
  const { wasKnown, deviceHash } = await rememberDevice(tx, user.id, device, at)
  await tagDevice(tx, user.id, deviceTag, at)
  await log(tx, { kind: 'sign_in', account: user, knownDevice: wasKnown })
  if (!wasKnown) {
    await log(tx, { kind: 'new_device', account: user, knownDevice: false })
    // Otherwise somebody who registers with another person's address could send them letters by signing in.
    if (user.email_verified)
      await announceSignIn(tx, { userId: user.id, deviceHash, userAgent, at })
  }
  const token = await startSession(tx, user.id, { at, userAgent, log })
  return { user, token, breached }
}
