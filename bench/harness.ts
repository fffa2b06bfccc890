import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/start/migrate.ts'
import { statOf } from '../tools/embedded-postgres/process-life.ts'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'
import { fillWithProfessionals } from './data/search-data.ts'

export type BenchPostgres = {
  /** A temporary folder, for DATA_DIR and other files. */
  folder: string
  /** Creates an empty, migrated database and returns its address. */
  createDatabase(name: string): Promise<string>
  /** Creates a migrated database with this many invented professionals and returns its address. */
  createFilled(name: string, professionals: number): Promise<string>
}

/** Runs a benchmark on a PostgreSQL of its own. */
export async function withPostgres(run: (postgres: BenchPostgres) => Promise<void>): Promise<void> {
  const { url: serverUrl, folder, stop } = await startTemporaryPostgres()
  const createDatabase = async (name: string) => {
    const url = new URL(name, serverUrl).href
    const client = new pg.Client(serverUrl)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    await migrate(url)
    return url
  }
  const createFilled = async (name: string, professionals: number) => {
    const url = await createDatabase(name)
    const database = openDatabase(url, { max: 1 })
    await fillWithProfessionals(database.kysely, professionals)
    await database.close()
    return url
  }
  try {
    await run({ folder, createDatabase, createFilled })
  } finally {
    await stop()
  }
}

export type BenchProcess = {
  process: ChildProcess
  port: number
  /** The processor time that it has used, in microseconds. */
  cpuUs(): number
  stop(): Promise<void>
}

/**
 * Starts a file of this folder as a process, with the flags of `npm start`. The process sends its port when it
 * listens, and ends when its parent disconnects.
 */
export async function startProcess(
  file: string,
  env: Record<string, string> = {},
): Promise<BenchProcess> {
  const logFile = env['BENCH_LOG_FILE']
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'w')
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, ...env },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number]
  if (child.exitCode !== null) throw new Error(`${file} did not start.`)
  return {
    process: child,
    port,
    cpuUs: () => {
      const [user, system] = statOf(child.pid!)!.slice(11, 13)
      return (Number(user) + Number(system)) * US_PER_TICK
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Linux counts hundredths of a second. */
const US_PER_TICK = 10_000

/** Starts Lustra on a database, practically without rate limits. `settings` are for lustra-server.ts. */
export function startLustra(url: string, folder: string, settings: Record<string, string> = {}) {
  const env = { DATABASE_URL: url, DATA_DIR: folder, RATE_LIMIT_SCALE: '1000000', ...settings }
  return startProcess('./lustra-server.ts', env)
}

/** Starts Lustra with its log in the file bench.log, as in production, and with the built web app of `webDir`. */
export function startLoggingLustra(url: string, folder: string, webDir: string) {
  const logFile = join(folder, 'bench.log')
  return startLustra(url, folder, { BENCH_LOG_FILE: logFile, BENCH_WEB_DIR: webDir })
}

/**
 * A minimal node:http server repeats the answer that Lustra gives at a path now, with its headers: the limit. Returns
 * the answer.
 */
export async function copyAnswer(
  bare: BenchProcess,
  lustra: BenchProcess,
  path: string,
): Promise<{ bytes: number; etag: string | null }> {
  const answer = await fetch(`http://127.0.0.1:${lustra.port}${path}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.has(name)))
  bare.process.send({ headers, body: body.toString('base64') })
  await once(bare.process, 'message')
  return { bytes: body.length, etag: answer.headers.get('etag') }
}

/** Headers that node:http adds to every answer, so the minimal server must not send them again. */
const OWN_HEADERS = new Set(['content-length', 'date', 'connection', 'keep-alive'])

/** Prints a Markdown table. `head` has its cells separated by ' | '. */
export function printTable(head: string, rows: (string | number)[][]): void {
  const columns = head.split(' | ').length
  console.log(`| ${head} |\n|${'---|'.repeat(columns)}`)
  for (const cells of rows) console.log(`| ${cells.join(' | ')} |`)
}
