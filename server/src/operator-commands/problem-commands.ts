import { DECISION_REASONS, DECISIONS, PROBLEM_TEXT_LENGTH } from '#contract/problem-rules.ts'
import { StartupProblem } from '../startup-problem.ts'
import { decideProblemByOperator, disputedProblems } from '../features/problems/decide-problem.ts'
import { operatorReason, printLine, printOldest, USAGE } from './command.ts'
import type { Commands } from './command.ts'

export const PROBLEM_COMMANDS: Commands = {
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
}
