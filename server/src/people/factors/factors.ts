import type { Security } from '#contract/people/factors.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { isConfirmed } from '#server/http/calls/confirmed.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import type { FactorChange } from './factor-letter.ts'
import { spendTotpStep } from './factor-use.ts'
import {
  confirmTotpSecret,
  factorsOf,
  lockAccountOfFactors,
  removeFactorsSince,
  removeTotpSecret,
  replaceRecoveryCodes,
  replaceTotpSecret,
  securityRow,
  totpSecretOf,
} from './factors.queries.ts'
import { passkeysOf, shownPasskey } from './passkeys.queries.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import type { SecurityLog } from '../sessions/security-events.ts'
import { endAccess } from '../sessions/sessions.ts'
import { relyingParty } from './webauthn.ts'
import { newTotpSecret, sealTotpSecret, stepOfCode, totpUrl, unsealTotpSecret } from './totp.ts'

const TOTP_SETUP_MS = 10 * 60_000

/** A change of the actor's factors: who, whether their other sessions end, and the request's log. */
export type Change = { actor: Actor; signOutOthers?: boolean | undefined; log: SecurityLog }

/** The passkeys, app, recovery codes and devices that protect the actor's account. rule: second-factor */
export async function securityOf({ db, clock, config }: Context, actor: Actor): Promise<Security> {
  const now = clock.now()
  const row = await securityRow(db, actor.id, now)
  const { totp, recoveryCodes } = await factorsOf(db, actor.id)
  return {
    email_verified: row.email_verified_at !== null,
    passkeys_available: relyingParty(config.publicOrigin) !== undefined,
    passkeys: (await passkeysOf(db, actor.id)).map(shownPasskey),
    totp,
    recovery_codes_left: recoveryCodes,
    known_devices: Number(row.known_devices),
    confirmed_until: isConfirmed(actor, now) ? actor.confirmedUntil!.toISOString() : null,
  }
}

/** Whether the password alone signs in no longer. rule: second-factor */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  const { totp, passkeys } = await factorsOf(db, userId)
  return totp || passkeys > 0
}

/**
 * A new secret for the actor's app. Its codes are asked for once the first one was entered, within ten minutes. Another
 * secret replaces it until then. Refuses 'already_so'. rule: app-codes
 */
export async function startTotp({ db, clock, verificationKeys: keys }: Context, actor: Actor) {
  const secret = newTotpSecret()
  const created_at = clock.now()
  const expires_at = new Date(created_at.getTime() + TOTP_SETUP_MS)
  const email = await db.transaction().execute(async (tx) => {
    const account = (await lockAccountOfFactors(tx, actor.id)) ?? refuse('not_signed_in')
    if ((await factorsOf(tx, actor.id)).totp) refuse('already_so')
    const sealed = sealTotpSecret(keys, actor.id, secret)
    await replaceTotpSecret(tx, actor.id, { ...sealed, created_at, expires_at })
    return account.email
  })
  return { secret, otpauth_url: totpUrl(secret, email), expires_at: expires_at.toISOString() }
}

/**
 * Switches the codes of the actor's app on with the first one. Returns the recovery codes if it is the account's first
 * factor. Refuses 'code_wrong', also after the ten minutes. rule: app-codes, second-factor
 */
export async function confirmTotp(
  context: Context,
  { actor, ...change }: Change,
  code: string,
): Promise<{ recovery_codes?: string[] }> {
  const { db, clock, verificationKeys: keys } = context
  await consumeRateLimit(context, 'totp_by_user', actor.id)
  await consumeRateLimit(context, 'factor_change_by_user', actor.id)
  return db.transaction().execute(async (tx) => {
    await lockAccountOfFactors(tx, actor.id)
    const isFirst = !(await hasFactor(tx, actor.id))
    const row = await totpSecretOf(tx, actor.id)
    const at = clock.now()
    if (!row?.expires_at || row.expires_at <= at) refuse('code_wrong')
    const step = stepOfCode(unsealTotpSecret(keys, actor.id, row), code, at)
    if (step === undefined) refuse('code_wrong')
    await spendTotpStep(tx, 'totp_secrets', actor.id, step)
    await confirmTotpSecret(tx, actor.id, at)
    const codes = isFirst ? await makeRecoveryCodes(tx, actor.id, at) : undefined
    await announceChange(tx, { actor, ...change }, 'app_added', at)
    return codes ? { recovery_codes: codes } : {}
  })
}

/** Switches the codes of the actor's app off. Safe to repeat. rule: second-factor */
export async function removeTotp(context: Context, change: Change): Promise<void> {
  const { db, clock } = context
  const { actor } = change
  await consumeRateLimit(context, 'factor_change_by_user', actor.id)
  await db.transaction().execute(async (tx) => {
    await lockAccountOfFactors(tx, actor.id)
    if (!(await removeTotpSecret(tx, actor.id))) return
    const at = clock.now()
    await dropCodesWithoutFactor(tx, actor.id, at)
    await announceChange(tx, change, 'app_removed', at)
  })
}

/**
 * Ten new recovery codes for the actor, three times a day. Refuses 'not_found' without a factor, and
 * 'too_many_requests'. rule: recovery-codes
 */
export async function renewRecoveryCodes(context: Context, change: Change): Promise<string[]> {
  const { db, clock } = context
  const { actor } = change
  await consumeRateLimit(context, 'recovery_codes_by_user', actor.id)
  return db.transaction().execute(async (tx) => {
    await lockAccountOfFactors(tx, actor.id)
    if (!(await hasFactor(tx, actor.id))) refuse('not_found')
    const at = clock.now()
    const codes = await makeRecoveryCodes(tx, actor.id, at)
    await announceChange(tx, change, 'recovery_codes_renewed', at)
    return codes
  })
}

/** Recovery codes stand in for a factor, so they go with the last one. rule: recovery-codes */
export async function dropCodesWithoutFactor(tx: Tx, userId: string, at: Date): Promise<void> {
  if (!(await hasFactor(tx, userId))) await replaceRecoveryCodes(tx, userId, [], at)
}

/**
 * Removes what somebody else added to the account's factors since a moment. The caller holds a lock on the account.
 * rule: not-me
 */
export async function undoFactorsSince(
  tx: Tx,
  userId: string,
  { since, at, log }: { since: Date; at: Date; log: SecurityLog },
): Promise<void> {
  if (!(await removeFactorsSince(tx, userId, since))) return
  await dropCodesWithoutFactor(tx, userId, at)
  await log(tx, { kind: 'factor_removed', account: { id: userId } })
}

/** Records a change of factors, sends its letter, and ends the other sessions if asked. rule: second-factor */
export async function announceChange(
  tx: Tx,
  { actor, signOutOthers, log }: Change,
  change: FactorChange,
  at: Date,
): Promise<void> {
  const kind = change.endsWith('_removed') ? 'factor_removed' : 'factor_added'
  await log(tx, { kind, account: actor })
  await enqueue(tx, 'send-factor-letter', { user_id: actor.id, change, at: at.toISOString() })
  if (signOutOthers) await endAccess(tx, actor.id, log, { except: actor.sessionHash })
}
