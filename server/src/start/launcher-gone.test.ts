// rule: graceful-shutdown
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockHolderOf } from '../../../tools/embedded-postgres/data-folder-lock.ts'

const START_MS_MAX = 240_000
const START = `
  import { startProgram } from './scripts/start-program.mjs'
  const program = startProgram(process.execPath, ['server/src/test/processes/embedded-server-process.ts'], process.env)
  process.on('SIGTERM', () => program.kill('SIGTERM'))`
const DEV = `
  import { startRestarted } from './scripts/start-restarted.mjs'
  const program = ['server/src/test/processes/embedded-server-process.ts']
  process.on('SIGTERM', startRestarted([process.env.WATCHED], process.execPath, program, process.env))`
const BUILD = `
  import { startProgram } from './scripts/start-program.mjs'
  const watches = 'console.log("running " + process.pid); setInterval(() => {}, 1000)'
  startProgram(process.execPath, ['--import', './scripts/end-with-launcher.mjs', '-e', watches], process.env)`

let folder: string
let dataDir: string
let watched: string
let launched: ChildProcess[] = []
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'lustra-launcher-')))
  dataDir = join(folder, 'data')
  watched = join(folder, 'watched')
  await mkdir(watched)
})
afterEach(async () => {
  for (const launcher of launched) launcher.kill('SIGKILL')
  launched = []
  await rm(folder, { recursive: true })
})

/** Starts a launcher. `next` waits for the line of its program that has this text, and returns what follows it. */
function launch(script: string) {
  const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: 'off', DATABASE_URL: '', DRAIN_S: '0' }
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, ...settings, WATCHED: watched },
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

async function launchServer(script: string) {
  const { launcher, next } = launch(script)
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

test.each([
  ['npm start', START],
  ['npm run dev', DEV],
])(
  'a server of %s whose launcher is killed ends by itself, stops its database cleanly, and starts again',
  async (_, script) => {
    const first = await launchServer(script)
    first.launcher.kill('SIGKILL')
    await ended(first.serverPid)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain(
      'database system is shut down',
    )
    const second = await launchServer(script)
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(
      'not properly shut down',
    )
    second.launcher.kill('SIGTERM')
    await ended(second.serverPid)
  },
  START_MS_MAX,
)

test(
  'a server of npm run dev starts again after a change, also one that failed, and still ends with its launcher',
  async () => {
    const { launcher, nextServer, serverPid } = await launchServer(DEV)
    await writeFile(join(watched, 'one.ts'), '1')
    const second = await nextServer()
    expect(second).not.toBe(serverPid)
    await ended(serverPid)
    process.kill(second, 'SIGKILL')
    await ended(second)
    await writeFile(join(watched, 'two.ts'), '2')
    const third = await nextServer()
    launcher.kill('SIGKILL')
    await ended(third)
  },
  START_MS_MAX,
)

test('a build that watches ends with its launcher', async () => {
  const { launcher, next } = launch(BUILD)
  const pid = Number(await next('running '))
  launcher.kill('SIGKILL')
  await ended(pid)
  expect(isAlive(pid)).toBe(false)
})
