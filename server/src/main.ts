import { access } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { demoPeopleLines } from '../demo/demo-people.ts'
import { fillDemoWorld, hasDemoWorld } from '../demo/world.ts'
import { buildApp } from './app.ts'
import { createContext } from './compose.ts'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { StartupProblem } from './startup-problem.ts'
import { migrate } from './migrate.ts'
import { startPostgres } from './postgres-server.ts'
import { startWorker } from './worker.ts'
import type { Context } from './context.ts'

const WEB_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** How long requests and jobs may take to finish after a signal. */
const SHUTDOWN_MS_MAX = 20_000

const DATABASE_PROBLEMS: Record<string, string> = {
  ECONNREFUSED: 'The database does not respond at its address.',
  ENOTFOUND: "The database's host is not known.",
  ETIMEDOUT: 'The database does not respond at its address.',
  '28P01': 'The database refused the user or the password.',
  '28000': 'The database refused the user.',
  '3D000': 'The database does not exist.',
  '42501': 'The database user may not make tables.',
}

const printLine = (line: string) => process.stdout.write(`${line}\n`)

try {
  await serve(readConfig(process.env))
} catch (error) {
  process.stderr.write(`${problemLine(error)}\n`)
  process.exit(1)
}

async function serve(config: Config): Promise<void> {
  await access(`${WEB_DIR}/server/entry-server.js`).catch(() => {
    throw new StartupProblem(
      'The web app is not built yet. Run `npm start`, or `npm run build` first.',
    )
  })
  const database = await startPostgres(config, {
    onProgress: printLine,
    onLost: () => {
      process.stderr.write('The database has ended; Lustra cannot continue without it.\n')
      process.exit(1)
    },
  })
  try {
    await migrate(database.url)
    const context = await createContext(config, database.url)
    if (await isDemoWanted(context)) await fillDemoWorld(context, { onProgress: printLine })

    const app = await buildApp(context, { webDir: WEB_DIR })
    const worker = await startWorker(context)
    const address = await app.listen({ port: config.port, host: config.host })
    printLine(`Lustra is ready at ${config.port === 0 ? address : config.publicOrigin}`)
    if (await hasDemoWorld(context.db)) demoPeopleLines().forEach(printLine)

    stopOnSignal(async () => {
      await app.close()
      await worker.stop()
      await context.close()
      await database.stop()
    })
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** DEMO=auto fills only an embedded database, DEMO=on also another. Only an empty one is filled. rule: demo-world */
async function isDemoWanted({ config, db }: Context): Promise<boolean> {
  if (config.demo === 'off' || (config.demo === 'auto' && config.databaseUrl)) return false
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !anyUser
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      printLine('Finishing what is in flight…')
      setTimeout(() => process.exit(1), SHUTDOWN_MS_MAX).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${problemLine(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}

/** One line that a person can act on. An unknown error keeps its stack. Neither contains a connection string. */
function problemLine(error: unknown): string {
  if (error instanceof StartupProblem) return error.message
  const { code, stack, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop what runs there, or set PORT.`
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user. Set PORT to another one.`
  const database = DATABASE_PROBLEMS[code ?? '']
  if (database) return `${database} Check DATABASE_URL.`
  return `Lustra could not start: ${stack ?? String(error)}`
}
