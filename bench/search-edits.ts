import { readFileSync } from 'node:fs'
import { SearchFilters } from '#contract/search.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Database } from '#server/db/db.ts'
import { loadPlaceIndex } from '#server/features/locations/locations.ts'
import { findPage } from '#server/features/search/search.queries.ts'
import { openConnection } from './connection.ts'
import { edit, openEdits, randomId } from './edits.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { busyZips, searchesOf, withNewRate } from './search-cases.ts'
import { Delays, Times } from './times.ts'

/**
 * Search while rates and ratings of professionals change, in turns with the same search while nothing changes; whether
 * totals are exact meanwhile; how soon a change is found; and what a change costs. BENCH_SIZES=10000 makes it smaller.
 */
const SIZE = Number(process.env['BENCH_SIZES'] ?? '1000000')
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 6)
const ROUND_SECONDS = 4
const CONNECTIONS = [1, 8]
const EXACT_SEARCHES = Number(process.env['BENCH_SEARCHES'] ?? '10000')
const FOUND_EDITS = 100
const COST_EDITS = 1000

const VARIANTS = ['quiet', 'edits'] as const

/** `usedUs`: see `countUs`. */
type Measured = { times: Times; usedUs: number[]; edits: number }
type MeasuredOf = (variant: (typeof VARIANTS)[number], connections: number) => Measured

await withPostgres(async ({ createFilled, folder }) => {
  const url = await createFilled('lustra_bench_edits', SIZE)
  const database = openDatabase(url, { max: 4 })
  const places = await loadPlaceIndex(database.kysely)
  const searches = searchesOf(await busyZips(database.kysely), places)
  const server = await startLustra(url, folder)
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
    return (await answer.json()) as { total: number; professionals: { hourly_rate: number }[] }
  }
  const edits = await openEdits(url, SIZE)
  const measuredOf = keepMeasured()
  for (let round = 0; round <= ROUNDS; round++) {
    for (const count of CONNECTIONS) {
      for (const variant of VARIANTS) {
        const into = measuredOf(variant, count)
        const counted = await countUs({ server, edits }, database)
        if (variant === 'edits') edits.start()
        const connections = await Promise.all(
          Array.from({ length: count }, () => openConnection(server.port)),
        )
        const workers = connections.map((connection, index) => {
          let next = index * 7
          return async () => connection.get(withNewRate(searches[next++ % searches.length]!.path))
        })
        await (round === 0 ? new Times() : into.times).measure(workers, ROUND_SECONDS)
        for (const connection of connections) connection.close()
        const changed = variant === 'edits' ? await edits.stop() : 0
        if (round === 0) continue
        const used = await counted()
        into.usedUs = into.usedUs.map((us, index) => us + used[index]!)
        into.edits += changed
      }
    }
  }
  await edits.end()
  printMeasured(measuredOf)

  let wrong = 0
  for (let search = 0; search < EXACT_SEARCHES; search++) {
    const { zip, path } = searches[search % searches.length]!
    const asked = withRandomRate(path)
    if (search % 3 === 0) await edit(database, randomId(SIZE))
    const { total } = await get(asked)
    const filters = SearchFilters.parse(Object.fromEntries(new URL(asked, 'http://x').searchParams))
    if ((await findPage(database.pool, zip, filters, Date.now())).total !== total) wrong++
  }
  console.log(`\n${wrong} of ${EXACT_SEARCHES} totals differ from count(*) between edits.`)

  const delays = new Delays()
  const { zip_code } = Object.fromEntries(new URL(searches[0]!.path, 'http://x').searchParams)
  const { placeId, cityPlaceId } = places.zipOf(zip_code!)!
  const served = await database.kysely
    .selectFrom('search_entries')
    .select(['professional_id', 'rate_cents'])
    .where('place_id', 'in', [placeId, cityPlaceId])
    .limit(FOUND_EDITS)
    .execute()
  const path = `/api/professionals/search/enhanced?zip_code=${zip_code}&max_rate=50`
  for (const { professional_id: id, rate_cents: rate } of served) {
    const { total } = await get(path)
    await edit(database, id, rate > 5000 ? 2000 : 9000)
    const start = performance.now()
    while ((await get(path)).total === total) {
      if (performance.now() - start > 10_000) throw new Error('The edit is never found.')
    }
    delays.add(performance.now() - start)
  }
  console.log(
    `An edit is found after ${delays.at(0.5).toFixed(1)} ms (median), ${delays.at(1).toFixed(1)} ms at most.`,
  )
  await server.stop()
  await printCost(url)
  await database.close()
})

function keepMeasured(): MeasuredOf {
  const measured = new Map<string, Measured>()
  return (variant, count) => {
    const key = `${variant} ${count}`
    const known = measured.get(key) ?? { times: new Times(), usedUs: [0, 0, 0], edits: 0 }
    measured.set(key, known)
    return known
  }
}

function printMeasured(measuredOf: MeasuredOf): void {
  printTable(
    `${SIZE} professionals | connections | per second | p50 ms | p99 ms | of quiet | µs of server | of PostgreSQL | of bench | a change`,
    CONNECTIONS.flatMap((count) =>
      VARIANTS.map((variant) => {
        const { times, usedUs: used, edits } = measuredOf(variant, count)
        const quiet = measuredOf('quiet', count)
        const [p50, p99] = [times.at(0.5).toFixed(2), times.at(0.99).toFixed(2)]
        const each = used.map((us) => (us / times.count).toFixed(0))
        const ofQuiet = (sum(quiet.usedUs) / quiet.times.count) * times.count
        const change = edits ? ((sum(used) - ofQuiet) / edits).toFixed(0) : ''
        const ratio = (times.perSecond / quiet.times.perSecond).toFixed(2)
        return [variant, count, times.perSecond.toFixed(0), p50, p99, ratio, ...each, change]
      }),
    ),
  )
}

/**
 * Begins to count the processor time of the server, of all connections to PostgreSQL, and of the bench: this process
 * and the one that changes professionals.
 */
async function countUs(
  { server, edits }: Record<'server' | 'edits', Pick<BenchProcess, 'cpuUs'>>,
  { pool }: Database,
): Promise<() => Promise<number[]>> {
  const ranOfEach = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database()',
    )
    return new Map(rows.map(({ pid }) => [pid, ranUs(pid)]))
  }
  const [before, own] = [await ranOfEach(), process.cpuUsage()]
  const [ofServer, ofEdits] = [server.cpuUs(), edits.cpuUs()]
  return async () => {
    const { user, system } = process.cpuUsage(own)
    const us = server.cpuUs() - ofServer
    // A connection that was closed meanwhile is left out: it was idle.
    const after = [...(await ranOfEach())].map(([pid, ran]) => ran - (before.get(pid) ?? 0))
    return [us, sum(after), user + system + edits.cpuUs() - ofEdits]
  }
}

function ranUs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Prints the processor time of a change while nothing else runs. */
async function printCost(url: string): Promise<void> {
  const database = openDatabase(url, { max: 1 })
  const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const used = () => ranUs(rows[0]!.pid)
  for (let count = 0; count < COST_EDITS / 10; count++) await edit(database, randomId(SIZE))
  const [before, own] = [used(), process.cpuUsage()]
  for (let count = 0; count < COST_EDITS; count++) await edit(database, randomId(SIZE))
  const postgres = (used() - before) / COST_EDITS
  const { user, system } = process.cpuUsage(own)
  await database.close()
  const caller = (user + system) / COST_EDITS
  console.log(
    `A change alone takes ${postgres.toFixed(0)} µs of PostgreSQL and ${caller.toFixed(0)} µs of its caller.`,
  )
}

function withRandomRate(path: string): string {
  const url = new URL(path, 'http://x')
  if (Math.random() < 0.5)
    url.searchParams.set('max_rate', String(20 + Math.floor(Math.random() * 80)))
  url.searchParams.set('page', String(1 + Math.floor(Math.random() * 3)))
  return url.pathname + url.search
}
