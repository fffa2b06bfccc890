import { join } from 'node:path'
import { openDatabase } from '#server/db/db.ts'
import { prepareWeb } from '../scripts/prepare.mjs'
import { measureAnswers } from './answers.ts'
import {
  copyAnswer,
  printTable,
  startLoggingLustra,
  startProcess,
  withPostgres,
} from './harness.ts'
import type { BenchProcess } from './harness.ts'
import { fillWithProfessionals } from './search-data.ts'

/**
 * Requests per second for the pages of visitors, compared with a minimal node:http server that sends the same HTML and
 * headers: kept pages, and pages that are rendered because nobody has asked for their address before. All take turns
 * within one run, with 8 connections. BENCH_ROUNDS sets the number of rounds.
 */
const PROFESSIONALS = 10_000
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const PAGES = [
  { name: 'home', path: '/?' },
  { name: 'results', path: '/search?zip_code=10025' },
  { name: 'public profile', path: '/professional/00000001?' },
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
