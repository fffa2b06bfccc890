import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { openDatabase } from '#server/db/db.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { startSession } from '#server/features/identity/sessions.ts'
import { makePicture } from '#server/features/media/picture-recipe.ts'
import { migrate } from '#server/migrate.ts'
import { openConnection } from './connection.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { fillWithProfessionals } from './search-data.ts'

/**
 * Pictures: an upload through the API until its three sizes are kept, in turns with the same work by the library alone; and
 * searches by four people, in turns without uploads and with two a second.
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

const folder = await mkdtemp(join(tmpdir(), 'lustra-bench-'))
const given = process.env['DATABASE_URL']
const postgres = given
  ? { url: given, stop: () => Promise.resolve() }
  : await startEmbeddedPostgres({ dataDir: folder, fsync: false })
const name = 'lustra_bench_images'
try {
  const url = await createDatabase(postgres.url, name)
  await migrate(url)
  const { kysely: db } = openDatabase(url)
  await fillWithProfessionals(db, PROFESSIONALS)
  const token = await startSession(db, UPLOADER, new Date())
  await db.destroy()
  const server = fork(new URL('./search-server.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, RATE_LIMIT_SCALE: '1000' },
  })
  const [port] = (await once(server, 'message')) as [number]
  const path = await takePhoto()
  const upload = await uploadOf(port, token, path)

  // The process that makes pictures is modest; measured against somebody who is not, it would be the neighbours who are measured.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const [alone, uploads] = await inTurns(() => makePicture(path), upload)
  const [quiet, busy] = await searches(port, upload)
  print({ alone, uploads, quiet, busy })

  server.disconnect()
  await once(server, 'exit')
} finally {
  await dropDatabase(postgres.url, name)
  await postgres.stop()
  await rm(folder, { recursive: true })
}

/** Twelve megapixels, grainy as a telephone's. */
async function takePhoto(): Promise<string> {
  const path = join(folder, 'photo.jpg')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toFile(path)
  return path
}

/** The upload as a telephone sends it; put together once, for this process also measures searches. */
async function uploadOf(port: number, token: string, path: string): Promise<() => Promise<void>> {
  const form = new FormData()
  const file = new File([new Uint8Array(await readFile(path))], 'photo.jpg', { type: 'image/jpeg' })
  form.append('image', file)
  const whole = new Response(form)
  const body = await whole.arrayBuffer()
  const headers = {
    'content-type': whole.headers.get('content-type')!,
    cookie: `lustra_session=${token}`,
  }
  const url = `http://127.0.0.1:${port}/api/professional/profile/${UPLOADER}/image/profile`
  return async () => {
    const answer = await fetch(url, { method: 'POST', body, headers })
    if (!answer.ok) throw new Error(`The upload was answered ${answer.status}.`)
    await answer.arrayBuffer()
  }
}

type Way = () => Promise<unknown>

/** The milliseconds of each of two ways, one after the other, again and again; the first of each does not count. */
async function inTurns(one: Way, other: Way): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn <= PHOTOS; turn++) {
    for (const [way, into] of [
      [one, times[0]],
      [other, times[1]],
    ] as const) {
      const begun = performance.now()
      await way()
      if (turn > 0) into.push(performance.now() - begun)
    }
  }
  return times
}

async function searches(port: number, upload: () => Promise<void>): Promise<[number[], number[]]> {
  const [quiet, busy]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    quiet.push(...(await steadily(port, round > 0)))
    const end = performance.now() + ROUND_SECONDS * 1000
    const uploading = (async () => {
      const under: Promise<void>[] = []
      for (; performance.now() < end; await wait(UPLOAD_EVERY_MS)) under.push(upload())
      await Promise.all(under)
    })()
    busy.push(...(await steadily(port, round > 0)))
    await uploading
  }
  return [quiet, busy]
}

/** Four people who search, look for a moment, and search again. */
async function steadily(port: number, counts: boolean): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + ROUND_SECONDS * 1000
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const connection = await openConnection(port)
      for (; performance.now() < end; await wait(PAUSE_MS)) {
        const asked = performance.now()
        await connection.get(SEARCH)
        times.push(performance.now() - asked)
      }
      connection.close()
    }),
  )
  return counts ? times : []
}

function print(times: Record<'alone' | 'uploads' | 'quiet' | 'busy', number[]>): void {
  const at = (list: number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor(share * (list.length - 1))] ?? Number.NaN
  const row = (what: string, list: number[]) => {
    const shares = [0.5, 0.95, 0.99].map((share) => at(list, share).toFixed(1))
    return `| ${[what, list.length, ...shares].join(' | ')} |`
  }
  const ratio = (a: number[], b: number[], share: number) =>
    (at(a, share) / at(b, share)).toFixed(2)
  console.log(
    [
      '| | runs | p50 | p95 | p99 ms |',
      '|---|---|---|---|---|',
      row('the library alone, three sizes of 12 megapixels', times.alone),
      row('upload, until its three sizes are kept', times.uploads),
      row('search, four people', times.quiet),
      row('search, four people, during 2 uploads a second', times.busy),
      '',
      `Upload to library, median: ${ratio(times.uploads, times.alone, 0.5)} ×. Search during uploads to quiet, p99: ${ratio(times.busy, times.quiet, 0.99)} ×.`,
    ].join('\n'),
  )
}
