import { randomBytes } from 'node:crypto'
import type { SecondFactor, SecondFactorAttempt } from '#contract/people/factors.ts'
import type { Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { countWrongTry, endAttempt, lockAttempt } from './factor-use.ts'
import { factorsOf, insertSignInAttempt, openAttempt } from './factors.queries.ts'
import { countGuess } from '../sessions/guesses.ts'
import type { Guess } from '../sessions/guesses.ts'
import { lockPassword, userById } from '../person/user-rows.ts'
import { provedPasskey, secondFactorOptions, acceptPasskey } from './passkey-challenges.ts'
import type { ProvedPasskey } from './passkey-challenges.ts'
import { countWrongFactor, proveRecoveryCode, proveTotp } from './prove-factor.ts'
import { endAccess, hashOf } from '../sessions/sessions.ts'
import { countSignIn, signIn, uncountSignIn } from '../sessions/sign-in.ts'
import type { SignedIn, SignInBrowser } from '../sessions/sign-in.ts'
import type { WebAuthnResponse } from './webauthn.ts'

const ATTEMPT_MS = 5 * 60_000

/** The proof that the second step of a login brings. */
export type Proof =
  | { code: string }
  | { passkey: WebAuthnResponse }
  | { recovery_code: string; signOutOthers: boolean }

/** A proof whose passkey signature, if it is one, was checked outside of the transaction. */
type CheckedProof = Exclude<Proof, { passkey: unknown }> | { proved: ProvedPasskey | undefined }

/**
 * Begins the second step of a login whose password was right, if the account has a factor. The attempt's token exists
 * only in the answer; the database stores its hash. The caller holds a lock on the account. rule: second-factor
 */
export async function startAttempt(
  tx: Tx,
  context: Pick<Context, 'config'>,
  user: { id: string; password_version: number; breached: boolean },
  at: Date,
): Promise<SecondFactorAttempt | undefined> {
  const { passkeys, totp, recoveryCodes } = await factorsOf(tx, user.id)
  if (!totp && passkeys === 0) return undefined
  const passkey_options =
    passkeys > 0 ? await secondFactorOptions(tx, context, user.id, at) : undefined
  const attempt = randomBytes(32).toString('base64url')
  const expires_at = new Date(at.getTime() + ATTEMPT_MS)
  await insertSignInAttempt(tx, {
    user_id: user.id,
    token_hash: hashOf(attempt),
    password_version: user.password_version,
    is_breached: user.breached,
    expires_at,
  })
  const methods: SecondFactor[] = []
  if (passkey_options) methods.push('passkey')
  if (totp) methods.push('totp')
  if (recoveryCodes > 0) methods.push('recovery_code')
  return {
    attempt,
    methods,
    ...(passkey_options ? { passkey_options: { ...passkey_options } } : {}),
    expires_at: expires_at.toISOString(),
  }
}

/**
 * The second step of a login: signs in if the factor is right. A wrong one counts for the attempt, for the limits of
 * guesses and for the letter about a known password. Refuses 'attempt_ended', 'second_factor_wrong' and
 * 'too_many_requests'. rule: second-factor, login-guesses
 */
export async function finishAttempt(
  context: Context,
  { attempt: token, proof }: { attempt: string; proof: Proof },
  browser: SignInBrowser,
  from: Omit<Guess, 'emailKey'>,
): Promise<SignedIn> {
  const attempt = await openAttempt(context.db, hashOf(token), context.clock.now())
  if (!attempt) refuse('attempt_ended')
  return countGuess(context, { emailKey: attempt.email_key, ...from }, async () => {
    const checked =
      'passkey' in proof
        ? { proved: await provedPasskey(context, proof.passkey, attempt.user_id) }
        : proof
    await countSignIn(context, attempt.user_id, browser)
    const outcome = await tryFactor(context, attempt, checked, browser)
    if (typeof outcome === 'string') await uncountSignIn(context, attempt.user_id, browser)
    if (outcome === 'second_factor_wrong') await countWrongFactor(context, attempt.user_id)
    return typeof outcome === 'string' ? refuse(outcome) : outcome
  })
}

/** Tries a factor in a transaction of its own: a wrong one has to be counted although the call is refused. */
async function tryFactor(
  context: Context,
  attempt: NonNullable<Awaited<ReturnType<typeof openAttempt>>>,
  proof: CheckedProof,
  browser: SignInBrowser,
): Promise<SignedIn | 'attempt_ended' | 'second_factor_wrong'> {
  const { user_id: id, password_version, is_breached: breached } = attempt
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockPassword(tx, { id, password_version }))) return 'attempt_ended'
    if (!(await lockAttempt(tx, 'sign_in_attempts', attempt.id))) return 'attempt_ended'
    const at = context.clock.now()
    if (!(await isRight(tx, context, id, proof, browser))) {
      await countWrongTry(tx, 'sign_in_attempts', attempt.id, at)
      await browser.log(tx, { kind: 'second_factor_refused', account: { id } })
      return 'second_factor_wrong'
    }
    await endAttempt(tx, 'sign_in_attempts', attempt.id, at)
    if ('recovery_code' in proof && proof.signOutOthers) await endAccess(tx, id, browser.log)
    const user = (await userById(tx, id))!
    return signIn(tx, { user, breached }, browser, at)
  })
}

function isRight(
  tx: Tx,
  context: Context,
  userId: string,
  proof: CheckedProof,
  { log }: SignInBrowser,
): Promise<boolean> {
  if ('proved' in proof) return acceptPasskey(tx, proof.proved, userId, context.clock.now())
  return 'code' in proof
    ? proveTotp(tx, context, userId, proof.code)
    : proveRecoveryCode(tx, context, userId, { typed: proof.recovery_code, log })
}
