import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/migrate.ts'
import { openConnection } from './connection.ts'
import { createDatabase } from './databases.ts'
import { fillWithProfessionals } from './search-data.ts'
import { Times } from './times.ts'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'

/**
 * Public reads that were answered before, with the whole stack, beside node:http sending the very same bytes and headers, in turns within one
 * run: at 8 connections, each server in a process of its own. BENCH_ROUNDS makes it shorter or longer.
 */
const PROFESSIONALS = 10_000
const CONNECTIONS = 8
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = 1.5
const READS = [
  { name: 'search, kept', path: '/api/professionals/search/enhanced?zip_code=10025' },
  { name: 'cities with professionals', path: '/api/served-cities' },
  { name: 'a city', path: '/api/cities/ny/new-york' },
  { name: 'service types', path: '/api/service-types' },
] as const
const WAYS = ['node:http', 'Lustra', 'Lustra, 304'] as const

/** Those that node:http writes by itself. */
const OWN_HEADERS = new Set(['content-length', 'date', 'connection', 'keep-alive'])

type Child = { process: ChildProcess; port: number }

const postgres = await startTemporaryPostgres()
const { folder } = postgres
const children: Child[] = []
try {
  const url = await createDatabase(postgres.url, 'lustra_bench_reads')
  await migrate(url)
  const database = openDatabase(url, { max: 2 })
  await fillWithProfessionals(database.kysely, PROFESSIONALS)
  await database.close()
  const lustra = await start('search-server.ts', { DATABASE_URL: url, DATA_DIR: folder })
  const bare = await start('bare-server.ts', {})
  console.log(
    [
      '| read | bytes | node:http /s | Lustra /s | of node:http | 304 /s | of node:http | p99 ms |',
      '|---|---|---|---|---|---|---|---|',
    ].join('\n'),
  )
  for (const read of READS) console.log(await measured(read, lustra, bare))
} finally {
  for (const child of children) {
    child.process.disconnect()
    await once(child.process, 'exit')
  }
  await postgres.stop()
}

async function start(file: string, env: Record<string, string>): Promise<Child> {
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env } })
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number]
  if (child.exitCode !== null) throw new Error(`${file} did not start.`)
  const started = { process: child, port }
  children.push(started)
  return started
}

async function measured(
  { name, path }: (typeof READS)[number],
  lustra: Child,
  bare: Child,
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${lustra.port}${path}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries(
    [...answer.headers].filter(([header]) => !OWN_HEADERS.has(header)),
  )
  bare.process.send({ headers, body: body.toString('base64') })
  await once(bare.process, 'message')

  const asked = { status: 304, headers: [`if-none-match: ${headers['etag']}`] }
  const ports = { 'node:http': bare.port, Lustra: lustra.port, 'Lustra, 304': lustra.port }
  const times = new Map(WAYS.map((way) => [way, new Times()]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const way of WAYS) {
      const connections = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => openConnection(ports[way])),
      )
      const workers = connections.map(
        (connection) => () => connection.get(path, way === 'Lustra, 304' ? asked : {}),
      )
      const into = round === 0 ? new Times() : times.get(way)!
      await into.measure(workers, ROUND_SECONDS)
      for (const connection of connections) connection.close()
    }
  }
  const [raw, whole, unchanged] = WAYS.map((way) => times.get(way)!)
  const ratio = (of: Times) => (of.perSecond / raw!.perSecond).toFixed(2)
  return `| ${[
    `${name} (${path})`,
    body.length,
    raw!.perSecond.toFixed(0),
    whole!.perSecond.toFixed(0),
    ratio(whole!),
    unchanged!.perSecond.toFixed(0),
    ratio(unchanged!),
    whole!.at(0.99).toFixed(2),
  ].join(' | ')} |`
}
