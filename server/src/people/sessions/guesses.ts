import { isSolved } from '#server/http/limits/limit-scale.ts'
import {
  consumeRateLimit,
  countRateLimit,
  giveBackRateLimit,
  isOpenToSolved,
  resetRateLimit,
} from '#server/http/limits/rate-limits.ts'
import type { RateLimit } from '#server/http/limits/rate-limits.ts'
import { Refusal } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { warnOfGuesses } from './guess-letter.ts'
import { isKnownDevice } from './known-devices.ts'

/** The source of a guess: the email in its normal form, the network address, and the device token of the browser. */
export type Guess = { emailKey: string; network: string; device: string | undefined }

/** The refusals of a sign-in that are a wrong guess. */
const WRONG: ReadonlySet<string> = new Set(['invalid_credentials', 'second_factor_wrong'])

/**
 * Runs a step of a sign-in and counts it as a guess if its password or second factor is wrong. A browser that signed in
 * to the account before has a limit of its own, so nobody can lock it out. Others are limited by email and network, by
 * network and by email; the last wrong guess for an email warns its owner. Beyond that each needs a solved challenge.
 * Refuses 'too_many_requests'. rule: login-guesses, challenge
 */
export async function countGuess<Answer>(
  context: Context,
  { emailKey, network, device }: Guess,
  signIn: () => Promise<Answer>,
): Promise<Answer> {
  const isKnown = await isKnownDevice(context.db, emailKey, device, context.clock.now())
  const limits: [RateLimit, string][] = isKnown
    ? [['login_by_device', `${emailKey} ${device}`]]
    : [
        ['login_by_email_and_network', `${emailKey} ${network}`],
        ['login_by_network', network],
        ['login_by_email', emailKey],
      ]
  return countWrong(context, limits, signIn, () => warnOfGuesses(context, emailKey))
}

/**
 * Runs a step of a sign-in and counts it in these limits if its password or second factor is wrong. Success resets the
 * first of them. `warn` is called when the last wrong guess for an email was made. Refuses 'too_many_requests'.
 */
export async function countWrong<Answer>(
  context: Context,
  limits: [RateLimit, string][],
  signIn: () => Promise<Answer>,
  warn?: () => Promise<void>,
): Promise<Answer> {
  // Counted before the password is verified: guesses at the same moment would otherwise all find room.
  const counted: [RateLimit, string][] = []
  let isLastOfEmail = false
  try {
    for (const [kind, key] of limits) {
      // Beyond the limit of an email each guess needs a challenge, and is none too many.
      const isOpen = isOpenToSolved(kind) && isSolved()
      const left = await (isOpen ? countRateLimit : consumeRateLimit)(context, kind, key)
      counted.push([kind, key])
      if (isOpenToSolved(kind)) isLastOfEmail = left === 0
    }
  } catch (refusal) {
    context.meters.signIns.count('limited')
    for (const limit of counted) await giveBackRateLimit(context, ...limit)
    throw refusal
  }
  const answer = await signIn().catch(async (error: unknown) => {
    const isWrong = error instanceof Refusal && WRONG.has(error.code)
    if (isWrong) context.meters.signIns.count('wrong')
    if (!isWrong) for (const limit of counted) await giveBackRateLimit(context, ...limit)
    else if (isLastOfEmail) await warn?.()
    throw error
  })
  context.meters.signIns.count('done')
  const [own, ...shared] = limits
  await resetRateLimit(context, ...own!)
  for (const limit of shared) await giveBackRateLimit(context, ...limit)
  return answer
}
