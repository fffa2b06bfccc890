import type { Tx } from '#server/db/db.ts'
import { consumeRateLimit } from '#server/http/limits/rate-limits.ts'
import { Refusal } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { spendTotpStep } from './factor-use.ts'
import { totpSecretOf } from './factors.queries.ts'
import { warnOnceADay } from '../sessions/guess-letter.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import type { SecurityLog } from '../sessions/security-events.ts'
import { stepOfCode, unsealTotpSecret } from './totp.ts'

const KIND = 'account.factors_guessed'

/** Uses a code of the account's app. False if it is wrong or was used. rule: app-codes */
export async function proveTotp(
  tx: Tx,
  { clock, verificationKeys: keys }: Pick<Context, 'clock' | 'verificationKeys'>,
  userId: string,
  typed: string,
): Promise<boolean> {
  const row = await totpSecretOf(tx, userId)
  if (!row?.confirmed_at) return false
  const secret = unsealTotpSecret(keys, userId, row)
  const step = stepOfCode(secret, typed.replaceAll(' ', ''), clock.now())
  return step !== undefined && spendTotpStep(tx, 'totp_secrets', userId, step)
}

/** Uses a recovery code of the account, and tells its owner by a letter. False if it is wrong. rule: recovery-codes */
export async function proveRecoveryCode(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  userId: string,
  { typed, log }: { typed: string; log: SecurityLog },
): Promise<boolean> {
  const at = clock.now()
  if (!(await spendRecoveryCode(tx, userId, typed, at))) return false
  await log(tx, { kind: 'recovery_code_used', account: { id: userId } })
  const change = 'recovery_code_used'
  await enqueue(tx, 'send-factor-letter', { user_id: userId, change, at: at.toISOString() })
  return true
}

/** Counts a wrong factor. More than twenty a day send the account's owner a letter. rule: login-guesses */
export async function countWrongFactor(context: Context, userId: string): Promise<void> {
  try {
    await consumeRateLimit(context, 'wrong_factor_by_user', userId)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await warnOnceADay(context, userId, KIND, 'send-known-password-letter')
  }
}
