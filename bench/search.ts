import { sql } from 'kysely'
import { PAGE_SIZE } from '#contract/product.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { loadPlaceIndex } from '#server/features/locations/locations.ts'
import { findPage } from '#server/features/search/search.queries.ts'
import { openConnection } from './connection.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import { busyZips, searchesOf, withNewRate } from './search-cases.ts'
import { Times } from './times.ts'

/**
 * Search with three numbers of professionals: raw SQL and the API in turns within one run, so that a busy machine slows
 * both equally. BENCH_SIZES=10000,100000 makes it shorter. DATABASE_URL names another PostgreSQL, where databases are
 * created and removed.
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,1000000').split(',').map(Number)
const CONNECTIONS = [1, 8]
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const ROUND_SECONDS = 1.2
const WARM_UP_SECONDS = 0.8
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
type Connection = Awaited<ReturnType<typeof openConnection>>
type Kind = (typeof KINDS)[number]
type Variant = (typeof VARIANTS)[number]
type Context = Awaited<ReturnType<typeof buildContext>>

await withPostgres(async ({ createFilled, folder }) => {
  const contexts: Context[] = []
  try {
    for (const size of SIZES) {
      const start = Date.now()
      const url = await createFilled(`lustra_bench_search_${size}`, size)
      contexts.push(await buildContext(size, url, folder))
      const seconds = ((Date.now() - start) / 1000).toFixed(0)
      console.error(`${size} professionals ready after ${seconds} s`)
    }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const context of contexts) {
        await context.round(round === 0 ? WARM_UP_SECONDS : ROUND_SECONDS, round > 0)
      }
    }
    print(contexts)
  } finally {
    for (const context of contexts) await context.close()
  }
})

async function buildContext(size: number, url: string, folder: string) {
  const database = openDatabase(url, { max: Math.max(...CONNECTIONS) })
  const places = await loadPlaceIndex(database.kysely)
  const busy = await busyZips(database.kysely)
  const searches = {
    busy: searchesOf(busy, places),
    rural: searchesOf(await ruralZips(database.kysely), places),
  }
  const matches = await meanTotal(database.kysely, busy)
  const isLong = async ({ zip, filters }: (typeof searches)[Kind][number]) =>
    (await findPage(database.pool, zip, filters, Date.now())).total >= PAGE_50_TOTAL
  const long: typeof searches = { busy: [], rural: [] }
  for (const kind of KINDS) {
    for (const search of searches[kind]) if (await isLong(search)) long[kind].push(search)
  }
  const server = await startLustra(url, folder)
  const times = new Map<string, Times>()
  let laterAsked = 0
  const pageOf = (variant: Variant, kind: Kind): number | undefined => {
    if (variant.endsWith('page 50')) return 50
    if (!isLater(variant)) return undefined
    return 11 + (Math.floor(laterAsked++ / long[kind].length) % 40)
  }

  const workersOf = (connections: Connection[], variant: Variant, kind: Kind) =>
    connections.map((connection, index) => {
      let next = index * 7
      return async () => {
        const asked = isLater(variant) ? long[kind] : searches[kind]
        const { zip, filters, path } = asked[next++ % asked.length]!
        const page = pageOf(variant, kind)
        if (variant === 'statement') await findPage(database.pool, zip, filters, Date.now())
        else if (variant === 'API') await connection.get(path)
        else await connection.get(withNewRate(page ? `${path}&page=${page}` : path))
      }
    })

  const variantsOf = (kind: Kind) =>
    VARIANTS.filter((variant) => !isLater(variant) || long[kind].length > 0)

  return {
    size,
    matches,
    variantsOf,
    timesOf: (variant: Variant, kind: Kind, count: number) => {
      const key = `${variant} ${kind} ${count}`
      return times.get(key) ?? times.set(key, new Times()).get(key)!
    },
    /** Measures every variant once for some seconds. A warm-up does not count. */
    async round(seconds: number, counts: boolean) {
      const connections = await Promise.all(
        Array.from({ length: Math.max(...CONNECTIONS) }, () => openConnection(server.port)),
      )
      for (const kind of KINDS) {
        for (const count of CONNECTIONS) {
          for (const variant of variantsOf(kind)) {
            const into = counts ? this.timesOf(variant, kind, count) : new Times()
            await into.measure(workersOf(connections.slice(0, count), variant, kind), seconds)
          }
        }
      }
      for (const connection of connections) connection.close()
    },
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

function print(contexts: Context[]): void {
  const rows = contexts.flatMap((context) =>
    KINDS.flatMap((kind) =>
      CONNECTIONS.flatMap((count) =>
        context.variantsOf(kind).map((variant) => rowOf(context, { kind, count, variant })),
      ),
    ),
  )
  printTable(
    'professionals | ZIPs | connections | requested by | per second | of statement | p50 | p95 | p99 ms | p99 of statement',
    rows,
  )
  const [smallest, largest] = [contexts[0]!, contexts.at(-1)!]
  for (const variant of smallest.variantsOf('busy')) {
    const growths = CONNECTIONS.map((count) => {
      const [small, large] = [smallest, largest].map((context) =>
        context.timesOf(variant, 'busy', count).at(0.5),
      )
      return `${(large! / small!).toFixed(2)} × (${count})`
    })
    console.log(
      `\nGrowth of ${variant}, busy ZIPs, median: ${growths.join(', ')} from ${smallest.size} to ${largest.size} (connections).`,
    )
  }
}

function rowOf(
  context: Context,
  { kind, count, variant }: { kind: Kind; count: number; variant: Variant },
): (string | number)[] {
  const raw = context.timesOf('statement', kind, count)
  const times = context.timesOf(variant, kind, count)
  const label = kind === 'busy' ? `busy (${context.matches} found)` : kind
  const ratio = (times.perSecond / raw.perSecond).toFixed(2)
  const percentiles = [0.5, 0.95, 0.99].map((share) => times.at(share).toFixed(2))
  const tail = (times.at(0.99) / raw.at(0.99)).toFixed(2)
  return [
    context.size,
    label,
    count,
    variant,
    times.perSecond.toFixed(0),
    ratio,
    ...percentiles,
    tail,
  ]
}
