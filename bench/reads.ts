import { once } from 'node:events'
import { openDatabase } from '#server/db/db.ts'
import { openConnection } from './connection.ts'
import { printTable, startLustra, startProcess, withPostgres } from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { fillWithProfessionals } from './search-data.ts'
import { Times } from './times.ts'

/**
 * Requests per second for cached public data: the complete server compared with a minimal node:http server that sends
 * the same bytes and headers. The two take turns within one run, with 8 connections, each in its own process.
 * BENCH_ROUNDS sets the number of rounds.
 */
const PROFESSIONALS = 10_000
const CONNECTIONS = 8
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = 1.5
const READS = [
  { name: 'search, cached', path: '/api/professionals/search/enhanced?zip_code=10025' },
  { name: 'cities with professionals', path: '/api/served-cities' },
  { name: 'a city', path: '/api/cities/ny/new-york' },
  { name: 'service types', path: '/api/service-types' },
] as const
const VARIANTS = ['node:http', 'Lustra', 'Lustra, 304'] as const

/** Headers that node:http adds to every answer, so the minimal server must not send them again. */
const OWN_HEADERS = new Set(['content-length', 'date', 'connection', 'keep-alive'])

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_reads')
  const database = openDatabase(url, { max: 2 })
  await fillWithProfessionals(database.kysely, PROFESSIONALS)
  await database.close()
  const lustra = await startLustra(url, folder)
  const bare = await startProcess('./bare-server.ts')
  try {
    const rows = []
    for (const read of READS) rows.push(await measured(read, lustra, bare))
    printTable(
      'read | bytes | node:http /s | Lustra /s | of node:http | 304 /s | of node:http | p99 ms',
      rows,
    )
  } finally {
    await lustra.stop()
    await bare.stop()
  }
})

async function measured(
  { name, path }: (typeof READS)[number],
  lustra: BenchProcess,
  bare: BenchProcess,
): Promise<(string | number)[]> {
  const answer = await fetch(`http://127.0.0.1:${lustra.port}${path}`, {
    headers: { 'accept-encoding': 'identity' },
  })
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries(
    [...answer.headers].filter(([header]) => !OWN_HEADERS.has(header)),
  )
  bare.process.send({ headers, body: body.toString('base64') })
  await once(bare.process, 'message')

  const conditionalRequest = { status: 304, headers: [`if-none-match: ${headers['etag']}`] }
  const ports = { 'node:http': bare.port, Lustra: lustra.port, 'Lustra, 304': lustra.port }
  const times = new Map(VARIANTS.map((variant) => [variant, new Times()]))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const variant of VARIANTS) {
      const connections = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => openConnection(ports[variant])),
      )
      const workers = connections.map(
        (connection) => () =>
          connection.get(path, variant === 'Lustra, 304' ? conditionalRequest : {}),
      )
      const into = round === 0 ? new Times() : times.get(variant)!
      await into.measure(workers, ROUND_SECONDS)
      for (const connection of connections) connection.close()
    }
  }
  const [raw, complete, unchanged] = VARIANTS.map((variant) => times.get(variant)!)
  const ratio = (of: Times) => (of.perSecond / raw!.perSecond).toFixed(2)
  return [
    `${name} (${path})`,
    body.length,
    raw!.perSecond.toFixed(0),
    complete!.perSecond.toFixed(0),
    ratio(complete!),
    unchanged!.perSecond.toFixed(0),
    ratio(unchanged!),
    complete!.at(0.99).toFixed(2),
  ]
}
