import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresBinaries, type Binaries } from './postgres-binaries.ts'
import { clusterIn, clusterUrl, ensureCluster } from './cluster.ts'
import { holdDataDir, holderOf } from './data-folder-lock.ts'
import { databaseUser, type DatabaseUser } from './database-user.ts'
import { endLeftovers, readyPortOf } from './leftover-processes.ts'
import { runPostgres, type PostgresProcess } from './postgres-process.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

const portAttemptsMax = 3
const neighbourStartMs = 30_000

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Hears one line about each step that may take long. */
  onProgress?: (line: string) => void
  /** Hears once when the database ends without being asked; the server cannot go on then. */
  onLost?: () => void
  /** False for tests alone: a power cut would lose the database. */
  fsync?: boolean
}

export interface EmbeddedPostgres {
  /** A postgres:// address on this machine, password included: never to be printed. */
  url: string
  /** Ends the database cleanly, waits for it, and lets the data folder go. Calling it twice is harmless. */
  stop(): Promise<void>
}

/**
 * Holds the data folder and starts its own PostgreSQL in `dataDir/postgres`, made at the first start, listening on
 * 127.0.0.1 alone. What a killed server left behind is ended and recovered first. The log is `dataDir/postgres.log`.
 * Throws EmbeddedPostgresError, among others when another living process holds the data folder.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const onProgress = options.onProgress ?? (() => undefined)
  const fsync = options.fsync ?? true
  const cluster = clusterIn(dataDir)
  const hold = await holdDataDir(dataDir)
  try {
    const user = databaseUser(cluster)
    const binaries = await postgresBinaries(dataDir, user, onProgress)
    await endLeftovers(cluster)
    await ensureCluster(dataDir, binaries, user, fsync, onProgress)
    const server = await runOnFreePort(dataDir, binaries, user, fsync)
    let asked = false
    void server.ended.then(() => asked || options.onLost?.())
    return {
      url: await clusterUrl(cluster, server.port),
      async stop() {
        asked = true
        await server.stop()
        await hold.release()
      },
    }
  } catch (error) {
    await hold.release()
    throw error
  }
}

/**
 * For commands beside the server: the database of the server that runs on this data folder, or else one started for as
 * long as the command lasts. Stopping leaves a running server's database alone.
 */
export async function reachEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = clusterIn(resolve(options.dataDir))
  const deadline = Date.now() + neighbourStartMs
  while (await holderOf(options.dataDir)) {
    const port = readyPortOf(cluster)
    if (port) return { url: await clusterUrl(cluster, port), stop: () => Promise.resolve() }
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        'Lustra runs on this data folder, but its database does not answer.',
      )
    }
    await pause(100)
  }
  return startEmbeddedPostgres(options)
}

/** A port that was free a moment ago may be taken by the time PostgreSQL wants it. */
async function runOnFreePort(
  dataDir: string,
  binaries: Binaries,
  user: DatabaseUser | undefined,
  fsync: boolean,
): Promise<PostgresProcess> {
  const logFile = join(dataDir, 'postgres.log')
  for (let attempt = 1; ; attempt++) {
    try {
      return await runPostgres(clusterIn(dataDir), logFile, binaries, user, fsync)
    } catch (error) {
      const portTaken =
        error instanceof EmbeddedPostgresError && /TCP\/IP sockets/.test(error.message)
      if (!portTaken || attempt === portAttemptsMax) throw error
    }
  }
}
