import { sql } from 'kysely'
import { PAGE_SIZE } from '#contract/market/search-rules.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { loadPlaceIndex } from '#server/places/locations.ts'
import { findPage } from '#server/market/search/search.queries.ts'
import { withConnections } from './connection.ts'
import type { Connection } from './connection.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import { SIZES, busyZips, searchesOf, withNewRate } from './data/search-cases.ts'
import { measureInTurns } from './times.ts'
import type { Times } from './times.ts'

/**
 * Search with three numbers of professionals: raw SQL and the API in turns within one run, so that a busy machine slows
 * both equally. BENCH_SIZES=10000,100000 makes it shorter.
 */
const CONNECTIONS = [1, 8]
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = 1.2
const ZIPS_EACH = 20
/** The number of results at which page 50 is full. */
const PAGE_50_TOTAL = 50 * PAGE_SIZE

const KINDS = ['busy', 'rural'] as const
/**
 * 'statement': what the server sends to the database. 'API' repeats the answers of five seconds; 'API, first time' asks
 * for other filters each time. Later pages are asked of the searches that have 50.
 */
const VARIANTS = [
  'statement',
  'API',
  'API, first time',
  'API, first time, page 50',
  'API, first time, pages 11 to 50',
] as const
type Kind = (typeof KINDS)[number]
type Variant = (typeof VARIANTS)[number]
/** Searches that take turns with other cases; `name` tells a case from all others. */
type Case = { name: string; size: number; kind: Kind; variant: Variant; label: string }
type World = Awaited<ReturnType<typeof openWorld>>

await withPostgres(async ({ createFilled, folder }) => {
  const worlds: World[] = []
  try {
    for (const size of SIZES) {
      const start = Date.now()
      const url = await createFilled(`lustra_bench_search_${size}`, size)
      worlds.push(await openWorld(size, url, folder))
      const seconds = ((Date.now() - start) / 1000).toFixed(0)
      console.error(`${size} professionals ready after ${seconds} s`)
    }
    const measured = worlds.flatMap(({ cases, measure }) =>
      cases.map((one) => ({ ...one, measure })),
    )
    const timesOf = await measureInTurns(
      { rounds: ROUNDS, connections: CONNECTIONS, variants: measured.map(({ name }) => name) },
      (name, count, into) => {
        const one = measured.find((each) => each.name === name)!
        return one.measure(one, count, into)
      },
    )
    const rows = measured.flatMap((one) =>
      CONNECTIONS.map((count) => {
        const raw = timesOf(nameOf(one.size, one.kind, 'statement'), count)
        return rowOf(one, count, timesOf(one.name, count), raw)
      }),
    )
    printTable(
      'professionals | ZIPs | requested by | connections | per second | of statement | p50 | p95 | p99 ms | p99 of statement',
      rows,
    )
  } finally {
    for (const world of worlds) await world.close()
  }
})

function nameOf(size: number, kind: Kind, variant: Variant): string {
  return `${size} ${kind} ${variant}`
}

async function openWorld(size: number, url: string, folder: string) {
  const database = openDatabase(url, { max: Math.max(...CONNECTIONS) })
  const places = await loadPlaceIndex(database.kysely)
  const busy = await busyZips(database.kysely, ZIPS_EACH)
  const searches = {
    busy: searchesOf(busy, places),
    rural: searchesOf(await ruralZips(database.kysely), places),
  }
  const labels = {
    busy: `busy (${await meanTotal(database.kysely, busy)} found)`,
    rural: 'rural',
  }
  const long: typeof searches = { busy: [], rural: [] }
  for (const kind of KINDS)
    for (const search of searches[kind]) {
      const { total } = await findPage(database.pool, search.zip, search.filters, Date.now())
      if (total >= PAGE_50_TOTAL) long[kind].push(search)
    }
  const server = await startLustra(url, folder)
  let laterAsked = 0
  const pageOf = (variant: Variant, kind: Kind): number | undefined => {
    if (variant.endsWith('page 50')) return 50
    if (!isLater(variant)) return undefined
    return 11 + (Math.floor(laterAsked++ / long[kind].length) % 40)
  }
  const workerOf = ({ variant, kind }: Case) => {
    const asked = isLater(variant) ? long[kind] : searches[kind]
    return (connection: Connection, index: number) => {
      let next = index * 7
      return async () => {
        const { zip, filters, path } = asked[next++ % asked.length]!
        const page = pageOf(variant, kind)
        if (variant === 'statement') await findPage(database.pool, zip, filters, Date.now())
        else if (variant === 'API') await connection.get(path)
        else await connection.get(withNewRate(page ? `${path}&page=${page}` : path))
      }
    }
  }
  const cases = KINDS.flatMap((kind) =>
    VARIANTS.filter((variant) => !isLater(variant) || long[kind].length > 0).map(
      (variant): Case => ({
        name: nameOf(size, kind, variant),
        size,
        kind,
        variant,
        label: labels[kind],
      }),
    ),
  )
  return {
    cases,
    measure: (one: Case, count: number, into: Times) =>
      withConnections(server.port, count, (connections) =>
        into.measure(connections.map(workerOf(one)), ROUND_SECONDS),
      ),
    async close() {
      await server.stop()
      await database.close()
    },
  }
}

/** Whether it asks for a later page than the first. */
function isLater(variant: Variant): boolean {
  return variant.endsWith('50')
}

/** Served ZIP codes with 500 to 2,000 inhabitants. */
async function ruralZips(db: Db): Promise<string[]> {
  const { rows } = await sql<{ zip: string }>`
    select zip from zips
    where population between 500 and 2000
      and exists (select from search_entries where place_id in (zips.place_id, zips.city_id))
    order by md5(zip) limit ${ZIPS_EACH}`.execute(db)
  return rows.map(({ zip }) => zip)
}

/** How many professionals a search finds on average, without filters. */
async function meanTotal(db: Db, zips: string[]): Promise<number> {
  const { rows } = await sql<{ mean: number }>`
    select round((count(*)::numeric / count(distinct zip)))::integer as mean
    from zips join search_entries as entry on entry.place_id in (zips.place_id, zips.city_id)
    where zip = any(${zips})`.execute(db)
  return rows[0]!.mean
}

function rowOf(
  { size, label, variant }: Case,
  count: number,
  times: Times,
  raw: Times,
): (string | number)[] {
  return [
    size,
    label,
    variant,
    count,
    times.perSecond.toFixed(0),
    (times.perSecond / raw.perSecond).toFixed(2),
    ...[0.5, 0.95, 0.99].map((share) => times.at(share).toFixed(2)),
    (times.at(0.99) / raw.at(0.99)).toFixed(2),
  ]
}
