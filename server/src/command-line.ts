import { createContext } from './compose.ts'
import { readConfig } from './config.ts'
import { StartupProblem } from './startup-problem.ts'
import { migrate } from './migrate.ts'
import { reachPostgres } from './postgres-server.ts'
import type { Context } from './context.ts'

/** Runs a command of the command line; a problem is one line, and the exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${error instanceof StartupProblem ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/** The context of the configured database, running or not, as if it were that moment, for as long as the deed takes. */
export async function withContext(
  now: Date,
  deed: (context: Context) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env)
  const database = await reachPostgres(config)
  try {
    await migrate(database.url)
    const context = await createContext(config, database.url, {
      clock: { now: () => now },
      logLevel: 'warn',
    })
    try {
      await deed(context)
    } finally {
      await context.close()
    }
  } finally {
    await database.stop()
  }
}
