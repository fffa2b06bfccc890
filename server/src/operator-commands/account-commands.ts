import { StartupProblem } from '../startup-problem.ts'
import { notedPeople, repeatDeletions } from '../features/account/repeat-deletions.ts'
import { restoreByOperator, suspendByOperator } from '../features/account/suspend-account.ts'
import { operatorReason, printLine, userIdOf, USAGE } from './command.ts'
import type { Commands } from './command.ts'

const NO_NOTES =
  'No deletion is noted beside the pictures. Look whether FILES_URL, or DATA_DIR without it, is that of the server.'

export const ACCOUNT_COMMANDS: Commands = {
  async suspend({ context, output, reason, visits = 'keep' }, [user]) {
    if (visits !== 'keep' && visits !== 'cancel') {
      throw new StartupProblem(
        'Say what becomes of coming visits: --visits keep or --visits cancel.',
      )
    }
    const id = await userIdOf(context, user)
    const outcome = await suspendByOperator(context, id, operatorReason(reason), visits)
    if (outcome === 'unknown') throw new StartupProblem('Nobody has this email or id.')
    if (outcome === 'already') return printLine(output, 'This account is suspended already.')
    printLine(
      output,
      `Suspended. Bookings ended: ${outcome.ended}. Visits that stay: ${outcome.kept}.`,
    )
  },
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
  async restore({ context, output, reason }, [user]) {
    const id = await userIdOf(context, user)
    const isRestored = await restoreByOperator(context, id, operatorReason(reason))
    printLine(output, isRestored ? 'Restored.' : 'This account is not suspended.')
  },
}
