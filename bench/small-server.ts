import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { openDatabase } from '#server/db/db.ts'
import { reachEmbeddedPostgres } from '../tools/embedded-postgres/embedded-postgres.ts'
import { freePort } from '../tools/embedded-postgres/free-port.ts'
import { connectPairs, fillWithPeople } from './data/bookings-data.ts'
import type { Person } from './data/bookings-data.ts'
import { printTable } from './harness.ts'
import { openPairs } from './message-load.ts'
import { memoryOfTree, residentOf } from './process-memory.ts'
import type { ProcessMemory } from './process-memory.ts'
import { Delays } from './times.ts'

/**
 * Measures `npm start` on a small machine: the time until the first page, with everything prepared, and the memory of
 * all its processes. They are first idle with the demo world, and then serve BENCH_CONNECTIONS live connections, 200
 * messages and two photos a second. Linux only.
 */
const STARTS = Number(process.env['BENCH_STARTS'] ?? 5)
const IDLE_S = Number(process.env['BENCH_IDLE_S'] ?? 60)
const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 5000)
const LOAD_S = Number(process.env['BENCH_LOAD_S'] ?? 30)
const MESSAGES_PER_SECOND = 200
const UPLOADS_PER_SECOND = 2
const UPLOADS_WAITING_MAX = 8
const START_MS_MAX = 600_000
const SAMPLE_MS = 2000

const folder = await mkdtemp(join(tmpdir(), 'lustra-bench-small-'))
try {
  await measureStarts(join(folder, 'demo'))
  await measureLoad(join(folder, 'load'))
} finally {
  await rm(folder, { recursive: true, force: true })
}

type Started = { npm: ChildProcess; port: number; ms: number; stop(): Promise<void> }

/** Starts Lustra as the README says, and waits for its first page. */
async function start(dataDir: string, settings: Record<string, string> = {}): Promise<Started> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DRAIN_S: '0', ...settings }
  const begin = performance.now()
  const npm = spawn('npm', ['start'], { env, stdio: 'ignore', detached: true })
  while (!(await answers(port))) {
    if (npm.exitCode !== null || performance.now() - begin > START_MS_MAX)
      throw new Error('Lustra did not start.')
    await wait(5)
  }
  const ms = performance.now() - begin
  return {
    npm,
    port,
    ms,
    async stop() {
      process.kill(-npm.pid!, 'SIGINT')
      await once(npm, 'exit')
    },
  }
}

/** Whether the home page is served. */
async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
  await answer?.bytes()
  return answer?.status === 200
}

async function measureStarts(dataDir: string): Promise<void> {
  const first = await start(dataDir)
  await first.stop()
  const delays = new Delays()
  for (let count = 1; ; count++) {
    const server = await start(dataDir)
    delays.add(server.ms)
    if (count < STARTS) {
      await server.stop()
      continue
    }
    await wait(IDLE_S * 1000)
    const processes = processesOf(server)
    await server.stop()
    printTable('start until the first page | s', [
      ['with an empty data folder: the demo world is made', seconds(first.ms)],
      [`with everything prepared, median of ${STARTS}`, seconds(delays.at(0.5))],
      ['the slowest of them', seconds(delays.at(1))],
    ])
    printMemory(`idle for ${IDLE_S} s, demo world`, processes)
    return
  }
}

async function measureLoad(dataDir: string): Promise<void> {
  // A loaded machine is measured too, so no request is turned away.
  const settings = { DEMO: 'off', RATE_LIMIT_SCALE: '1000000', EVENT_LOOP_DELAY_MS_MAX: '0' }
  const server = await start(dataDir, settings)
  const ending = new AbortController()
  try {
    const people = await fill(dataDir)
    const photo = await takePhoto()
    const pairs = await openPairs(server.port, people)
    const [heard, uploads] = [new Delays(), new Delays()]
    const sampling = largestOf(server, ending.signal)
    const rate = { perSecond: MESSAGES_PER_SECOND, seconds: LOAD_S }
    await Promise.all([
      pairs.exchange(rate, (ms) => heard.add(ms)),
      uploadAll(() => upload(server.port, people.professionals[0]!, photo, uploads)),
    ])
    ending.abort()
    const processes = await sampling
    pairs.close()
    printMemory(
      `${CONNECTIONS} connections, ${MESSAGES_PER_SECOND} messages and ${UPLOADS_PER_SECOND} photos a second, the largest`,
      processes,
    )
    const row = (name: string, each: Delays) => [
      name,
      each.count,
      ...[0.5, 0.99].map((share) => each.at(share).toFixed(1)),
    ]
    console.log()
    printTable('meanwhile | count | p50 ms | p99 ms', [
      row('message sent to event received', heard),
      row('photo uploaded until its sizes are stored', uploads),
    ])
  } finally {
    ending.abort()
    await server.stop()
  }
}

/** Uploads photos at a steady rate. While many still wait, it leaves some out: a person may let only ten wait. */
async function uploadAll(one: () => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  for (let count = 0; count < LOAD_S * UPLOADS_PER_SECOND; count++) {
    if (running.size < UPLOADS_WAITING_MAX) {
      const uploading = one()
      running.add(uploading)
      // One that is refused stays, and ends the measurement.
      void uploading.then(
        () => running.delete(uploading),
        () => {},
      )
    }
    await wait(1000 / UPLOADS_PER_SECOND)
  }
  await Promise.all(running)
}

/** A photo of 12 megapixels with noise, like a phone's. */
function takePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function upload(
  port: number,
  { id, cookie }: Person,
  photo: Buffer,
  delays: Delays,
): Promise<void> {
  const body = new FormData()
  body.append('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
  const start = performance.now()
  const address = `http://127.0.0.1:${port}/api/professional/profile/${id}/image/profile`
  const answer = await fetch(address, { method: 'POST', headers: { cookie }, body })
  if (!answer.ok) throw new Error(`The upload was answered ${answer.status}.`)
  await answer.bytes()
  delays.add(performance.now() - start)
}

async function fill(dataDir: string) {
  const { url } = await reachEmbeddedPostgres({ dataDir })
  const database = openDatabase(url)
  const half = Math.ceil(CONNECTIONS / 2)
  const people = await fillWithPeople(database.kysely, half, half, 0)
  await connectPairs(database.kysely, people)
  await database.close()
  return people
}

/** Lustra's processes, without npm and the script that started them. */
function processesOf({ npm }: Started): ProcessMemory[] {
  return memoryOfTree(npm.pid!).filter(
    ({ pid, command }) => pid !== npm.pid && !command.includes('scripts/prepared.mjs'),
  )
}

/** The processes at the moment at which they hold most, until the signal. */
async function largestOf(server: Started, signal: AbortSignal): Promise<ProcessMemory[]> {
  let largest: ProcessMemory[] = []
  while (!signal.aborted) {
    const processes = processesOf(server)
    if (residentOf(processes) > residentOf(largest)) largest = processes
    await wait(SAMPLE_MS, undefined, { signal }).catch(() => {})
  }
  return largest
}

function printMemory(when: string, processes: ProcessMemory[]): void {
  const groups = Map.groupBy(processes, ({ command }) => kindOf(command))
  const rows = [...groups].map(([kind, each]) => [
    each.length > 1 ? `${kind}, ${each.length} processes` : kind,
    megabytes(each.reduce((sum, { resident }) => sum + resident, 0)),
    megabytes(each.reduce((sum, { proportional }) => sum + proportional, 0)),
    megabytes(residentOf(each)),
  ])
  console.log()
  printTable(`${when} | RSS MB | PSS MB | shared parts once MB`, [
    ...rows,
    [
      'together',
      megabytes(processes.reduce((sum, { resident }) => sum + resident, 0)),
      megabytes(processes.reduce((sum, { proportional }) => sum + proportional, 0)),
      megabytes(residentOf(processes)),
    ],
  ])
}

function kindOf(command: string): string {
  const [, worker] = /(\w+)-process\.ts/.exec(command) ?? []
  if (worker) return `process ${worker}`
  return command.includes('postgres') ? 'PostgreSQL' : 'server'
}

function megabytes(kilobytes: number): string {
  return (kilobytes / 1024).toFixed(0)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2)
}
