import type { Passkey } from '#contract/people/factors.ts'
import { Id } from '#contract/values.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { announceChange, dropCodesWithoutFactor, hasFactor } from './factors.ts'
import type { Change } from './factors.ts'
import { lockAccountOfFactors } from './factors.queries.ts'
import { userById } from '../person/user-rows.ts'
import {
  keepChallenge,
  provedPasskey,
  requireRelyingParty,
  spendChallenge,
  acceptPasskey,
} from './passkey-challenges.ts'
import {
  credentialsOf,
  insertPasskey,
  passkeysOf,
  removePasskeyRow,
  shownPasskey,
  updatePasskeyName,
} from './passkeys.queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { countSignIn, signIn } from '../sessions/sign-in.ts'
import type { SignedIn, SignInBrowser } from '../sessions/sign-in.ts'
import { registrationOptions, verifiedRegistration } from './webauthn.ts'
import type { WebAuthnResponse } from './webauthn.ts'

const PASSKEYS_PER_ACCOUNT_MAX = 10

/** Options to make a passkey. Refuses 'passkeys_unavailable' and 'too_many_passkeys'. rule: passkeys */
export async function passkeyOptions(context: Context, actor: Actor) {
  const { db, clock } = context
  const party = requireRelyingParty(context)
  const known = await credentialsOf(db, actor.id)
  if (known.length >= PASSKEYS_PER_ACCOUNT_MAX) refuse('too_many_passkeys')
  const displayName = `${actor.first_name} ${actor.last_name}`
  const owner = { id: actor.id, name: actor.email, displayName }
  const options = await registrationOptions(party, owner, known)
  await keepChallenge(db, options.challenge, { purpose: 'add', userId: actor.id }, clock.now())
  return options
}

/**
 * Adds the passkey that the actor's browser made. Returns the recovery codes if it is the account's first factor.
 * Refuses 'passkeys_unavailable', 'passkey_refused' and 'too_many_passkeys'. rule: passkeys, second-factor
 */
export async function addPasskey(
  context: Context,
  change: Change,
  { name, response }: { name: string; response: WebAuthnResponse },
): Promise<{ passkey: Passkey; recovery_codes?: string[] }> {
  const { db, clock } = context
  const { id: userId } = change.actor
  const party = requireRelyingParty(context)
  const challenge = await spendChallenge(context, response, { purpose: 'add', userId })
  const made = challenge && (await verifiedRegistration(party, response, challenge))
  if (!made) refuse('passkey_refused')
  await consumeRateLimit(context, 'factor_change_by_user', userId)
  return db.transaction().execute(async (tx) => {
    await lockAccountOfFactors(tx, userId)
    const known = await passkeysOf(tx, userId)
    if (known.length >= PASSKEYS_PER_ACCOUNT_MAX) refuse('too_many_passkeys')
    const isFirst = !(await hasFactor(tx, userId))
    const at = clock.now()
    const row = await insertPasskey(tx, { ...made, user_id: userId, name, created_at: at })
    if (!row) refuse('passkey_refused')
    const codes = isFirst ? await makeRecoveryCodes(tx, userId, at) : undefined
    await announceChange(tx, change, 'passkey_added', at)
    return { passkey: shownPasskey(row), ...(codes ? { recovery_codes: codes } : {}) }
  })
}

/** Renames the actor's passkey. Refuses 'not_found', also for another person's. rule: passkeys */
export async function renamePasskey(
  { db }: Pick<Context, 'db'>,
  passkey: { id: string; userId: string; name: string },
): Promise<Passkey> {
  if (!Id.safeParse(passkey.id).success) refuse('not_found')
  return shownPasskey((await updatePasskeyName(db, passkey)) ?? refuse('not_found'))
}

/** Removes the actor's passkey. Refuses 'not_found', also for another person's. rule: second-factor */
export async function removePasskey(context: Context, change: Change, id: string): Promise<void> {
  if (!Id.safeParse(id).success) refuse('not_found')
  const { db, clock } = context
  const { id: userId } = change.actor
  await consumeRateLimit(context, 'factor_change_by_user', userId)
  await db.transaction().execute(async (tx) => {
    await lockAccountOfFactors(tx, userId)
    if (!(await removePasskeyRow(tx, id, userId))) refuse('not_found')
    const at = clock.now()
    await dropCodesWithoutFactor(tx, userId, at)
    await announceChange(tx, change, 'passkey_removed', at)
  })
}

/** Signs in with a passkey alone. Refuses 'passkey_refused'. rule: passkeys */
export async function signInWithPasskey(
  context: Context,
  response: WebAuthnResponse,
  browser: SignInBrowser,
): Promise<SignedIn> {
  const passkey = (await provedPasskey(context, response)) ?? refuse('passkey_refused')
  await countSignIn(context, passkey.user_id, browser)
  return context.db.transaction().execute(async (tx) => {
    const account = await lockAccountOfFactors(tx, passkey.user_id)
    const at = context.clock.now()
    if (!account || !(await acceptPasskey(tx, passkey, account.id, at))) refuse('passkey_refused')
    const user = (await userById(tx, account.id))!
    return signIn(tx, { user, breached: false }, browser, at)
  })
}
