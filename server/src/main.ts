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
/** How long requests in flight may take to end once we are told to stop. */
const FAREWELL_MS = 20_000

const DATABASE_PROBLEMS: Record<string, string> = {
  ECONNREFUSED: 'The database does not answer at its address.',
  ENOTFOUND: "The database's host is not known.",
  ETIMEDOUT: 'The database does not answer at its address.',
  '28P01': 'The database refused the user or the password.',
  '28000': 'The database refused the user.',
  '3D000': 'The database does not exist.',
  '42501': 'The database user may not make tables.',
}

const say = (line: string) => process.stdout.write(`${line}\n`)

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
    onProgress: say,
    onLost: () => {
      process.stderr.write('The database has ended; Lustra cannot go on without it.\n')
      process.exit(1)
    },
  })
  try {
    await migrate(database.url)
    const context = await createContext(config, database.url)
    if (await isDemoWanted(context)) await fillDemoWorld(context, { onProgress: say })

    const app = await buildApp(context, { webDir: WEB_DIR })
    const worker = await startWorker(context)
    const address = await app.listen({ port: config.port, host: config.host })
    say(`Lustra is ready at ${config.port === 0 ? address : config.publicOrigin}`)
    if (await hasDemoWorld(context.db)) demoPeopleLines().forEach(say)

    endWhenTold(async () => {
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

/** The demo world comes by itself only to an embedded database; to one of the operator's, when asked (DEMO=on). */
async function isDemoWanted({ config, db }: Context): Promise<boolean> {
  if (config.demo === 'off' || (config.demo === 'auto' && config.databaseUrl)) return false
  const somebody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !somebody
}

function endWhenTold(end: () => Promise<void>): void {
  let told = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (told) return
      told = true
      say('Finishing what is in flight…')
      setTimeout(() => process.exit(1), FAREWELL_MS).unref()
      end().then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${problemLine(error)}\n`)
          process.exit(1)
        },
      )
    })
  }
}

/** One line a person can act on. What is unknown keeps its stack, for whoever mends it; connection strings are in neither. */
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
