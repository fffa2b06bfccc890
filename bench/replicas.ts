import { cp, mkdtemp, realpath, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/migrate.ts'
import { startEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { startStreamingReplica } from '../tools/embedded-postgres/streaming-replica.ts'
import { openConnection } from './connection.ts'
import { clusterCpuUs, printTable, startProcess } from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { fillWithProfessionals } from './search-data.ts'
import { Times } from './times.ts'

/**
 * Reads per second with 0, 1 and 2 streaming replicas and 1, 2 and 4 web processes, at 16 connections in turns within
 * one run, and the processor time that the primary spends on a read. BENCH_ROUNDS sets the number of rounds.
 */
const CONNECTIONS = 16
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const ROUND_SECONDS = 1.5
const WEBS = [1, 2, 4]
const REPLICAS = [0, 1, 2]
const START_MS_MAX = 120_000

type Path = (n: number) => string
type Measured = { times: Times; primaryMs: number; reads: number }

const folder = await realpath(await mkdtemp(join(tmpdir(), 'lustra-bench-replicas-')))
const dataDirs = REPLICAS.map((number) => join(folder, `postgres${number}`))
const running: { stop(): Promise<void> }[] = []
try {
  const [primaryDir = '', ...replicaDirs] = dataDirs
  const slugs = await fill(primaryDir)
  for (const replicaDir of replicaDirs) await cp(primaryDir, replicaDir, { recursive: true })
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, fsync: false })
  running.push(primary)
  const urls: string[] = []
  for (const replicaDir of replicaDirs) {
    const replica = await startStreamingReplica(replicaDir, primary.url)
    running.push(replica)
    urls.push(replica.url)
  }
  const webs = new Map<number, BenchProcess[]>()
  for (const replicas of REPLICAS)
    webs.set(replicas, await startWebs(primary.url, urls.slice(0, replicas)))
  // Another price each time, so that no answer is kept.
  const search = (n: number) =>
    `/api/professionals/search/enhanced?zip_code=10025&max_rate=${30 + (n % 5000) / 100}`
  const profile = (n: number) => `/api/public/professional/${slugs[n % slugs.length]}`
  const rows = [
    ...(await measure('search, not kept', search, webs, join(primaryDir, 'postgres'))),
    ...(await measure('public profile', profile, webs, join(primaryDir, 'postgres'))),
  ]
  console.log(`load at the end: ${loadavg()[0]!.toFixed(1)}`)
  printTable(
    'read | web processes | 0 replicas /s | 1 replica /s | of 0 | 2 replicas /s | of 0 | primary: CPU ms a read with 0 | 1 | 2',
    rows,
  )
} finally {
  for (const process of running.toReversed()) await process.stop()
  await rm(folder, { recursive: true })
}

/** Returns some addresses of profiles. */
async function fill(dataDir: string): Promise<string[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, fsync: false })
  await migrate(postgres.url)
  const database = openDatabase(postgres.url, { max: 2 })
  await fillWithProfessionals(database.kysely, 10_000)
  await sql`vacuum analyze`.execute(database.kysely)
  const { rows } = await sql<{ slug: string }>`
    select slug from professionals join search_entries on professional_id = user_id limit 500`.execute(
    database.kysely,
  )
  await database.close()
  await postgres.stop()
  return rows.map(({ slug }) => slug)
}

async function startWebs(url: string, readUrls: string[]): Promise<BenchProcess[]> {
  const start = async () => {
    const web = await startProcess('./lustra-server.ts', {
      DATABASE_URL: url,
      DATABASE_READ_URL: readUrls.join(),
      DATA_DIR: folder,
      RATE_LIMIT_SCALE: '1000000',
    })
    running.push(web)
    await untilUsed(web, readUrls.length)
    return web
  }
  // The first one makes the keys in the folder.
  const first = await start()
  return [first, ...(await Promise.all(Array.from({ length: Math.max(...WEBS) - 1 }, start)))]
}

async function untilUsed({ port }: BenchProcess, replicas: number): Promise<void> {
  const end = Date.now() + START_MS_MAX
  if (replicas === 0) return
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    if (text.includes(`lustra_replicas{state="used"} ${replicas}`)) return
    if (Date.now() > end) throw new Error('The replicas are not used.')
    await wait(200)
  }
}

/** One row for each number of web processes. */
async function measure(
  name: string,
  path: Path,
  webs: Map<number, BenchProcess[]>,
  primaryFolder: string,
): Promise<string[][]> {
  const results = new Map<string, Measured>()
  const resultOf = (count: number, replicas: number) => {
    const key = `${count} ${replicas}`
    const none = { times: new Times(), primaryMs: 0, reads: 0 }
    return results.get(key) ?? results.set(key, none).get(key)!
  }
  let n = 0
  for (let round = 0; round <= ROUNDS; round++) {
    for (const count of WEBS) {
      for (const replicas of REPLICAS) {
        const used = webs.get(replicas)!.slice(0, count)
        const connections = await Promise.all(
          Array.from({ length: CONNECTIONS }, (_, at) => openConnection(used[at % count]!.port)),
        )
        const begun = { n, ms: clusterCpuUs(primaryFolder) / 1000 }
        const workers = connections.map((connection) => () => connection.get(path((n += 1))))
        const result = resultOf(count, replicas)
        await (round === 0 ? new Times() : result.times).measure(workers, ROUND_SECONDS)
        for (const connection of connections) connection.close()
        if (round === 0) continue
        result.reads += n - begun.n
        result.primaryMs += clusterCpuUs(primaryFolder) / 1000 - begun.ms
      }
    }
  }
  return WEBS.map((count) => {
    const [none, ...others] = REPLICAS.map((replicas) => resultOf(count, replicas))
    const perSecond = none!.times.perSecond
    return [
      name,
      String(count),
      perSecond.toFixed(0),
      ...others.flatMap(({ times }) => [
        times.perSecond.toFixed(0),
        (times.perSecond / perSecond).toFixed(2),
      ]),
      ...[none!, ...others].map(({ primaryMs, reads }) => (primaryMs / reads).toFixed(2)),
    ]
  })
}
