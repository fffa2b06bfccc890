import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { consumeChallenge, recordPasskeyUse } from './factor-use.ts'
import { credentialsOf, insertChallenge, passkeyByCredential } from './passkeys.queries.ts'
import { hashOf } from '../sessions/sessions.ts'
import {
  assertionOptions,
  CHALLENGE_MS,
  challengeOf,
  relyingParty,
  verifiedAssertion,
} from './webauthn.ts'
import type { RelyingParty, WebAuthnResponse } from './webauthn.ts'

/** The purpose of a challenge. A challenge of a sign-in serves a confirmation too. */
type Purpose =
  | { purpose: 'add' | 'second_factor'; userId: string }
  | { purpose: 'sign_in'; userId: null }

/** A passkey that signed a challenge. It counts once `acceptPasskey` has recorded it. */
export type ProvedPasskey = { id: string; user_id: string; counter: number; synced: boolean }

const SIGN_IN: Purpose = { purpose: 'sign_in', userId: null }

/** The relying party, or the refusal 'passkeys_unavailable'. rule: passkeys */
export function requireRelyingParty({ config }: Pick<Context, 'config'>): RelyingParty {
  return relyingParty(config.publicOrigin) ?? refuse('passkeys_unavailable')
}

/** Stores the challenge of these options for one use within five minutes. rule: passkeys */
export async function keepChallenge(
  db: Db,
  challenge: string,
  { purpose, userId }: Purpose,
  now: Date,
): Promise<void> {
  await insertChallenge(db, {
    challenge_hash: hashOf(challenge),
    purpose,
    user_id: userId,
    expires_at: new Date(now.getTime() + CHALLENGE_MS),
  })
}

/** Uses the challenge that a browser's answer signed, and returns it; undefined if it is not good. */
export async function spendChallenge(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  response: WebAuthnResponse,
  { purpose, userId }: Purpose,
): Promise<string | undefined> {
  const challenge = challengeOf(response)
  if (challenge === undefined) return undefined
  const wanted = { hash: hashOf(challenge), purpose, ownerId: userId }
  return (await consumeChallenge(db, 'webauthn_challenges', wanted, clock.now()))
    ? challenge
    : undefined
}

/** Options to sign in, or to confirm, with any passkey of the browser. rule: passkeys */
export async function passkeySignInOptions(context: Context) {
  const options = await assertionOptions(requireRelyingParty(context))
  await keepChallenge(context.db, options.challenge, SIGN_IN, context.clock.now())
  return options
}

/** Options for the second step of a login, with the account's own passkeys. rule: second-factor */
export async function secondFactorOptions(
  tx: Db,
  { config }: Pick<Context, 'config'>,
  userId: string,
  now: Date,
) {
  const party = relyingParty(config.publicOrigin)
  if (!party) return undefined
  const options = await assertionOptions(party, await credentialsOf(tx, userId))
  await keepChallenge(tx, options.challenge, { purpose: 'second_factor', userId }, now)
  return options
}

/**
 * The passkey with which a browser signed a challenge, of the account if it is the second step of its login. The
 * challenge is used up, also by a wrong answer. Outside of any transaction. rule: passkeys
 */
export async function provedPasskey(
  context: Context,
  response: WebAuthnResponse,
  secondFactorOf?: string,
): Promise<ProvedPasskey | undefined> {
  const party = relyingParty(context.config.publicOrigin)
  const purpose: Purpose =
    secondFactorOf === undefined ? SIGN_IN : { purpose: 'second_factor', userId: secondFactorOf }
  const challenge = await spendChallenge(context, response, purpose)
  if (challenge === undefined || !party) return undefined
  const passkey = await passkeyByCredential(context.db, Buffer.from(response.id, 'base64url'))
  if (!passkey) return undefined
  const used = await verifiedAssertion(party, response, passkey, challenge)
  return used && { id: passkey.id, user_id: passkey.user_id, ...used }
}

/** Records the use of a proved passkey of this account. False if it is another's or was removed. */
export async function acceptPasskey(
  tx: Db,
  passkey: ProvedPasskey | undefined,
  userId: string,
  at: Date,
): Promise<boolean> {
  return passkey?.user_id === userId && recordPasskeyUse(tx, 'passkeys', { ...passkey, at })
}
