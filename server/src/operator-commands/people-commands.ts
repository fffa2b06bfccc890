import { formatSsn } from '#contract/trust/ssn.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { notedPeople, repeatDeletions } from '#server/account/close/repeat-deletions.ts'
import { freeByOperator } from '#server/trust/documents/decide.ts'
import { readPendingNumber } from '#server/trust/verification/pending-checks.ts'
import { operatorReason, printLine, professionalIdOf, USAGE } from './command.ts'
import type { Call, Commands } from './command.ts'
import { rotateNumberKeys } from './system-commands.ts'

const NO_NOTES =
  'No deletion is noted beside the pictures. Look whether FILES_URL, or DATA_DIR without it, is that of the server.'

export const PEOPLE_COMMANDS: Commands = {
  async deletions({ context, output, reason }, [action]) {
    if (action !== undefined && action !== 'repeat') throw new StartupProblem(USAGE)
    const why = action && operatorReason(reason)
    const { noted, alive } = await notedPeople(context)
    // A wrong storage must not look like nothing to do.
    if (noted === 0) throw new StartupProblem(NO_NOTES)
    if (!why) return printLine(output, `Noted: ${noted}. Back in this database: ${alive.length}.`)
    const deleted = await repeatDeletions(context, alive, why)
    printLine(output, `Noted: ${noted}. Deleted again: ${deleted}.`)
  },
  async verify(call, [action, user]) {
    const { context, output, reason } = call
    if (action === 'reveal') return printLine(output, await revealNumber(call, user))
    if (action === 'rotate-keys') return rotateNumberKeys(call)
    if (action !== 'free') throw new StartupProblem(USAGE)
    const professionalId = await professionalIdOf(context, user)
    if (!(await freeByOperator(context, professionalId, operatorReason(reason))))
      throw new StartupProblem('This professional has no approved check.')
    printLine(output, 'The number is free. The professional can send another one.')
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
