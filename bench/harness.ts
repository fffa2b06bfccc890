import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/migrate.ts'
import { NODE_FLAGS } from '../scripts/node-flags.mjs'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'
import { fillWithProfessionals } from './search-data.ts'

export type BenchPostgres = {
  /** A temporary folder, for DATA_DIR and other files. */
  folder: string
  /** Creates an empty, migrated database and returns its address. */
  createDatabase(name: string): Promise<string>
  /** Creates a migrated database with this many invented professionals and returns its address. */
  createFilled(name: string, professionals: number): Promise<string>
}

/**
 * A folder whose databases stay, so that the next run copies the professionals: to invent a million takes minutes.
 * Remove it when what is invented or written for a professional has changed.
 */
const KEPT_FOLDER = process.env['BENCH_DATA_DIR']

/**
 * Runs a benchmark on a PostgreSQL of its own, or on the one of DATABASE_URL. The databases that it created are removed
 * in the end, also after an error.
 */
export async function withPostgres(run: (postgres: BenchPostgres) => Promise<void>): Promise<void> {
  const given = KEPT_FOLDER === undefined ? process.env['DATABASE_URL'] : undefined
  const server = await startTemporaryPostgres(given, KEPT_FOLDER)
  const created: string[] = []
  const execute = (statement: string) => runStatement(server.url, statement)
  const drop = (name: string) => execute(`drop database if exists ${name} with (force)`)
  const urlOf = (name: string) => {
    const url = new URL(server.url)
    url.pathname = name
    return url.href
  }
  const create = async (name: string, template = 'template1') => {
    // An earlier run that was killed may have left it.
    await drop(name)
    await execute(`create database ${name} template ${template} strategy file_copy`)
    await migrate(urlOf(name))
    return urlOf(name)
  }
  const createFilled = async (name: string, professionals: number) => {
    const url = await create(name)
    const database = openDatabase(url, { max: 1 })
    await fillWithProfessionals(database.kysely, professionals)
    await database.close()
    return url
  }
  try {
    await run({
      folder: server.folder,
      async createDatabase(name) {
        created.push(name)
        return create(name)
      },
      async createFilled(name, professionals) {
        created.push(name)
        if (KEPT_FOLDER === undefined) return createFilled(name, professionals)
        const kept = `lustra_bench_kept_${professionals}`
        if (!(await execute(`select from pg_database where datname = '${kept}'`))) {
          await createFilled(`${kept}_new`, professionals)
          await execute(`alter database ${kept}_new rename to ${kept}`)
        }
        return create(name, kept)
      },
    })
  } finally {
    for (const name of created) await drop(name)
    await server.stop()
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
  logFile?: string,
): Promise<BenchProcess> {
  const output = logFile === undefined ? 'inherit' : openSync(logFile, 'w')
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, ...env },
    execArgv: [...process.execArgv, ...NODE_FLAGS],
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number]
  if (child.exitCode !== null) throw new Error(`${file} did not start.`)
  return {
    process: child,
    port,
    cpuUs: () => {
      const [, facts = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
      const [user, system] = facts.split(' ').slice(11, 13)
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

/** The processor time, in microseconds, of all processes of the PostgreSQL in this folder. */
export function clusterCpuUs(cluster: string): number {
  const ticks = readdirSync('/proc').map((pid) => {
    try {
      if (!Number(pid) || readlinkSync(`/proc/${pid}/cwd`) !== cluster) return 0
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return Number(fields[11]) + Number(fields[12])
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, one) => sum + one, 0) * US_PER_TICK
}

/** Starts Lustra on a database, practically without rate limits. */
export function startLustra(url: string, folder: string, file = './lustra-server.ts') {
  return startProcess(file, settingsOf(url, folder))
}

/** Starts Lustra with its log in the file bench.log, as in production, and with the built web app of `webDir`. */
export function startLoggingLustra(
  url: string,
  folder: string,
  webDir = '',
): Promise<BenchProcess> {
  const env = { ...settingsOf(url, folder), BENCH_LOG_LEVEL: 'info', BENCH_WEB_DIR: webDir }
  return startProcess('./lustra-server.ts', env, join(folder, 'bench.log'))
}

function settingsOf(url: string, folder: string) {
  return { DATABASE_URL: url, DATA_DIR: folder, RATE_LIMIT_SCALE: '1000000' }
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

/** Returns how many rows it concerned. */
async function runStatement(url: string, statement: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rowCount } = await client.query(statement)
    return rowCount ?? 0
  } finally {
    await client.end()
  }
}
