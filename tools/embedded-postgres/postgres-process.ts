import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { clusterIn, dataFolderFor } from './cluster.ts'
import type { Setup } from './cluster.ts'
import { readyPortOf } from './leftover-processes.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
const FAST_SHUTDOWN_MS_MAX = 20_000

/**
 * The settings for one small server. Buffers are few, because those that PostgreSQL has once used stay resident and the
 * system caches the files as well. The log never contains a statement or its values.
 */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  max_connections: '100',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/**
 * After a crash PostgreSQL writes its whole folder to disk before it recovers. Only Linux can do that at once; file by
 * file it takes many seconds on a busy disk.
 */
const SETTINGS_OF_LINUX = { recovery_init_sync_method: 'syncfs' }

/**
 * The settings for tests and benchmarks. They are faster, but a power cut can destroy the database. Many servers use it
 * at once, each with a pool, and benchmarks have databases of a million professionals.
 */
const SETTINGS_WITHOUT_SYNC = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  shared_buffers: '256MB',
}

export interface PostgresProcess {
  port: number
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL on the cluster of a data folder that nobody uses, on a free port or the given one, and waits until
 * it accepts connections, recovery included. Throws EmbeddedPostgresError with PostgreSQL's own reason when it ends
 * before that.
 */
export async function runPostgres(
  { dataDir, binaries, user, fsync }: Setup,
  { givenPort, onStarted }: { givenPort?: number; onStarted?: (() => void) | undefined } = {},
): Promise<PostgresProcess> {
  const cluster = clusterIn(dataDir)
  const logFile = join(dataDir, 'postgres.log')
  const port = givenPort ?? (await freePort())
  const log = openSync(logFile, 'a', 0o600)
  const logStart = statSync(logFile).size
  const options = Object.entries({
    ...SETTINGS,
    ...(process.platform === 'linux' ? SETTINGS_OF_LINUX : {}),
    ...(fsync ? {} : SETTINGS_WITHOUT_SYNC),
  })
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      dataFolderFor(user, cluster),
      '-p',
      String(port),
      ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Detached, so that Ctrl-C reaches only the server. The server stops the database after its own requests are done.
    { ...user, cwd: cluster, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  )
  onStarted?.()
  const stopOnExit = () => void child.kill('SIGINT')
  process.once('exit', stopOnExit)
  void ended.then(() => process.off('exit', stopOnExit))

  const isRunning = () =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  while (isRunning() && readyPortOf(cluster, child.pid) === undefined) await pause(15)
  if (!isRunning())
    throw new EmbeddedPostgresError(
      `The embedded database did not start: ${reasonIn(logFile, logStart)}`,
    )

  return {
    port,
    ended,
    async stop() {
      if (!isRunning()) return
      if (process.platform === 'win32')
        await run(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast'])
      else child.kill('SIGINT')
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), FAST_SHUTDOWN_MS_MAX)
      await ended
      clearTimeout(killTimer)
    },
  }
}

function reasonIn(logFile: string, from: number): string {
  const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n')
  const reason = lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
  return `${reason?.replace(/^.*?(FATAL|PANIC):\s*/, '') || 'no reason given'} (more in ${logFile})`
}
