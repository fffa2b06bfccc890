import { sql } from 'kysely'
import { SearchFilters } from '#contract/search.ts'
import { openDatabase } from '#server/db/db.ts'
import { within } from '#server/scope.ts'
import type { Db } from '#server/db/db.ts'
import { loadPlaceIndex } from '#server/features/locations/locations.ts'
import { findPage } from '#server/features/search/search.queries.ts'
import { findTimedPage } from '#server/features/search/timed-search.queries.ts'
import { wantedStarts } from '#server/features/search/wanted-starts.ts'
import { dateOfDay } from '#server/features/time/zone-clock.ts'
import { openConnection } from './connection.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import type { BenchPostgres } from './harness.ts'
import { fillWithTimes } from './time-data.ts'
import { measureInTurns } from './times.ts'
import type { TimesByVariant } from './times.ts'

/**
 * Searches by time against the same searches without a time, in turns within one run, asked the first time: as the
 * statement alone, and over HTTP. BENCH_SIZES=10000,100000 makes it shorter. DATABASE_URLS
 * names databases that are filled already, one for each size.
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const FILLED = process.env['DATABASE_URLS']?.split(',')
const ROUNDS = 3
const ROUND_SECONDS = 0.6
const ZIPS = 10
const DAY_MS = 86_400_000
const WHEN = {
  'without a time': {},
  'at a time': { time: '09:00' },
  'in a part': { part: 'morning' },
  'on a day': {},
} as const
type When = keyof typeof WHEN
const WHENS = Object.keys(WHEN) as When[]
const WAYS = ['statement', 'HTTP'] as const
type Way = (typeof WAYS)[number]
const VARIANTS = WAYS.flatMap((way) => WHENS.map((when) => `${way}, ${when}` as const))
type Variant = (typeof VARIANTS)[number]
const CONNECTIONS = [1, 8]

await withPostgres(async ({ createFilled, folder }) => {
  const rows: (string | number)[][] = []
  for (const [index, size] of SIZES.entries()) {
    const url = FILLED?.[index] ?? (await filled(size, createFilled))
    rows.push(...(await measure(size, url, folder)))
  }
  printTable(
    'professionals | connections | asked | search | per second | p50 ms | p99 ms | p50 × | p99 ×',
    rows,
  )
})

async function filled(size: number, createFilled: BenchPostgres['createFilled']) {
  const url = await createFilled(`lustra_bench_time_${size}`, size)
  const database = openDatabase(url, { max: 2 })
  await within({ statementMsMax: Infinity }, async () =>
    fillWithTimes(database.kysely, daysOf(size)),
  )
  await database.close()
  return url
}

/** Fewer days where filling each takes minutes. */
function daysOf(size: number): number[] {
  const today = Math.floor(Date.now() / DAY_MS)
  return (size < 1_000_000 ? [2, 3, 4, 5, 6] : [2, 3]).map((ahead) => today + ahead)
}

async function measure(size: number, url: string, folder: string) {
  const database = openDatabase(url, { max: 8 })
  const server = await startLustra(url, folder)
  try {
    const days = daysOf(size)
    const places = await loadPlaceIndex(database.kysely)
    const zips = await busyZips(database.kysely)
    const searches = zips.flatMap((zip_code, index) =>
      (['rating', 'price', 'experience', 'newest'] as const).map((sort_by) => ({
        zip: places.zipOf(zip_code)!,
        date: dateOfDay(days[index % days.length]!),
        query: { zip_code, sort_by },
      })),
    )
    const now = Date.now()
    let asked = 0
    const ask = async (
      way: Way,
      when: When,
      { zip, date, query }: (typeof searches)[number],
      connection: Awaited<ReturnType<typeof openConnection>>,
    ) => {
      const isTimed = when !== 'without a time'
      // A highest rate that was not asked before, so that no answer is cached. It changes no result.
      const max_rate = (1000 + ++asked / 1e6).toFixed(6)
      const text = { ...query, max_rate, ...(isTimed ? { date } : {}), ...WHEN[when] }
      if (way === 'HTTP') {
        await connection.get(`/api/professionals/search/enhanced?${new URLSearchParams(text)}`)
        return
      }
      const filters = SearchFilters.parse(text)
      if (!isTimed) {
        await findPage(database.pool, zip, filters, now)
        return
      }
      const wanted = wantedStarts(zip.timeZone, { ...filters, date })
      await findTimedPage(database.pool, zip, filters, wanted, now)
    }
    const first = await openConnection(server.port)
    for (const search of [...searches, ...searches]) {
      for (const way of WAYS) await ask(way, 'on a day', search, first)
    }
    first.close()
    const timesOf = await measureInTurns(
      { rounds: ROUNDS, connections: CONNECTIONS, variants: VARIANTS },
      async (variant, count, into) => {
        const [way, when] = variant.split(', ') as [Way, When]
        // The server closes a connection that was idle for long.
        const connections = await Promise.all(
          Array.from({ length: count }, () => openConnection(server.port)),
        )
        const workers = connections.map((connection, worker) => {
          let next = worker * 7
          return async () => ask(way, when, searches[next++ % searches.length]!, connection)
        })
        await into.measure(workers, ROUND_SECONDS)
        for (const connection of connections) connection.close()
      },
    )
    return rowsOf(size, timesOf)
  } finally {
    await server.stop()
    await database.close()
  }
}

/** Each search as often a second and as slow as measured, and how many times as slow as without a time. */
function rowsOf(size: number, timesOf: TimesByVariant<Variant>): (string | number)[][] {
  return CONNECTIONS.flatMap((count) =>
    VARIANTS.map((variant) => {
      const [way, when] = variant.split(', ') as [Way, When]
      const [times, base] = [timesOf(variant, count), timesOf(`${way}, without a time`, count)]
      const ratio = (share: number) => (times.at(share) / base.at(share)).toFixed(2)
      return [
        size,
        count,
        way,
        when,
        times.perSecond.toFixed(0),
        times.at(0.5).toFixed(2),
        times.at(0.99).toFixed(2),
        ratio(0.5),
        ratio(0.99),
      ]
    }),
  )
}

/** The most populous ZIP code of each of the cities with the most professionals. */
async function busyZips(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zip: string }>`
    with served as (select place_id, count(*) as professionals from search_entries where place_id >= 100000 group by 1)
    select (select zip from zips where city_id = served.place_id order by population desc limit 1) as zip
    from served order by professionals desc, place_id limit ${ZIPS}`.execute(db)
  return rows.map(({ zip }) => zip)
}
