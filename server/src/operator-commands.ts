import { parseArgs } from 'node:util'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import type { Context } from './context.ts'
import { PEOPLE_COMMANDS } from './operator-commands/people-commands.ts'
import { CONSOLE_COMMANDS } from './operator-commands/console-commands.ts'
import { SYSTEM_COMMANDS } from './operator-commands/system-commands.ts'
import { USAGE } from './operator-commands/command.ts'
import type { Call, Commands } from './operator-commands/command.ts'

const COMMANDS: Commands = {
  ...PEOPLE_COMMANDS,
  ...CONSOLE_COMMANDS,
  ...SYSTEM_COMMANDS,
}

/**
 * Runs one command of the operator: `args` has its name, arguments and options. It prints to `output`, and works with
 * the context that `withContext` gives it.
 *
 * Errors: a StartupProblem says in one line why the command is refused. Rule: operator-commands.
 */
export async function operate(
  args: string[],
  output: Call['output'],
  withContext: (action: (context: Context) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { values, positionals } = readArguments(args)
  const [name = '', ...rest] = positionals
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new StartupProblem(USAGE)
  await withContext((context) => command({ context, output, reason: values.reason }, rest))
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { reason: { type: 'string' } },
    })
  } catch {
    throw new StartupProblem(USAGE)
  }
}
