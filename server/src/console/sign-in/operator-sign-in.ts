import { randomBytes } from 'node:crypto'
import type { Tx } from '#server/db/db.ts'
import { consumeRateLimit, giveBackRateLimit } from '#server/http/limits/rate-limits.ts'
import type { RateLimit } from '#server/http/limits/rate-limits.ts'
import { Refusal, refuse } from '#server/http/calls/refusal.ts'
import type { Operator } from '#server/http/calls/actor.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { countWrongTry, endAttempt, lockAttempt } from '#server/people/factors/factor-use.ts'
import { countWrong } from '#server/people/sessions/guesses.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import { verifyPassword } from '#server/people/passwords/passwords.ts'
import { hashOf, shortUserAgent } from '#server/people/sessions/sessions.ts'
import type { WebAuthnResponse } from '#server/people/factors/webauthn.ts'
import {
  acceptOperatorPasskey,
  operatorPasskeyOptions,
  proveOperatorCode,
  provedOperatorPasskey,
  SIGN_IN,
} from '../operators/operator-factors.ts'
import type { ProvedPasskey } from '../operators/operator-factors.ts'
import {
  insertOperatorAttempt,
  openOperatorAttempt,
  operatorTotp,
} from '../operators/operator-factors.queries.ts'
import { warnOperatorOfGuesses } from './guess-letter.ts'
import { knownOperatorDevice, newOperatorDevice } from './operator-device.ts'
import { endOperatorSession, startOperatorSession } from './operator-sessions.ts'
import {
  confirmOperatorSession,
  lockOperator,
  operatorByEmail,
} from '../operators/operators.queries.ts'

const ATTEMPT_MS = 5 * 60_000
const CONFIRMED_MS = 10 * 60_000

/** The browser of a request: its present session, and what the letter and the audit log say about it. */
export type OperatorBrowser = {
  token: string | undefined
  /** The cookie of a browser that has signed in before. */
  device: string | undefined
  userAgent: string | undefined
  network: string
  requestId: string
}
export type OperatorProof = { code: string } | { passkey: WebAuthnResponse }
type Checked = { code: string } | { proved: ProvedPasskey | undefined }
type Named = { id: string; email: string; name: string }
/** `device`: the cookie that makes the browser known. */
export type SignedInOperator = { operator: Named; token: string; expiresAt: Date; device: string }

/**
 * The first step: begins an attempt if the password is right. It never starts a session. Refuses 'invalid_credentials',
 * also for an operator who is disabled or has not enrolled, and 'too_many_requests'.
 * rule: operator-sign-in
 */
export async function startOperatorSignIn(
  context: Context,
  { email, password }: { email: string; password: string },
  browser: OperatorBrowser,
) {
  return counted(context, email, browser, async () => {
    const { db, clock } = context
    const found = await operatorByEmail(db, email)
    const account =
      found?.password_hash && !found.disabled_at
        ? { ...found, password_hash: found.password_hash }
        : undefined
    if (!(await verifyPassword(password, account)) || !account) refuse('invalid_credentials')
    const operatorId = account.id
    const purpose = { purpose: 'second_factor', operatorId } as const
    const passkey_options = await operatorPasskeyOptions(db, context, purpose)
    const totp = await operatorTotp(db, operatorId)
    const attempt = randomBytes(32).toString('base64url')
    const expires_at = new Date(clock.now().getTime() + ATTEMPT_MS)
    await insertOperatorAttempt(db, {
      operator_id: operatorId,
      token_hash: hashOf(attempt),
      password_version: account.password_version,
      expires_at,
    })
    return {
      attempt,
      methods: [
        ...(passkey_options ? (['passkey'] as const) : []),
        ...(totp ? (['totp'] as const) : []),
      ],
      ...(passkey_options ? { passkey_options: { ...passkey_options } } : {}),
      expires_at: expires_at.toISOString(),
    }
  })
}

/**
 * The second step: signs in if the factor is right. Refuses 'attempt_ended', 'second_factor_wrong' and
 * 'too_many_requests'. rule: operator-sign-in
 */
export async function finishOperatorSignIn(
  context: Context,
  { attempt: token, proof }: { attempt: string; proof: OperatorProof },
  browser: OperatorBrowser,
): Promise<SignedInOperator> {
  const attempt = await openOperatorAttempt(context.db, hashOf(token), context.clock.now())
  if (!attempt) refuse('attempt_ended')
  return counted(context, attempt.email, browser, async () => {
    const checked = await checkedProof(context, proof, attempt.operator_id)
    const outcome = await tryFactor(context, attempt, checked, browser)
    return typeof outcome === 'string' ? refuse(outcome) : outcome
  })
}

/** Signs in with a passkey alone. Refuses 'passkey_refused'. rule: operator-sign-in */
export async function signInOperatorByPasskey(
  context: Context,
  response: WebAuthnResponse,
  browser: OperatorBrowser,
): Promise<SignedInOperator> {
  const proved = await provedOperatorPasskey(context, response, SIGN_IN)
  if (!proved) refuse('passkey_refused')
  return context.db.transaction().execute(async (tx) => {
    const operator = await lockOperator(tx, proved.operator_id)
    const at = context.clock.now()
    if (!operator || !(await acceptOperatorPasskey(tx, proved, operator.id, at)))
      refuse('passkey_refused')
    return signIn(tx, context, operator, browser, { at, method: 'passkey' })
  })
}

/**
 * Confirms the operator's session for ten minutes and returns until when. A session has ten wrong tries an hour.
 * Refuses 'code_wrong', 'passkey_refused' and 'too_many_requests'. rule: operator-sessions
 */
export async function confirmOperator(
  context: Context,
  { id, sessionId }: Operator,
  proof: OperatorProof,
): Promise<Date> {
  await consumeRateLimit(context, 'operator_confirm_by_session', sessionId)
  const checked = await checkedProof(context, proof, null)
  const until = await context.db.transaction().execute(async (tx) => {
    const operator = await lockOperator(tx, id)
    const at = context.clock.now()
    if (!operator || !(await isRight(tx, context, id, checked, at)))
      refuse('code' in proof ? 'code_wrong' : 'passkey_refused')
    const confirmedUntil = new Date(at.getTime() + CONFIRMED_MS)
    await confirmOperatorSession(tx, sessionId, confirmedUntil)
    return confirmedUntil
  })
  await giveBackRateLimit(context, 'operator_confirm_by_session', sessionId)
  return until
}

/** Tries a factor in a transaction of its own: a wrong one has to be counted although the call is refused. */
async function tryFactor(
  context: Context,
  attempt: NonNullable<Awaited<ReturnType<typeof openOperatorAttempt>>>,
  proof: Checked,
  browser: OperatorBrowser,
): Promise<SignedInOperator | 'attempt_ended' | 'second_factor_wrong'> {
  return context.db.transaction().execute(async (tx) => {
    const operator = await lockOperator(tx, attempt.operator_id)
    if (operator?.password_version !== attempt.password_version) return 'attempt_ended'
    if (!(await lockAttempt(tx, 'operator_attempts', attempt.id))) return 'attempt_ended'
    const at = context.clock.now()
    if (!(await isRight(tx, context, operator.id, proof, at))) {
      await countWrongTry(tx, 'operator_attempts', attempt.id, at)
      return 'second_factor_wrong'
    }
    await endAttempt(tx, 'operator_attempts', attempt.id, at)
    const method = 'code' in proof ? 'password_and_code' : 'password_and_passkey'
    return signIn(tx, context, operator, browser, { at, method })
  })
}

/** The session, its entry in the audit log and the letter. The session of this browser before ends. */
async function signIn(
  tx: Tx,
  context: Context,
  { id, email, name, password_version }: Named & { password_version: number },
  { token: previous, userAgent, requestId }: OperatorBrowser,
  { at, method }: { at: Date; method: string },
): Promise<SignedInOperator> {
  await endOperatorSession(tx, previous)
  const session = await startOperatorSession(tx, id, at)
  const letter = { operator_id: id, user_agent: shortUserAgent(userAgent), at: at.toISOString() }
  await enqueue(tx, 'send-operator-sign-in-letter', letter)
  const action = { action: 'sign_in', subjectId: id, doneBy: id, at } as const
  await recordOperatorAction(tx, action, { reason: method, requestId })
  const device = newOperatorDevice(context, { id, password_version }, at)
  return { operator: { id, email, name }, ...session, device }
}

/** The signature of a passkey is checked outside of the transaction. */
async function checkedProof(
  context: Context,
  proof: OperatorProof,
  secondFactorOf: string | null,
): Promise<Checked> {
  if ('code' in proof) return proof
  const purpose =
    secondFactorOf === null
      ? SIGN_IN
      : ({ purpose: 'second_factor', operatorId: secondFactorOf } as const)
  return { proved: await provedOperatorPasskey(context, proof.passkey, purpose) }
}

async function isRight(
  tx: Tx,
  context: Context,
  operatorId: string,
  proof: Checked,
  at: Date,
): Promise<boolean> {
  return 'code' in proof
    ? proveOperatorCode(tx, context, operatorId, proof.code)
    : acceptOperatorPasskey(tx, proof.proved, operatorId, at)
}

/**
 * Counts a wrong password or factor. A browser that signed in before has ten of its own in 15 minutes, so nobody can
 * lock it out. Others are limited by email and network, by network, and by email over all networks: beyond that each
 * guess needs a solved challenge. The log says which operator was refused. rule: operator-sign-in
 */
async function counted<Answer>(
  context: Context,
  email: string,
  { network, device, requestId: reqId }: OperatorBrowser,
  step: () => Promise<Answer>,
): Promise<Answer> {
  const emailKey = normalEmail(email)
  const operator = await operatorByEmail(context.db, email)
  const known = knownOperatorDevice(context, device, operator)
  const limits: [RateLimit, string][] = known
    ? [['operator_login_by_device', `${emailKey} ${known}`]]
    : [
        ['operator_login_by_email_and_network', `${emailKey} ${network}`],
        ['operator_login_by_network', network],
        ['operator_login_by_email', emailKey],
      ]
  try {
    return await countWrong(context, limits, step, async () => {
      if (operator) await warnOperatorOfGuesses(context, operator.id)
    })
  } catch (error) {
    const event = { security: 'operator_refused', operator: operator?.id ?? null, reqId }
    if (error instanceof Refusal) context.log.info({ ...event, why: error.code }, 'security event')
    throw error
  }
}
