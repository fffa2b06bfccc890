import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import type { Config } from '#server/config.ts'
import { checkReadAddress } from '#server/db/check-read-address.ts'
import { hasDemoWorld, loadDemoWorld } from './demo-world.ts'
import { NOT_OWNER_TEXTS, whyNotOwner } from '#server/market/professionals/picture-storage.ts'
import { joinInstallation } from './installation.ts'
import { prepareDatabase } from './prepare-database.ts'
import { Presence } from '#server/queue/presence.ts'
import { rememberSettings } from './server-settings.ts'
import { isOnlyHere } from '#server/settings/reachable.ts'
import { StartupProblem } from '#server/settings/startup-problem.ts'
import { startMetricsServer } from '#server/metrics/metrics-server.ts'
import { startWorker } from '#server/worker.ts'
import type { Context } from '#server/context.ts'

/**
 * The time after which running jobs are abandoned, so that the rest closes in time. Each may run twice without harm.
 */
const JOBS_MS_MAX = 12_000

const OWNS_TABLES =
  'the user of DATABASE_URL owns the tables: give requests a user of their own, as docs/operating.md says at DATABASE_MIGRATE_URL'

const OPEN_DEMO =
  'This database has the demo world, whose passwords everybody knows: at an address that others reach it needs DEMO=on.'

const NO_DEMO = 'DEMO=on needs the whole repository: this archive has no demo world.'

/** The functions that a stop calls to close things, the last one first. */
export type Closers = (() => Promise<void>)[]

/** `at`: when the signal came, by performance.now(). `drainMs`: how long it asks the server to drain. */
export type Signals = { at: number | undefined; drainMs: number }

const printLine = (line: string) => process.stdout.write(`${line}\n`)

/**
 * Everything that needs the database at this address: brings it up to this version, then starts jobs, calls and pages.
 * rule: start, settings, process-roles
 */
export async function startServices(
  config: Config,
  databaseUrl: string,
  { closers, signals, webDir }: { closers: Closers; signals: Signals; webDir: string | undefined },
): Promise<void> {
  const { url, ownsTables } = await prepareDatabase(config, databaseUrl)
  if (config.roles.has('web')) await checkReadAddress(url, config.databaseReadUrl)
  const context = await createContext(config, url)
  if (config.production && ownsTables) context.log.warn(OWNS_TABLES)
  let haveJobsEnded = true
  // It would wait for the connections of jobs that are abandoned.
  closers.push(async () => void (haveJobsEnded && (await context.close())))
  const presence = new Presence(context.direct)
  closers.push(() => presence.end())
  await joinInstallation(context, presence)
  const metrics = await startMetricsServer(context)
  if (metrics) closers.push(() => metrics.close())
  const claim = claimPictures(context)
  closers.push(() => claim)
  const demo = await loadDemoWorld()
  if (!demo && config.demo === 'on') throw new StartupProblem(NO_DEMO)
  if (demo && (await isDemoWanted(context)))
    await demo.fillDemoWorld(context, { onProgress: printLine })
  const hasDemo = await hasDemoWorld(context.db)
  if (hasDemo && config.demo !== 'on' && !isOnlyHere(config)) throw new StartupProblem(OPEN_DEMO)

  const app = config.roles.has('web') ? await buildApp(context, webDir ? { webDir } : {}) : null
  // Not before the app is built: its connections would time out while this process computes.
  const starting = startWorker(context, presence)
  closers.push(async () => {
    const passed = signals.at === undefined ? 0 : performance.now() - signals.at
    const worker = await starting.catch(() => undefined)
    if (!worker) return
    haveJobsEnded = await worker.stop(Math.max(0, JOBS_MS_MAX + signals.drainMs - passed))
  })
  closers.push(async () => app?.close())
  // The first to run: long jobs leave the rest to the next start while the last requests finish.
  closers.push(async () => context.shutdown.abort())
  const [address] = await Promise.all([
    app?.listen({ port: config.port, host: config.host }).catch(hostProblem),
    starting,
  ])
  // Whoever presses Ctrl-C has no balancer.
  closers.push(async () => void (signals.drainMs > 0 && (await app?.drain())))
  // A start that fails, as on a port in use, leaves the settings of the server that runs.
  await rememberSettings(context)
  const place = config.port === 0 ? address : config.publicOrigin
  printLine(
    app ? `Lustra is ready at ${place}` : `Lustra is ready: ${[...config.roles].join(', ')}`,
  )
  if (hasDemo) demo?.demoLines(config).forEach(printLine)
}

/** Errors of listening that name no port: the address of HOST is none of this machine. */
function hostProblem(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) throw error
  throw new StartupProblem('HOST has to be an address of this machine, such as 127.0.0.1.')
}

/**
 * The storage of a new installation is still empty, and this claims it. Not awaited before people are served: a bucket
 * may be away. rule: picture-storage-owner
 */
async function claimPictures(context: Context): Promise<void> {
  try {
    const reason = await whyNotOwner(context)
    if (reason !== undefined) context.log.warn(NOT_OWNER_TEXTS[reason])
  } catch (error) {
    context.log.warn({ err: error }, 'the storage of pictures is away: its owner is not known yet')
  }
}

/**
 * DEMO=auto fills only an embedded database that only this machine reaches, DEMO=on also another. Only an empty one is
 * filled. rule: demo-world
 */
async function isDemoWanted({ config, db }: Context): Promise<boolean> {
  if (config.demo === 'off') return false
  if (config.demo === 'auto' && (config.databaseUrl || !isOnlyHere(config))) return false
  const anyUser = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !anyUser
}
