import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { hasDemoWorld } from '#server/start/demo-world.ts'
import { isOnlyHere } from '#server/settings/reachable.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { prepareDatabase } from '#server/start/prepare-database.ts'
import { reachPostgres } from '#server/start/postgres-server.ts'
import { demoLines } from './demo-lines.ts'
import { fillDemoWorld } from './world.ts'

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/**
 * `npm run demo`: fills the configured database if it has no user. In production, and where others reach the server,
 * only with DEMO=on. rule: demo-world
 */
try {
  await fillConfigured()
} catch (error) {
  process.stderr.write(`${error instanceof StartupProblem ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function fillConfigured(): Promise<void> {
  const config = readConfig(process.env)
  if (config.demo !== 'on' && (config.production || !isOnlyHere(config))) {
    throw new StartupProblem(
      'The demo world comes neither to production nor to an address that others reach, unless DEMO=on asks for it.',
    )
  }
  const database = await reachPostgres(config)
  try {
    const { url } = await prepareDatabase(config, database.url)
    const context = await createContext(config, url, { logLevel: 'warn' })
    const filled = await fillDemoWorld(context, { onProgress: printLine })
    const hasWorld = await hasDemoWorld(context.db)
    await context.close()
    if (!hasWorld) {
      throw new StartupProblem(
        'There are people in this database: the demo world fills only an empty one.',
      )
    }
    printLine(filled ? 'The demo world is ready.' : 'The demo world was there already.')
    demoLines(config).forEach(printLine)
  } finally {
    await database.stop()
  }
}
