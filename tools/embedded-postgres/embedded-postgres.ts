import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresBinaries } from './postgres-binaries.ts'
import { clusterIn, clusterUrl, ensureCluster, type Setup } from './cluster.ts'
import { lockDataFolder, lockHolderOf } from './data-folder-lock.ts'
import { databaseUser } from './database-user.ts'
import { stopLeftoverProcesses, readyPortOf, wakeProcesses } from './leftover-processes.ts'
import { runPostgres, type PostgresProcess } from './postgres-process.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const PORT_ATTEMPTS_MAX = 3
const OTHER_SERVER_START_MS_MAX = 30_000
/** Processes that outlive the end of the database get this long to end by themselves. */
const ORPHANS_MS_MAX = 500
const RESTART_PAUSE_MS = 500

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Called with one line for each step that may take long. */
  onProgress?: (line: string) => void
  /** Called when the database process has been started; it does not accept connections yet. */
  onStarted?: () => void
  /** Called when the database process ends without `stop`, before it is started again. */
  onLost?: () => void
  /** Default: true. Without it a power cut can destroy the database. */
  fsync?: boolean
}

export interface EmbeddedPostgres {
  /** A postgres:// address on this machine. It contains the password: never print it. */
  url: string
  /** Stops the database cleanly, waits for its end and unlocks the data folder. May be called twice. */
  stop(): Promise<void>
}

/**
 * Locks the data folder and starts its PostgreSQL in `dataDir/postgres`, created at the first start. It listens only on
 * 127.0.0.1. Processes that a killed server left behind are stopped first. A database that ends by itself is started
 * again on the same port, until `stop`. The log is `dataDir/postgres.log`. Throws EmbeddedPostgresError, for example
 * when another living process holds the data folder. rule: start, database-lost
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const onProgress = options.onProgress ?? (() => undefined)
  const cluster = clusterIn(dataDir)
  const lock = await lockDataFolder(dataDir)
  try {
    const user = databaseUser(cluster)
    const binaries = await postgresBinaries(dataDir, user, onProgress)
    await stopLeftoverProcesses(cluster)
    const setup = { dataDir, binaries, user, fsync: options.fsync ?? true }
    await ensureCluster(setup, onProgress)
    const first = await runOnFreePort(setup, options.onStarted)
    const stopping = new AbortController()
    const stopped = keepRunning(first, {
      signal: stopping.signal,
      onLost: () => options.onLost?.(),
      async restart() {
        await stopLeftoverProcesses(cluster, ORPHANS_MS_MAX)
        return runPostgres(setup, { givenPort: first.port })
      },
    })
    return {
      url: await clusterUrl(cluster, first.port),
      async stop() {
        stopping.abort()
        wakeProcesses(cluster)
        await stopped
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Connects a command to the database of the server that runs on this data folder, or starts the database for as long as
 * the command needs it. `stop` leaves the database of a running server alone. rule: start
 */
export async function reachEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = clusterIn(resolve(options.dataDir))
  const deadline = Date.now() + OTHER_SERVER_START_MS_MAX
  while (await lockHolderOf(options.dataDir)) {
    const port = readyPortOf(cluster)
    if (port) return { url: await clusterUrl(cluster, port), stop: () => Promise.resolve() }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        'Lustra runs on this data folder, but its database does not respond.',
      )
    }
    await pause(100)
  }
  return startEmbeddedPostgres(options)
}

/** Starts the database again whenever it ends, as long as it takes. After the signal it is stopped. */
async function keepRunning(
  first: PostgresProcess,
  {
    signal,
    onLost,
    restart,
  }: { signal: AbortSignal; onLost: () => void; restart: () => Promise<PostgresProcess> },
): Promise<void> {
  const aborted = once(signal, 'abort')
  let server: PostgresProcess | undefined = first
  while (!signal.aborted) {
    if (!server) {
      // A full disk, for example, can stop a start for as long as it is full.
      server = await restart().catch(() => undefined)
      if (!server) await Promise.race([pause(RESTART_PAUSE_MS), aborted])
      continue
    }
    await Promise.race([server.ended, aborted])
    if (signal.aborted) break
    server = undefined
    onLost()
  }
  await server?.stop()
}

/** Another process may take the free port before PostgreSQL listens on it, so a few ports are tried. */
async function runOnFreePort(setup: Setup, onStarted?: () => void): Promise<PostgresProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runPostgres(setup, { onStarted })
    } catch (error) {
      const portTaken =
        error instanceof EmbeddedPostgresError && /TCP\/IP sockets/.test(error.message)
      if (!portTaken || attempt === PORT_ATTEMPTS_MAX) throw error
    }
  }
}
