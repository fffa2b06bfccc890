import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import { countCities } from '#server/market/cities/count-cities.ts'
import { divideSitemap } from '#server/market/sharing/sitemap.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import { Times } from './times.ts'

/** The pages that count over everybody, and the jobs that count for them. BENCH_SIZES=10000 makes it shorter. */
const SIZES = (process.env['BENCH_SIZES'] ?? '10000,1000000').split(',').map(Number)
const SECONDS = 3

const READS = [
  '/api/served-cities',
  '/api/cities',
  '/api/cities/ca',
  '/api/cities/ny/new-york',
  '/sitemap.xml',
  '/sitemap.xml?from=/',
  '/sitemap.xml?from=/professional/',
]

await withPostgres(async ({ createFilled, folder }) => {
  const reads: (string | number)[][] = []
  const jobs: (string | number)[][] = []
  for (const size of SIZES) {
    const url = await createFilled(`lustra_bench_world_${size}`, size)
    const database = openDatabase(url, { max: 2 })
    const db = database.kysely
    const context = { db, shutdown: new AbortController() }
    await sql`insert into city_figures_due select distinct place_id from search_entries`.execute(db)
    jobs.push(['count-cities, every city', size, await msOf(() => countCities(context))])
    jobs.push(['count-cities, nothing changed', size, await msOf(() => countCities(context))])
    jobs.push(['divide-sitemap', size, await msOf(() => divideSitemap(context))])
    await database.close()
    const server = await startLustra(url, folder)
    const read = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${server.port}${path}`)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    }
    for (const path of READS) {
      const first = await msOf(() => read(path))
      const times = new Times()
      await times.measure([() => read(path)], SECONDS)
      reads.push([path, size, first, times.at(0.5).toFixed(1), times.at(0.99).toFixed(1)])
    }
    await server.stop()
  }
  printTable('read | professionals | first reader, ms | p50 ms | p99 ms', reads)
  console.log('')
  printTable('job | professionals | ms', jobs)
})

async function msOf(run: () => Promise<unknown>): Promise<string> {
  const start = performance.now()
  await run()
  return (performance.now() - start).toFixed(0)
}
