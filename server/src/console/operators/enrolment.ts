import { randomBytes } from 'node:crypto'
import { OPERATOR_PASSWORD_LENGTH_MIN } from '#contract/people/account-rules.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { hashPassword, weaknessOf } from '#server/people/passwords/passwords.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import {
  newTotpSecret,
  sealTotpSecret,
  stepOfCode,
  totpUrl,
  unsealTotpSecret,
} from '#server/people/factors/totp.ts'
import type { SealedSecret } from '#server/people/factors/totp.ts'
import type { StoredPasskey } from '#server/people/factors/webauthn.ts'
import { enrolmentOptions, madePasskey } from './operator-factors.ts'
import { insertOperatorPasskey, insertOperatorTotp } from './operator-factors.queries.ts'
import type { OperatorProof } from '../sign-in/operator-sign-in.ts'

const LINK_MS = 24 * 60 * 60 * 1000

/**
 * A new link for an operator, whose access from before the caller has removed. The token exists only in the link; the
 * database stores its hash. rule: operators
 */
export async function createEnrolment(
  tx: Tx,
  { clock, verificationKeys: keys, config }: Pick<Context, 'clock' | 'verificationKeys' | 'config'>,
  operatorId: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const created_at = clock.now()
  await tx
    .insertInto('operator_enrolments')
    .values({
      operator_id: operatorId,
      token_hash: hashOf(token),
      ...sealTotpSecret(keys, operatorId, newTotpSecret()),
      created_at,
      expires_at: new Date(created_at.getTime() + LINK_MS),
    })
    .execute()
  return `${config.operatorOrigin}/operator/enrol/${token}`
}

/** The data of the page of a link. Changes nothing but the challenge of a passkey. Refuses 'link_ended'. */
export async function enrolmentOf(context: Context, token: string) {
  const { id, email, name, ...sealed } = await enrolmentByToken(context, token)
  const secret = unsealTotpSecret(context.verificationKeys, id, sealed)
  const options = await enrolmentOptions(context, { id, email, name })
  return {
    email,
    name,
    totp: { secret, otpauth_url: totpUrl(secret, email) },
    passkey_options: options && { ...options },
  }
}

/** The factor that the operator chose: the step of the code that was entered, or a new passkey. */
type NewFactor = { totp: SealedSecret; step: number } | { passkey: StoredPasskey }

/**
 * Sets the operator's password and factor, once for a link. Refuses 'link_ended', 'password_…', 'code_wrong' and
 * 'passkey_refused'. rule: operators
 */
export async function enrol(
  context: Context,
  token: string,
  { password, proof, requestId }: { password: string; proof: OperatorProof; requestId: string },
): Promise<void> {
  const { db, clock } = context
  const operator = await enrolmentByToken(context, token)
  refuseWeak(password, operator)
  const factor = await newFactor(context, operator, proof)
  const password_hash = await hashPassword(password)
  await db.transaction().execute(async (tx) => {
    // When two requests come at once, the second waits here and then finds no link.
    if (!(await endEnrolment(tx, token))) refuse('link_ended')
    const at = clock.now()
    await tx
      .updateTable('operators')
      .set(({ eb }) => ({ password_hash, password_version: eb('password_version', '+', 1) }))
      .where('id', '=', operator.id)
      .execute()
    await keepFactor(tx, operator.id, factor, at)
    const action = { action: 'enrolment', subjectId: operator.id, doneBy: operator.id, at } as const
    const reason = 'passkey' in factor ? 'password_and_passkey' : 'password_and_code'
    await recordOperatorAction(tx, action, { reason, requestId })
  })
}

async function enrolmentByToken({ db, clock }: Pick<Context, 'db' | 'clock'>, token: string) {
  const found = await db
    .selectFrom('operator_enrolments')
    .innerJoin('operators', 'operators.id', 'operator_id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', clock.now())
    .where('disabled_at', 'is', null)
    .select(['operators.id', 'email', 'name', 'secret_sealed', 'key_id'])
    .executeTakeFirst()
  return found ?? refuse('link_ended')
}

async function endEnrolment(tx: Db, token: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operator_enrolments')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

function refuseWeak(password: string, { email, name }: { email: string; name: string }): void {
  if ([...password].length < OPERATOR_PASSWORD_LENGTH_MIN)
    refuse('password_too_short', { params: { min: String(OPERATOR_PASSWORD_LENGTH_MIN) } })
  const [first_name = '', ...others] = name.split(' ')
  const weakness = weaknessOf(password, { first_name, last_name: others.join(' '), email })
  if (weakness) refuse(weakness)
}

async function newFactor(
  context: Context,
  { id, secret_sealed, key_id }: { id: string } & SealedSecret,
  proof: OperatorProof,
): Promise<NewFactor> {
  if ('passkey' in proof)
    return { passkey: (await madePasskey(context, id, proof.passkey)) ?? refuse('passkey_refused') }
  const totp = { secret_sealed, key_id }
  const secret = unsealTotpSecret(context.verificationKeys, id, totp)
  const step = stepOfCode(secret, proof.code.replaceAll(' ', ''), context.clock.now())
  return { totp, step: step ?? refuse('code_wrong') }
}

async function keepFactor(tx: Tx, operatorId: string, factor: NewFactor, at: Date): Promise<void> {
  const row = { operator_id: operatorId, created_at: at }
  if ('totp' in factor)
    return insertOperatorTotp(tx, { ...row, ...factor.totp, last_step: factor.step })
  if (!(await insertOperatorPasskey(tx, { ...row, ...factor.passkey }))) refuse('passkey_refused')
}
