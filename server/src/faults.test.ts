// rule: database-lost, graceful-shutdown
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

const SERVER = fileURLToPath(new URL('test/processes/embedded-server-process.ts', import.meta.url))
/** A public read that asks the database and finds nobody. */
const READ = '/api/public/professional/nobody-has-this-address'
const START_MS_MAX = 60_000

let dataDir: string
let server: Running
beforeAll(async () => {
  dataDir = await realpath(await mkdtemp(join(tmpdir(), 'lustra-faults-')))
}, START_MS_MAX)
afterEach(() => stop(server))
afterAll(() => rm(dataDir, { recursive: true }))

type Running = { child: ChildProcess; origin: string; exit: Promise<unknown[]> }

function spawnServer(): ChildProcess {
  const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', DATABASE_URL: '', DRAIN_S: '0' }
  const env = { ...process.env, ...settings }
  return spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function start(): Promise<Running> {
  const child = spawnServer()
  const exit = once(child, 'exit')
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const ready = /^Lustra is ready at (\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
    void exit.then(([code]) => reject(new Error(`The server ended with ${String(code)}.`)))
  })
  return { child, origin, exit }
}

/** Stops the server cleanly and returns its exit code. */
async function stop({ child, exit }: Running): Promise<unknown> {
  for (const pid of databaseProcesses()) process.kill(pid, 'SIGCONT')
  if (child.exitCode === null) child.kill('SIGTERM')
  const [code] = await exit
  return code
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** Every process of the test's own database. */
function databaseProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres')
      } catch {
        return false
      }
    })
}

async function read(): Promise<{ status: number; code: string; retryAfter: string | null }> {
  const answer = await fetch(server.origin + READ)
  const { code } = (await answer.json()) as { code: string }
  return { status: answer.status, code, retryAfter: answer.headers.get('retry-after') }
}

const REFUSED = { status: 503, code: 'unavailable', retryAfter: '2' }
const NOT_FOUND = { status: 404, code: 'professional_not_found', retryAfter: null }

/**
 * Waits until the server answers. On a busy machine a server that has just started refuses its first requests: its
 * event loop is late.
 */
async function untilServed() {
  await expect.poll(read, { timeout: START_MS_MAX }).toEqual(NOT_FOUND)
}

/**
 * PostgreSQL starts in less than a second if a processor is free. While others want the processors too, each gets its
 * share only: with a load of 15 on two cores a start took 5 to 9 seconds.
 */
const restartMsMax = () => 3000 * Math.max(1, loadavg()[0]! / availableParallelism())

/** Reads again and again until the database answers. Returns what was answered before, and how long it took. */
async function readUntilFound() {
  const begun = performance.now()
  const refused: unknown[] = []
  for (;;) {
    const answer = await read()
    if (answer.status === 404) return { refused, ms: performance.now() - begun }
    refused.push(answer)
    await pause(20)
  }
}

describe.skipIf(process.platform !== 'linux')('a server with its own database', () => {
  test(
    'starts a killed database again within 3 seconds, and refuses requests meanwhile',
    { retry: 2, timeout: START_MS_MAX * 2 },
    async () => {
      server = await start()
      await untilServed()
      const killed = postmaster()
      process.kill(killed, 'SIGKILL')
      await expect.poll(read, { interval: 1, timeout: START_MS_MAX }).toEqual(REFUSED)
      const { refused, ms } = await readUntilFound()
      expect(new Set(refused.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set(refused.length > 0 ? [JSON.stringify(REFUSED)] : []),
      )
      expect(ms).toBeLessThan(restartMsMax())
      expect(postmaster()).not.toBe(killed)
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      expect(await stop(server)).toBe(0)
    },
  )

  test(
    'refuses requests within 5 seconds while the database is frozen, and serves again afterwards',
    { retry: 2, timeout: START_MS_MAX * 2 },
    async () => {
      server = await start()
      await untilServed()
      for (const pid of databaseProcesses()) process.kill(pid, 'SIGSTOP')
      const begun = performance.now()
      const answers = await Promise.all(Array.from({ length: 15 }, read))
      expect(performance.now() - begun).toBeLessThan(5000)
      // Requests that wait behind those that ask the database are refused for the queue.
      for (const { status, code, retryAfter } of answers) {
        expect([status, retryAfter]).toEqual([503, '2'])
        expect(['unavailable', 'overloaded']).toContain(code)
      }
      expect(answers).toContainEqual(REFUSED)
      expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
      for (const pid of databaseProcesses()) process.kill(pid, 'SIGCONT')
      const { ms } = await readUntilFound()
      expect(ms).toBeLessThan(3000)
      expect(await stop(server)).toBe(0)
    },
  )

  test(
    'ends with 0 after SIGTERM: with a frozen database after an earlier kill -9, and during the start',
    { timeout: START_MS_MAX * 3 },
    async () => {
      server = await start()
      server.child.kill('SIGKILL')
      await server.exit
      // The next server stops the database that the killed one left.
      server = await start()
      for (const pid of databaseProcesses()) process.kill(pid, 'SIGSTOP')
      server.child.kill('SIGTERM')
      expect((await server.exit)[0]).toBe(0)

      const starting = spawnServer()
      await expect
        .poll(() => databaseProcesses().length, { timeout: START_MS_MAX })
        .toBeGreaterThan(1)
      starting.kill('SIGTERM')
      expect((await once(starting, 'exit'))[0]).toBe(0)
      await expect.poll(databaseProcesses, { timeout: START_MS_MAX }).toEqual([])
    },
  )
})
