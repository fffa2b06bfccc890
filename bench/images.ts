import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#server/db/db.ts'
import { startSession } from '#server/features/identity/sessions.ts'
import { openConnection } from './connection.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import { openPhone, takePhoto } from './phone.ts'
import type { MeasureTask } from './phone.ts'
import { fillWithProfessionals } from './search-data.ts'

/**
 * Pictures: an upload through the API until its three sizes are stored, in turns with the same work by the library
 * alone. Then searches of four people, in turns without uploads and with two a second.
 */
const PROFESSIONALS = 10_000
const UPLOADER = '00000001-0000-7000-8000-000000000000'
const PHOTOS = 16
const ROUNDS = 5
const ROUND_SECONDS = 5
const PEOPLE = 4
const PAUSE_MS = 40
const UPLOAD_EVERY_MS = 500
const SEARCH = '/api/professionals/search/enhanced?zip_code=77449'

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_images')
  const { kysely: db } = openDatabase(url)
  await fillWithProfessionals(db, PROFESSIONALS)
  const facts = { at: new Date(), userAgent: undefined, log: async () => {} }
  const token = await db.transaction().execute((tx) => startSession(tx, UPLOADER, facts))
  await db.destroy()
  const server = await startLustra(url, folder)
  const phone = await openPhone({
    path: await takePhoto(folder),
    url: `http://127.0.0.1:${server.port}/api/professional/profile/${UPLOADER}/image/profile`,
    cookie: `lustra_session=${token}`,
  })
  try {
    const [alone, uploads] = await measureInTurns(phone.time)
    const [quiet, busy] = await searches(server.port, phone.time)
    print({ alone, uploads, quiet, busy })
  } finally {
    phone.close()
    await server.stop()
  }
})

/** Measures both in turns, in milliseconds. The first of each is a warm-up. */
async function measureInTurns(time: MeasureTask): Promise<[number[], number[]]> {
  const [alone, uploads]: [number[], number[]] = [[], []]
  for (let run = 0; run <= PHOTOS; run++) {
    const both = [await time('alone'), await time('upload')] as const
    if (run === 0) continue
    alone.push(both[0])
    uploads.push(both[1])
  }
  return [alone, uploads]
}

async function searches(port: number, time: MeasureTask): Promise<[number[], number[]]> {
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    quiet.push(...(await searchRepeatedly(port, round > 0)))
    const end = performance.now() + ROUND_SECONDS * 1000
    const uploading = (async () => {
      const under: Promise<number>[] = []
      for (; performance.now() < end; await wait(UPLOAD_EVERY_MS)) under.push(time('upload'))
      await Promise.all(under)
    })()
    busy.push(...(await searchRepeatedly(port, round > 0)))
    await uploading
  }
  return [quiet, busy]
}

/** Four people who search, pause, and search again. */
async function searchRepeatedly(port: number, counts: boolean): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ROUND_SECONDS * 1000
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const connection = await openConnection(port)
      for (; performance.now() < end; await wait(PAUSE_MS)) {
        const start = performance.now()
        await connection.get(SEARCH)
        times.push(performance.now() - start)
      }
      connection.close()
    }),
  )
  return counts ? times : []
}

function print(times: Record<'alone' | 'uploads' | 'quiet' | 'busy', number[]>): void {
  const at = (list: number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? Number.NaN
  const row = (label: string, list: number[]) => [
    label,
    list.length,
    ...[0.5, 0.95, 0.99].map((share) => at(list, share).toFixed(1)),
  ]
  const ratio = (a: number[], b: number[], share: number) =>
    (at(a, share) / at(b, share)).toFixed(2)
  printTable('what | runs | p50 | p95 | p99 ms', [
    row('the library alone, three sizes of 12 megapixels', times.alone),
    row('upload, until its three sizes are stored', times.uploads),
    row('search, four people', times.quiet),
    row('search, four people, during 2 uploads a second', times.busy),
  ])
  console.log(
    `\nUpload to library, median: ${ratio(times.uploads, times.alone, 0.5)} ×. Search during uploads to quiet, p99: ${ratio(times.busy, times.quiet, 0.99)} ×.`,
  )
}
