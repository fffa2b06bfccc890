import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { SearchFilters } from '#contract/search.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { loadPlaceIndex } from '#server/features/locations/locations.ts'
import type { Places } from '#server/features/locations/locations.ts'
import { findPage } from '#server/features/search/search.queries.ts'
import { migrate } from '#server/migrate.ts'
import { openConnection } from './connection.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { fillWithProfessionals } from './search-data.ts'
import { Times } from './times.ts'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'

/**
 * Search in three sizes of world, raw SQL and the API in turns within one run, so that a busy machine is fair to both. BENCH_SIZES=10000,100000
 * makes it shorter; DATABASE_URL takes a PostgreSQL of yours, where databases are made and removed.
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const CONNECTIONS = [1, 8]
const ROUNDS = 5
const ROUND_SECONDS = 1.2
const WARM_UP_SECONDS = 0.8
const ZIPS_EACH = 20

const KINDS = ['busy', 'rural'] as const
const WAYS = ['SQL', 'API', 'API, first time'] as const
type Connection = Awaited<ReturnType<typeof openConnection>>
type Kind = (typeof KINDS)[number]
type Way = (typeof WAYS)[number]
type Context = Awaited<ReturnType<typeof buildWorld>>

const postgres = await startTemporaryPostgres(process.env['DATABASE_URL'])
const { folder } = postgres
const worlds: Context[] = []
let asked = 0
try {
  for (const size of SIZES) worlds.push(await buildWorld(size))
  for (let round = 0; round <= ROUNDS; round++) {
    for (const world of worlds) {
      await world.round(round === 0 ? WARM_UP_SECONDS : ROUND_SECONDS, round > 0)
    }
  }
  print()
} finally {
  for (const world of worlds) await world.close()
  await postgres.stop()
}

async function buildWorld(size: number) {
  const begun = Date.now()
  const name = `lustra_bench_search_${size}`
  const url = await createDatabase(postgres.url, name)
  await migrate(url)
  const database = openDatabase(url, { max: Math.max(...CONNECTIONS) })
  await fillWithProfessionals(database.kysely, size)
  const places = await loadPlaceIndex(database.kysely)
  const busy = await busyZips(database.kysely)
  const searches = {
    busy: searchesOf(busy, places),
    rural: searchesOf(await ruralZips(database.kysely), places),
  }
  const matches = await meanTotal(database.kysely, busy)
  console.error(`${size} professionals ready after ${((Date.now() - begun) / 1000).toFixed(0)} s`)

  const server = fork(new URL('./search-server.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder },
  })
  const [port] = (await Promise.race([once(server, 'message'), once(server, 'exit')])) as [number]
  if (server.exitCode !== null) throw new Error('The server did not start.')
  const times = new Map<string, Times>()

  const workersOf = (connections: Connection[], way: Way, kind: Kind) =>
    connections.map((connection, index) => {
      let next = index * 7
      return async () => {
        const { zip, filters, path } = searches[kind][next++ % searches[kind].length]!
        if (way === 'SQL') await findPage(database.pool, zip, filters)
        else await connection.get(way === 'API' ? path : neverAsked(path))
      }
    })

  return {
    size,
    matches,
    timesOf: (way: Way, kind: Kind, count: number) => {
      const key = `${way} ${kind} ${count}`
      return times.get(key) ?? times.set(key, new Times()).get(key)!
    },
    /** Every way once for some seconds; a warming-up does not count. */
    async round(seconds: number, counts: boolean) {
      const connections = await Promise.all(
        Array.from({ length: Math.max(...CONNECTIONS) }, () => openConnection(port)),
      )
      for (const kind of KINDS) {
        for (const count of CONNECTIONS) {
          for (const way of WAYS) {
            const into = counts ? this.timesOf(way, kind, count) : new Times()
            await into.measure(workersOf(connections.slice(0, count), way, kind), seconds)
          }
        }
      }
      for (const connection of connections) connection.close()
    },
    async close() {
      server.disconnect()
      await once(server, 'exit')
      await database.close()
      await dropDatabase(postgres.url, name)
    },
  }
}

/** The same search under a highest rate that nobody has asked for yet: too high, or by millionths of a dollar higher, to change anything. */
function neverAsked(path: string): string {
  const url = new URL(path, 'http://x')
  const rate = Number(url.searchParams.get('max_rate') ?? 1000) + ++asked / 1e6
  url.searchParams.set('max_rate', rate.toFixed(6))
  return url.pathname + url.search
}

/** Every sort, without filters and with each of them: as a call, and as the API would have read it. */
function searchesOf(zips: string[], places: Places) {
  const filters: Record<string, string>[] = [
    {},
    { service_type: 'deep' },
    { max_rate: '60' },
    { min_rating: '4' },
  ]
  const sorts = ['rating', 'price', 'experience', 'newest']
  return zips.flatMap((zip_code) =>
    filters.flatMap((filter) =>
      sorts.map((sort_by) => {
        const query = { zip_code, sort_by, ...filter }
        return {
          zip: places.zipOf(zip_code)!,
          filters: SearchFilters.parse(query),
          path: `/api/professionals/search/enhanced?${new URLSearchParams(query)}`,
        }
      }),
    ),
  )
}

/** The most populous ZIP of each of the cities that most professionals serve. */
async function busyZips(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zip: string }>`
    with served as (select place_id, count(*) as professionals from search_entries where place_id >= 100000 group by 1)
    select (select zip from zips where city_id = served.place_id order by population desc limit 1) as zip
    from served order by professionals desc, place_id limit ${ZIPS_EACH}`.execute(db)
  return rows.map(({ zip }) => zip)
}

/** ZIPs of 500 to 2,000 people that somebody serves. */
async function ruralZips(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zip: string }>`
    select zip from zips
    where population between 500 and 2000
      and exists (select from search_entries where place_id in (zips.place_id, zips.city_id))
    order by md5(zip) limit ${ZIPS_EACH}`.execute(db)
  return rows.map(({ zip }) => zip)
}

/** How many professionals a ZIP finds on average, without filters. */
async function meanTotal(db: Db, zips: string[]): Promise<number> {
  const { rows } = await sql<{ mean: number }>`
    select round((count(*)::numeric / count(distinct zip)))::integer as mean
    from zips join search_entries as entry on entry.place_id in (zips.place_id, zips.city_id)
    where zip = any(${zips})`.execute(db)
  return rows[0]!.mean
}

function print(): void {
  const lines = [
    '| professionals | ZIPs | connections | asked by | per second | of SQL | p50 | p95 | p99 ms | p99 of SQL |',
    '|---|---|---|---|---|---|---|---|---|---|',
  ]
  for (const world of worlds) {
    for (const kind of KINDS) {
      for (const count of CONNECTIONS) {
        const raw = world.timesOf('SQL', kind, count)
        const what = kind === 'busy' ? `busy (${world.matches} found)` : kind
        for (const way of WAYS) {
          const times = world.timesOf(way, kind, count)
          const ratio = (times.perSecond / raw.perSecond).toFixed(2)
          const tail = (times.at(0.99) / raw.at(0.99)).toFixed(2)
          const shares = [0.5, 0.95, 0.99].map((share) => times.at(share).toFixed(2))
          const cells = [world.size, what, count, way, times.perSecond.toFixed(0), ratio, ...shares]
          lines.push(`| ${[...cells, tail].join(' | ')} |`)
        }
      }
    }
  }
  const [smallest, largest] = [worlds[0]!, worlds.at(-1)!]
  for (const way of WAYS) {
    const medians = [smallest, largest].map((world) => world.timesOf(way, 'busy', 1).at(0.5))
    const growth = (medians[1]! / medians[0]!).toFixed(1)
    lines.push(
      '',
      `Growth of ${way}, busy ZIPs, one connection, median: ${growth} × from ${smallest.size} to ${largest.size}.`,
    )
  }
  console.log(lines.join('\n'))
}
