import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { copyPrepared } from '../../../scripts/prepared-folder.ts'
import { freePort } from '../../../tools/embedded-postgres/free-port.ts'

const root = join(import.meta.dirname, '../../..')

export interface DemoServer {
  /** The address for a browser, without a slash at the end. */
  origin: string
  /** The data folder of the server. It stores letters in its folder outbox. */
  dataDir: string
  /** Stops the server and removes its data folder. */
  stop(): Promise<void>
}

/**
 * Starts a separate real server with its own data folder and port. It has the demo world, or an empty database for a
 * journey that changes the server's clock. Throws with the last lines of the log when the server ends early.
 */
export async function startDemoServer(demo: 'on' | 'off' = 'on'): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lustra-demo-'))
  if (demo === 'on') await copyDemoWorld(dataDir)
  const running = await serve(dataDir, await freePort(), demo)
  return {
    origin: running.origin,
    dataDir,
    async stop() {
      await running.end()
      await rm(dataDir, { recursive: true })
    },
  }
}

// The times in the demo world are relative to its creation, so an old copy is outdated.
const DEMO_WORLD_AGE_MAX_MS = 30 * 60_000

/** Copies a prepared demo world, because copying is much faster than filling it. */
async function copyDemoWorld(dataDir: string): Promise<void> {
  const demoWorld = {
    name: 'demo-world',
    sources: [
      '{contract,drawings,tools}/**/*.ts',
      'server/{demo,src}/**/*.ts',
      'server/{data,schema}/*',
      'package-lock.json',
    ],
    maxAgeMs: DEMO_WORLD_AGE_MAX_MS,
    async make(folder: string) {
      const server = await serve(folder, await freePort(), 'on')
      await server.end()
      await stopDatabaseIn(folder)
    },
  }
  await copyPrepared(demoWorld, dataDir)
}

/** A server that is too busy to stop in time leaves its database running. A running database must not be copied. */
async function stopDatabaseIn(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const deadline = Date.now() + 30_000
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid) || !isAlive(pid)) return
  process.kill(pid, 'SIGINT')
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`The database in ${dataDir} does not stop.`)
    await pause(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function serve(
  dataDir: string,
  port: number,
  demo: 'on' | 'off',
): Promise<{ origin: string; end(): Promise<void> }> {
  const logFile = join(dataDir, 'server.log')
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      ...withoutLustraSettings(process.env),
      DATA_DIR: dataDir,
      DEMO: demo,
      PORT: String(port),
      RATE_LIMIT_SCALE: '100',
      // A busy machine makes journeys slow. It must not make the server refuse their calls with 503.
      EVENT_LOOP_DELAY_MS_MAX: '0',
      DRAIN_S: '0',
      PUSH_HOSTS: 'push.example.com',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(server, 'exit')
  const log = createWriteStream(logFile, { flags: 'a' })
  server.stdout.pipe(log, { end: false })
  server.stderr.pipe(log, { end: false })
  const origin = await Promise.race([
    readyOrigin(createInterface({ input: server.stdout })),
    ended.then(async () => {
      const lines = (await readFile(logFile, 'utf8')).trim().split('\n')
      throw new Error(`The server ended before it was ready:\n${lines.slice(-20).join('\n')}`)
    }),
  ])
  return {
    origin,
    async end() {
      server.kill('SIGTERM')
      await ended
      log.end()
    },
  }
}

function readyOrigin(lines: Interface): Promise<string> {
  const ready = /Lustra is ready at (https?:\/\/[^\s"\\]+?)[/.]?(?=["\s\\]|$)/
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      const origin = ready.exec(line)?.[1]
      if (origin) resolve(origin)
    })
  })
}

/** Removes Lustra's settings, so that the developer's environment does not change the journeys. */
function withoutLustraSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = [
    'DATABASE_URL',
    'PUBLIC_ORIGIN',
    'MAIL_URL',
    'FILES_URL',
    'PAYMENTS',
    'HOST',
    'NODE_ENV',
    'VERIFICATION_MODE',
    'EMAIL_VERIFICATION',
    'VERIFICATION_KEYS',
    'VAULT_KEYS',
  ]
  return Object.fromEntries(Object.entries(env).filter(([name]) => !settings.includes(name)))
}
