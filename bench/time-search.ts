import { sql } from 'kysely'
import { SearchFilters } from '#contract/search.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { loadPlaceIndex } from '#server/features/locations/locations.ts'
import { findPage } from '#server/features/search/search.queries.ts'
import { findTimedPage } from '#server/features/search/timed-search.queries.ts'
import { wantedStarts } from '#server/features/search/wanted-starts.ts'
import { dateOfDay } from '#server/features/time/zone-clock.ts'
import { printTable } from './harness.ts'
import type { BenchPostgres } from './harness.ts'
import { fillWithProfessionals } from './search-data.ts'
import { fillWithTimes } from './time-data.ts'
import { measureInTurns } from './times.ts'

/**
 * Searches by time against the same searches without a time, in turns within one run: the statements, asked the first
 * time. BENCH_SIZES=10000,100000 makes it shorter.
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const ROUNDS = 5
const ROUND_SECONDS = 1.2
const ZIPS = 20
const DAY_MS = 86_400_000
const VARIANTS = ['without a time', 'at a time', 'in a part', 'on a day'] as const
const WHEN = {
  'without a time': {},
  'at a time': { time: '09:00' },
  'in a part': { part: 'morning' },
  'on a day': {},
} as const

export async function measureSearch({ createDatabase }: BenchPostgres): Promise<void> {
  const rows: (string | number)[][] = []
  for (const size of SIZES) rows.push(...(await measure(size, createDatabase)))
  printTable(
    'professionals | connections | search | per second | p50 ms | p99 ms | p50 × | p99 ×',
    rows,
  )
}

async function measure(size: number, createDatabase: (name: string) => Promise<string>) {
  const database = openDatabase(await createDatabase(`lustra_bench_time_${size}`), { max: 8 })
  try {
    const now = Date.now()
    const today = Math.floor(now / DAY_MS)
    const days = [2, 3, 4, 5, 6].map((ahead) => today + ahead)
    await fillWithProfessionals(database.kysely, size)
    await fillWithTimes(database.kysely, days)
    const places = await loadPlaceIndex(database.kysely)
    const zips = await busyZips(database.kysely)
    const searches = zips.flatMap((zip_code, index) =>
      (['rating', 'price', 'experience', 'newest'] as const).map((sort_by) => ({
        zip: places.zipOf(zip_code)!,
        date: dateOfDay(days[index % days.length]!),
        query: { zip_code, sort_by },
      })),
    )
    const timesOf = await measureInTurns(
      { rounds: ROUNDS, connections: [1, 8], variants: VARIANTS },
      (variant, count, into) => {
        const workers = Array.from({ length: count }, (_, worker) => {
          let next = worker * 7
          return async () => {
            const { zip, date, query } = searches[next++ % searches.length]!
            const filters = SearchFilters.parse({
              ...query,
              ...(variant === 'without a time' ? {} : { date }),
              ...WHEN[variant],
            })
            if (variant === 'without a time')
              await findPage(database.pool, zip, filters, Date.now())
            else {
              const wanted = wantedStarts(zip.timeZone, { ...filters, date })
              await findTimedPage(database.pool, zip, filters, wanted, now)
            }
          }
        })
        return into.measure(workers, ROUND_SECONDS)
      },
    )
    return [1, 8].flatMap((count) =>
      VARIANTS.map((variant) => {
        const [times, base] = [timesOf(variant, count), timesOf('without a time', count)]
        const ratio = (share: number) => (times.at(share) / base.at(share)).toFixed(2)
        return [
          size,
          count,
          variant,
          times.perSecond.toFixed(0),
          times.at(0.5).toFixed(2),
          times.at(0.99).toFixed(2),
          ratio(0.5),
          ratio(0.99),
        ]
      }),
    )
  } finally {
    await database.close()
  }
}

/** The most populous ZIP code of each of the cities with the most professionals. */
async function busyZips(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zip: string }>`
    with served as (select place_id, count(*) as professionals from search_entries where place_id >= 100000 group by 1)
    select (select zip from zips where city_id = served.place_id order by population desc limit 1) as zip
    from served order by professionals desc, place_id limit ${ZIPS}`.execute(db)
  return rows.map(({ zip }) => zip)
}
