import type { Writable } from 'node:stream'
import { Email } from '#contract/people/identity.ts'
import { line } from '#contract/values.ts'
import { loadDemoWorld } from '#server/start/demo-world.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import {
  addOperator,
  listOperators,
  resetOperator,
  setOperatorDisabled,
} from '#server/console/operators/manage-operators.ts'
import { operatorReason, doneByUser, printLine, printTable, USAGE } from './command.ts'
import type { Commands } from './command.ts'

export const CONSOLE_COMMANDS: Commands = {
  async operators({ context, output, reason }, [action, typed, name]) {
    if (action === undefined) return printTable(output, await listOperators(context))
    const email = Email.safeParse(typed).data
    if (email === undefined) throw new StartupProblem('Name the email address of the operator.')
    if (action === 'add') {
      const named = line(1, 100).safeParse(name).data
      if (named === undefined)
        throw new StartupProblem('Give the name, in quotes, after the email.')
      const by = reason === undefined ? { doneBy: doneByUser() } : operatorReason(reason)
      return printLink(output, await addOperator(context, { email, name: named }, by))
    }
    const by = operatorReason(reason)
    if (action === 'reset') return printLink(output, await resetOperator(context, email, by))
    if (action !== 'disable' && action !== 'enable') throw new StartupProblem(USAGE)
    const disabled = action === 'disable'
    const outcome = await setOperatorDisabled(context, email, { ...by, disabled })
    if (!outcome) throw new StartupProblem('No operator has this email.')
    printLine(output, outcome === 'already' ? `It was so already.` : `The operator is ${action}d.`)
  },
  async code({ context, output }, [email = '']) {
    const demo = context.config.production ? undefined : await loadDemoWorld()
    const codes = await demo?.demoCodesOf(context, email)
    if (!codes) throw new StartupProblem('Only operators of the demo world have codes here.')
    printLine(output, codes.code)
    printLine(output, `The secret, for an app: ${codes.secret}`)
  },
}

/** Prints the link. There is none if no enabled operator has this email. */
function printLink(output: Writable, link: string | undefined): void {
  if (link === undefined) throw new StartupProblem('No operator who is enabled has this email.')
  printLine(output, link)
  printLine(output, 'This link works once, within 24 hours. Nobody else should see it.')
}
