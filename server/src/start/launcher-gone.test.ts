// rule: graceful-shutdown
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../tools/embedded-postgres/free-port.ts'
import { lockHolderOf } from '../../../tools/embedded-postgres/data-folder-lock.ts'

const START_MS_MAX = 240_000
const START = `
  import { startProgram } from './scripts/start-program.mjs'
  const program = startProgram(process.execPath, ['server/src/test/processes/embedded-server-process.ts'], process.env)
  process.on('SIGTERM', () => program.kill('SIGTERM'))`
const DEV = `import './scripts/dev.mjs'`

let folder: string
let dataDir: string
let launched: ChildProcess[] = []
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'lustra-launcher-')))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  for (const launcher of launched) launcher.kill('SIGKILL')
  launched = []
  await rm(folder, { recursive: true })
})

/** Starts a launcher. `next` waits for the line of its program that has this text, and returns what follows it. */
function launch(script: string, port = '0') {
  const settings = { DATA_DIR: dataDir, PORT: port, DEMO: 'off', DATABASE_URL: '', DRAIN_S: '0' }
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  launched.push(launcher)
  const lines = createInterface({ input: launcher.stdout })[Symbol.asyncIterator]()
  const next = async (text: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error(`It ended before it said: ${text}`)
      if (value.startsWith(text)) return value.slice(text.length)
    }
  }
  return { launcher, next }
}

async function launchServer(script: string, port?: string) {
  const { launcher, next } = launch(script, port)
  const nextServer = async () => {
    await next('Lustra is ready')
    return (await lockHolderOf(dataDir)) ?? Number.NaN
  }
  return { launcher, nextServer, serverPid: await nextServer() }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function ended(pid: number) {
  await expect.poll(() => isAlive(pid), { timeout: 30_000, interval: 50 }).toBe(false)
}

test(
  'a server whose launcher is killed ends by itself, stops its database cleanly, and starts again',
  async () => {
    const first = await launchServer(START)
    first.launcher.kill('SIGKILL')
    await ended(first.serverPid)
    expectStopped()
    const second = await launchServer(START)
    expect(databaseLog()).not.toContain('not properly shut down')
    second.launcher.kill('SIGTERM')
    await ended(second.serverPid)
  },
  START_MS_MAX,
)

test(
  'the server of npm run dev starts again after a change beside its database, and ends with its launcher',
  async () => {
    const port = String(await freePort())
    const { launcher, nextServer, serverPid } = await launchServer(DEV, port)
    const page = async () => (await fetch(`http://localhost:${port}/`)).text()
    expect(await page()).toContain('entry-client.js')
    const changed = await stat('server/src/pages/pages.ts')
    await utimes('server/src/pages/pages.ts', changed.atime, new Date())
    expect(await nextServer()).toBe(serverPid)
    expect(databaseLog().match(/ready to accept connections/g)).toHaveLength(1)
    expect(await page()).toContain('entry-client.js')
    launcher.kill('SIGKILL')
    await ended(serverPid)
    expectStopped()
  },
  START_MS_MAX,
)

function expectStopped() {
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  expect(databaseLog()).toContain('database system is shut down')
  expect(databaseLog()).not.toContain('not properly shut down')
}

function databaseLog(): string {
  return readFileSync(join(dataDir, 'postgres.log'), 'utf8')
}
