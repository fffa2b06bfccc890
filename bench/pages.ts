import { once } from 'node:events'
import { join } from 'node:path'
import { openDatabase } from '#server/db/db.ts'
import { prepareWeb } from '../scripts/prepare.mjs'
import { NGINX, startNginx } from '../scripts/test/balancer-in-test.ts'
import { freePort } from '../tools/embedded-postgres/free-port.ts'
import { measureAnswers } from './answers.ts'
import { BARE_PATH } from './bare-route.ts'
import {
  copyAnswer,
  printTable,
  startLoggingLustra,
  startLustra,
  startProcess,
  withPostgres,
} from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { fillWithProfessionals } from './data/search-data.ts'

/**
 * Requests per second for public reads and for the pages of visitors, compared with a minimal node:http server that
 * sends the same bytes and headers. Public reads: one route of a Fastify with the packaged plugins of Lustra alone, a
 * route of the server that sends ready bytes, the server's own route, and nginx with the configuration of deploy/nginx,
 * without TLS as node:http. Pages: kept ones, and pages that are rendered because nobody has asked for their address
 * before. All take turns within one run, with 8 connections. BENCH_ROUNDS sets the number of rounds.
 */
const PROFESSIONALS = 10_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const PAGES = [
  { name: 'home', path: '/?' },
  { name: 'results', path: '/search?zip_code=10025' },
  { name: 'public profile', path: '/professional/00000001?' },
] as const
/** A search and the claims, which are repeated for five seconds. */
const READS = [
  { name: 'search', path: '/api/professionals/search/enhanced?zip_code=10025' },
  { name: 'claims', path: '/api/claims' },
] as const

await prepareWeb()
await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_pages')
  const database = openDatabase(url, { max: 2 })
  await fillWithProfessionals(database.kysely, PROFESSIONALS)
  await database.close()
  const webDir = join(import.meta.dirname, '../web/dist')
  const lustra = await startLoggingLustra(url, folder, webDir)
  const bare = await startProcess('./bare-server.ts')
  try {
    await measureReads(url, folder, bare)
    const rows = []
    for (const page of PAGES) rows.push(await measured(page, lustra, bare))
    printTable(
      'page | bytes | node:http /s | kept /s | of node:http | rendered /s | p99 ms: node:http | kept | rendered | CPU µs: node:http | kept | rendered',
      rows,
    )
  } finally {
    await lustra.stop()
    await bare.stop()
  }
})

/** Prints the table of public reads. Without nginx its columns are empty. */
async function measureReads(url: string, folder: string, bare: BenchProcess): Promise<void> {
  const lustra = await startLustra(url, folder)
  const fastify = await startProcess('./bare-fastify.ts')
  const nginx = NGINX ? await startCache(folder, lustra.port) : undefined
  try {
    const rows = []
    for (const { name, path } of READS) {
      const { bytes } = await copyAnswer(bare, lustra, path)
      await copyAnswer(fastify, lustra, path)
      await copyAnswer(lustra, lustra, path)
      const barePath = `${BARE_PATH}?${path.split('?')[1] ?? ''}`
      const { raw, alone, route, server, cache } = await measureAnswers(
        {
          raw: { server: bare, path: () => path },
          alone: { server: fastify, path: () => path },
          route: { server: lustra, path: () => barePath },
          server: { server: lustra, path: () => path },
          cache: { server: nginx ?? bare, path: () => path },
        },
        ROUNDS,
      )
      const perSecond = [raw, alone, route, server, cache].map(({ times }) => times.perSecond)
      rows.push([
        name,
        bytes,
        ...perSecond.map((count) => count.toFixed(0)),
        (perSecond[3]! / perSecond[1]!).toFixed(2),
        (perSecond[3]! / perSecond[2]!).toFixed(2),
        nginx ? (perSecond[4]! / perSecond[0]!).toFixed(2) : '-',
        `${server.times.at(0.5).toFixed(2)}, ${server.times.at(0.99).toFixed(2)}`,
      ])
    }
    printTable(
      'read | bytes | node:http /s | bare Fastify /s | bare route /s | Lustra /s | nginx /s | Lustra of bare Fastify | of bare route | nginx of node:http | Lustra p50, p99 ms',
      rows,
    )
  } finally {
    await nginx?.stop()
    await fastify.stop()
    await lustra.stop()
  }
}

/** Starts nginx as in deploy/nginx before one server, on a port without TLS. */
async function startCache(
  folder: string,
  port: number,
): Promise<Pick<BenchProcess, 'port' | 'cpuUs' | 'stop'>> {
  const [plain, tls] = [await freePort(), await freePort()]
  const nginx = await startNginx(folder, { plain, tls, processes: [port, port] }, (config) =>
    config
      .replace(`listen ${tls} ssl http2;`, `listen ${tls}; keepalive_requests 1000000000;`)
      .replaceAll(/^ *ssl_.*$/gm, ''),
  )
  const isUp = () => fetch(`http://127.0.0.1:${tls}/api/claims`).catch(() => undefined)
  while (!(await isUp())) await new Promise(setImmediate)
  return {
    port: tls,
    cpuUs: () => 0,
    stop: async () => {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}

async function measured(
  { name, path }: (typeof PAGES)[number],
  lustra: BenchProcess,
  bare: BenchProcess,
): Promise<(string | number)[]> {
  const { bytes } = await copyAnswer(bare, lustra, path)
  let visits = 0
  const { raw, kept, rendered } = await measureAnswers(
    {
      raw: { server: bare, path: () => path },
      kept: { server: lustra, path: () => path },
      rendered: { server: lustra, path: () => `${path}&visit=${++visits}` },
    },
    ROUNDS,
  )
  const all = [raw, kept, rendered]
  return [
    name,
    bytes,
    raw.times.perSecond.toFixed(0),
    kept.times.perSecond.toFixed(0),
    (kept.times.perSecond / raw.times.perSecond).toFixed(2),
    rendered.times.perSecond.toFixed(0),
    ...all.map(({ times }) => times.at(0.99).toFixed(2)),
    ...all.map(({ cpuUs }) => cpuUs.toFixed(0)),
  ]
}
