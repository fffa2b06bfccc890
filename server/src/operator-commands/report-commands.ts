import { DECISION_REASONS, DECISIONS, PROBLEM_TEXT_LENGTH } from '#contract/problem-rules.ts'
import { StartupProblem } from '../startup-problem.ts'
import {
  closeReportByOperator,
  reportsForOperator,
} from '../features/messaging/block-and-report.ts'
import { decideProblemByOperator, disputedProblems } from '../features/problems/decide-problem.ts'
import { closeMessageByOperator, openMessages } from '../features/support/support.ts'
import { operatorReason, printLine, printOldest, USAGE } from './command.ts'
import type { Commands } from './command.ts'

export const REPORT_COMMANDS: Commands = {
  async reports({ context, output, reason }, [action, number]) {
    if (action === undefined) {
      const { reports, total } = await reportsForOperator(context)
      return printOldest(output, reports, `${total} open.`, total)
    }
    if (action !== 'close') throw new StartupProblem(USAGE)
    const id = /^(?:C-)?(\d{1,15})$/.exec(number ?? '')?.[1]
    if (!id || !(await closeReportByOperator(context, id, operatorReason(reason)))) {
      throw new StartupProblem('There is no open report with this number.')
    }
    printLine(output, 'Closed.')
  },
  async problems({ context, output, reason, text }, [action, id, outcome]) {
    if (action === undefined) {
      const { problems, total } = await disputedProblems(context)
      return printOldest(output, problems, `${total} disputed.`, total)
    }
    if (action !== 'decide' || id === undefined) throw new StartupProblem(USAGE)
    const decision = DECISIONS.find((one) => one === outcome)
    if (!decision) throw new StartupProblem('Decide for_client, for_professional or shared.')
    const why = DECISION_REASONS.find((one) => one === reason)
    if (!why) throw new StartupProblem('Say why, with --reason evidence, no_answer or agreed.')
    const words = text?.trim() ?? ''
    const { min, max } = PROBLEM_TEXT_LENGTH
    if (words.length < min || words.length > max) {
      throw new StartupProblem(`Tell both sides, with --text of ${min} to ${max} characters.`)
    }
    const { doneBy } = operatorReason(why)
    const decided = { decision, reason: why, text: words, doneBy }
    switch (await decideProblemByOperator(context, id, decided)) {
      case 'unknown':
        throw new StartupProblem('There is no problem with this id.')
      case 'not_disputed':
        throw new StartupProblem('This problem is not disputed, or was decided already.')
      case 'decided':
        printLine(output, 'Decided. Both sides are told.')
    }
  },
  async support({ context, output, reason }, [action, number]) {
    if (action === undefined) {
      const { messages, total } = await openMessages(context)
      return printOldest(output, messages, `${total} open.`, total)
    }
    if (action !== 'close') throw new StartupProblem(USAGE)
    const digits = /^(?:C-)?(\d{1,15})$/.exec(number ?? '')?.[1]
    if (!digits || !(await closeMessageByOperator(context, digits, operatorReason(reason)))) {
      throw new StartupProblem('There is no open message with this number.')
    }
    printLine(output, 'Closed.')
  },
}
