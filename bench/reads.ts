import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import { countCities } from '#server/features/cities/count-cities.ts'
import { measureAnswers } from './answers.ts'
import {
  copyAnswer,
  printTable,
  startLoggingLustra,
  startProcess,
  withPostgres,
} from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { fillWithProfessionals } from './search-data.ts'

/**
 * Requests per second for kept public data: the complete server, which logs to a file, compared with a minimal
 * node:http server that sends the same bytes and headers. The two take turns within one run, with 8 connections, each
 * in its own process. BENCH_ROUNDS sets the number of rounds. Arguments after the name choose reads:
 * `-- reads search city`.
 */
const PROFESSIONALS = 10_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const READS = [
  { name: 'search, cached', path: '/api/professionals/search/enhanced?zip_code=10025' },
  { name: 'cities with professionals', path: '/api/served-cities' },
  { name: 'a city', path: '/api/cities/ny/new-york' },
  { name: 'service types', path: '/api/service-types' },
  { name: 'public profile', path: '/api/public/professional/00000001' },
] as const
const [, , ...CHOSEN] = process.argv

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_reads')
  const database = openDatabase(url, { max: 2 })
  const db = database.kysely
  await fillWithProfessionals(db, PROFESSIONALS)
  await sql`insert into city_figures_due select distinct place_id from search_entries`.execute(db)
  await countCities({ db, shutdown: new AbortController() })
  await database.close()
  const lustra = await startLoggingLustra(url, folder)
  const bare = await startProcess('./bare-server.ts')
  try {
    const rows = []
    for (const read of READS) {
      if (CHOSEN.length === 0 || CHOSEN.some((part) => read.name.includes(part)))
        rows.push(await measured(read, lustra, bare))
    }
    printTable(
      'read | bytes | node:http /s | Fastify of node:http | Lustra /s | of node:http | 304 /s | of node:http | p99 ms | of node:http | CPU µs: node:http | Fastify | Lustra | 304',
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
  const { bytes, etag } = await copyAnswer(bare, lustra, path)
  const expects = { status: 304, headers: [`if-none-match: ${etag}`] }
  // A cookie sends a request the way of all others, through Fastify.
  const routing = { status: 200, headers: ['cookie: other=1'] }
  const { raw, routed, complete, unchanged } = await measureAnswers(
    {
      raw: { server: bare, path: () => path },
      routed: { server: lustra, path: () => path, expects: routing },
      complete: { server: lustra, path: () => path },
      unchanged: { server: lustra, path: () => path, expects },
    },
    ROUNDS,
  )
  const ratio = ({ times }: typeof raw) => (times.perSecond / raw.times.perSecond).toFixed(2)
  return [
    `${name} (${path})`,
    bytes,
    raw.times.perSecond.toFixed(0),
    ratio(routed),
    complete.times.perSecond.toFixed(0),
    ratio(complete),
    unchanged.times.perSecond.toFixed(0),
    ratio(unchanged),
    complete.times.at(0.99).toFixed(2),
    (complete.times.at(0.99) / raw.times.at(0.99)).toFixed(1),
    ...[raw, routed, complete, unchanged].map(({ cpuUs }) => cpuUs.toFixed(1)),
  ]
}
