import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { prepareDatabase } from './prepare-database.ts'
import { reachPostgres } from './postgres-server.ts'
import type { Context } from '#server/context.ts'

/** Runs a command of the command line. An error becomes one line and exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    process.stderr.write(`${error instanceof StartupProblem ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

/**
 * Runs an action with the context of the configured database, with the clock fixed at `now`. Starts the database if
 * needed.
 */
export async function withContext(
  now: Date,
  action: (context: Context) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env)
  const database = await reachPostgres(config)
  try {
    const { url } = await prepareDatabase(config, database.url)
    const context = await createContext(config, url, {
      clock: { now: () => now },
      logLevel: 'warn',
    })
    try {
      await action(context)
    } finally {
      await context.close()
    }
  } finally {
    await database.stop()
  }
}
