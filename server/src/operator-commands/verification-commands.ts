import { formatSsn } from '#contract/ssn.ts'
import { StartupProblem } from '../startup-problem.ts'
import { rotateTotpKeys } from '../features/account/rotate-totp-keys.ts'
import type { OperatorReason } from '../features/audit/operator-actions.ts'
import { rotateOperatorKeys } from '../features/operators/rotate-operator-keys.ts'
import {
  decideByOperator,
  freeByOperator,
  rejectByOperator,
} from '../features/verification/decide.ts'
import { pendingChecks, readPendingNumber } from '../features/verification/pending-checks.ts'
import { rotateFeedKeys } from '../features/time/feed-secret.ts'
import { rotateKeys } from '../features/verification/rotate-keys.ts'
import { requireServersKeys } from '../hand-over.ts'
import type { Context } from '../context.ts'
import { operatorReason, printLine, printOldest, professionalIdOf, USAGE } from './command.ts'
import type { Call, Commands } from './command.ts'

export const VERIFICATION_COMMANDS: Commands = {
  async verify(call, [action, user]) {
    const { context, output, reason } = call
    if (action === undefined) {
      const { checks, total } = await pendingChecks(context)
      return printOldest(output, checks, `${total} waiting.`, total)
    }
    if (action === 'reveal') return printLine(output, await revealNumber(call, user))
    if (action === 'rotate-keys') {
      const why = operatorReason(reason)
      await requireServersKeys(context)
      const numbers = await rotateKeys(context, why)
      const addresses = await rotateFeedKeys(context, why)
      const secrets = await rotateTotpKeys(context, why)
      const operators = await rotateOperatorKeys(context, why)
      return printLine(output, `Encrypted again: ${numbers + addresses + secrets + operators}.`)
    }
    if (action === 'free') {
      const professionalId = await professionalIdOf(context, user)
      if (!(await freeByOperator(context, professionalId, operatorReason(reason))))
        throw new StartupProblem('This professional has no approved check.')
      return printLine(output, 'The number is free. The professional can send another one.')
    }
    if (action !== 'approve' && action !== 'reject') throw new StartupProblem(USAGE)
    const id = await professionalIdOf(context, user)
    const why = operatorReason(reason)
    if (action === 'reject') return printLine(output, await rejectCheck(context, id, why))
    const outcome = await decideByOperator(context, id, { status: 'approved', ...why })
    if (outcome === 'nothing_given') throw new StartupProblem(NO_NUMBER)
    if (outcome === 'other_operator_needed') throw new StartupProblem(OWN_DISPUTE)
    printLine(
      output,
      outcome === 'already' ? 'The check was approved already.' : 'The check is approved.',
    )
  },
}

/** The number of a waiting check. Refused unless the output is a terminal. */
async function revealNumber(
  { context, output, reason }: Call,
  user: string | undefined,
): Promise<string> {
  const why = operatorReason(reason)
  const id = await professionalIdOf(context, user)
  if (!output.isTTY) throw new StartupProblem('A number is shown on a terminal alone.')
  const number = await readPendingNumber(context, id, why)
  if (number === undefined)
    throw new StartupProblem('No number of this professional waits for a decision.')
  return `${formatSsn(number)}. This access is recorded with your reason.`
}

const OWN_DISPUTE = 'The professional disputes your notice. Another operator decides.'

const NO_NUMBER = 'This professional has not entered a number.'

/** Sends the notice before a rejection, and says so. rule: rejection-notice */
async function rejectCheck(context: Context, id: string, why: OperatorReason): Promise<string> {
  switch (await rejectByOperator(context, id, why)) {
    case 'approved':
      throw new StartupProblem('This check is approved. Take it back with verify free.')
    case 'nothing_given':
      throw new StartupProblem(NO_NUMBER)
    case 'other_operator_needed':
      throw new StartupProblem(OWN_DISPUTE)
    case 'already':
      return 'The notice was sent already.'
    case 'done':
      return 'The notice is sent. Without a dispute the check is rejected in 7 days.'
  }
}
