import { SearchFilters } from '#contract/market/search.ts'
import { openDatabase } from '#server/db/db.ts'
import { within } from '#server/scope.ts'
import { loadPlaceIndex } from '#server/places/locations.ts'
import { findPage } from '#server/market/search/search.queries.ts'
import { findTimedPage } from '#server/market/search/timed-search.queries.ts'
import { wantedStarts } from '#server/market/search/wanted-starts.ts'
import { dateOfDay } from '#server/calendar/plan/zone-clock.ts'
import { withConnections } from './connection.ts'
import type { Connection } from './connection.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import type { BenchPostgres } from './harness.ts'
import { SIZES, busyZips } from './data/search-cases.ts'
import { fillWithTimes } from './data/time-data.ts'
import { measureInTurns } from './times.ts'
import type { TimesByVariant } from './times.ts'

/**
 * Searches by time against the same searches without a time, in turns within one run, asked the first time: as the
 * statement alone, and over HTTP. BENCH_SIZES=10000,100000 makes it shorter.
 */
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
  for (const size of SIZES)
    rows.push(...(await measure(size, await filled(size, createFilled), folder)))
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
    const zips = await busyZips(database.kysely, ZIPS)
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
      connection: Connection,
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
    await withConnections(server.port, 1, async ([first]) => {
      for (const search of [...searches, ...searches])
        for (const way of WAYS) await ask(way, 'on a day', search, first!)
    })
    const timesOf = await measureInTurns(
      { rounds: ROUNDS, connections: CONNECTIONS, variants: VARIANTS },
      (variant, count, into) =>
        withConnections(server.port, count, (connections) => {
          const [way, when] = variant.split(', ') as [Way, When]
          const workers = connections.map((connection, worker) => {
            let next = worker * 7
            return () => ask(way, when, searches[next++ % searches.length]!, connection)
          })
          return into.measure(workers, ROUND_SECONDS)
        }),
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
