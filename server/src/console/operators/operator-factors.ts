import type { Db, Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import {
  consumeChallenge,
  recordPasskeyUse,
  spendTotpStep,
} from '#server/people/factors/factor-use.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { stepOfCode, unsealTotpSecret } from '#server/people/factors/totp.ts'
import {
  assertionOptions,
  CHALLENGE_MS,
  challengeOf,
  registrationOptions,
  relyingParty,
  verifiedAssertion,
  verifiedRegistration,
} from '#server/people/factors/webauthn.ts'
import type { StoredPasskey, WebAuthnResponse } from '#server/people/factors/webauthn.ts'
import {
  insertOperatorChallenge,
  operatorPasskeyByCredential,
  operatorPasskeys,
  operatorTotp,
} from './operator-factors.queries.ts'

type Purpose =
  | { purpose: 'enrol' | 'second_factor'; operatorId: string }
  | { purpose: 'sign_in'; operatorId: null }

export const SIGN_IN: Purpose = { purpose: 'sign_in', operatorId: null }

/** A passkey that signed a challenge. It counts once `acceptOperatorPasskey` has recorded it. */
export type ProvedPasskey = { id: string; operator_id: string; counter: number; synced: boolean }

/** Uses a code of the operator's app. False if it is wrong or was used. rule: operators */
export async function proveOperatorCode(
  tx: Tx,
  { clock, verificationKeys: keys }: Pick<Context, 'clock' | 'verificationKeys'>,
  operatorId: string,
  typed: string,
): Promise<boolean> {
  const row = await operatorTotp(tx, operatorId)
  if (!row) return false
  const secret = unsealTotpSecret(keys, operatorId, row)
  const step = stepOfCode(secret, typed.replaceAll(' ', ''), clock.now())
  return step !== undefined && spendTotpStep(tx, 'operator_totp_secrets', operatorId, step)
}

/** Options to make the operator's passkey; null if the host is an IP address. rule: operators */
export async function enrolmentOptions(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  { id, email, name }: { id: string; email: string; name: string },
) {
  const party = relyingParty(config.operatorOrigin)
  if (!party) return null
  const options = await registrationOptions(party, { id, name: email, displayName: name }, [])
  const purpose: Purpose = { purpose: 'enrol', operatorId: id }
  await keepChallenge(db, options.challenge, purpose, clock.now())
  return options
}

/** The passkey that the operator's browser made; undefined if anything about it is not right. */
export async function madePasskey(
  context: Pick<Context, 'config' | 'db' | 'clock'>,
  operatorId: string,
  response: WebAuthnResponse,
): Promise<StoredPasskey | undefined> {
  const party = relyingParty(context.config.operatorOrigin)
  const challenge = await spendChallenge(context, response, { purpose: 'enrol', operatorId })
  return party && challenge !== undefined
    ? verifiedRegistration(party, response, challenge)
    : undefined
}

/**
 * Options to use a passkey: for the second step of an operator's sign-in their own, else any. Undefined if the host is
 * an IP address, or the operator has no passkey. rule: operator-sign-in
 */
export async function operatorPasskeyOptions(
  db: Db,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  purpose: Purpose,
) {
  const party = relyingParty(config.operatorOrigin)
  if (!party) return undefined
  const { operatorId } = purpose
  const own = operatorId === null ? undefined : await operatorPasskeys(db, operatorId)
  if (own?.length === 0) return undefined
  const options = await assertionOptions(party, own)
  await keepChallenge(db, options.challenge, purpose, clock.now())
  return options
}

/**
 * The passkey with which a browser signed a challenge. The challenge is used up, also by a wrong answer. Outside of any
 * transaction. rule: operators
 */
export async function provedOperatorPasskey(
  context: Pick<Context, 'config' | 'db' | 'clock'>,
  response: WebAuthnResponse,
  purpose: Purpose,
): Promise<ProvedPasskey | undefined> {
  const party = relyingParty(context.config.operatorOrigin)
  const challenge = await spendChallenge(context, response, purpose)
  if (challenge === undefined || !party) return undefined
  const id = Buffer.from(response.id, 'base64url')
  const passkey = await operatorPasskeyByCredential(context.db, id)
  if (!passkey) return undefined
  const used = await verifiedAssertion(party, response, passkey, challenge)
  return used && { id: passkey.id, operator_id: passkey.operator_id, ...used }
}

/** Records the use of a proved passkey of this operator. False if it is another's or was removed. */
export async function acceptOperatorPasskey(
  tx: Tx,
  passkey: ProvedPasskey | undefined,
  operatorId: string,
  at: Date,
): Promise<boolean> {
  return (
    passkey?.operator_id === operatorId &&
    recordPasskeyUse(tx, 'operator_passkeys', { ...passkey, at })
  )
}

async function keepChallenge(db: Db, challenge: string, purpose: Purpose, now: Date) {
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await insertOperatorChallenge(db, { hash: hashOf(challenge), ...purpose }, expiresAt)
}

async function spendChallenge(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  response: WebAuthnResponse,
  { purpose, operatorId }: Purpose,
): Promise<string | undefined> {
  const challenge = challengeOf(response)
  if (challenge === undefined) return undefined
  const wanted = { hash: hashOf(challenge), purpose, ownerId: operatorId }
  return (await consumeChallenge(db, 'operator_challenges', wanted, clock.now()))
    ? challenge
    : undefined
}
