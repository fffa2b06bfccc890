import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'

const root = join(import.meta.dirname, '../..')

export interface DemoServer {
  /** Where a browser finds it, without a slash at the end. */
  origin: string
  /** Its data folder, where its mails lie in outbox/. */
  dataDir: string
  /** Ends it, and starts it again on the same folder and port once `whileGone` is done. */
  restart(whileGone: () => Promise<void>): Promise<void>
  /** Ends it and removes the data folder. */
  stop(): Promise<void>
}

/**
 * Starts the real server on a folder and a port of its own, with the demo world or, for who moves the clock of everybody, with
 * nobody in it; throws with its last lines when it ends early.
 */
export async function startDemoServer(demo: 'on' | 'off' = 'on'): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lustra-demo-'))
  const port = await freePort()
  let running = await serve(dataDir, port, demo)
  return {
    origin: running.origin,
    dataDir,
    async restart(whileGone) {
      await running.end()
      try {
        await whileGone()
      } finally {
        running = await serve(dataDir, port, demo)
      }
    },
    async stop() {
      await running.end()
      await rm(dataDir, { recursive: true })
    },
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
      ...withoutOurs(process.env),
      DATA_DIR: dataDir,
      DEMO: demo,
      PORT: String(port),
      RATE_LIMIT_SCALE: '100',
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

/** The tester's own configuration of Lustra is none of the journeys' business. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = [
    'DATABASE_URL',
    'PUBLIC_ORIGIN',
    'MAIL_URL',
    'FILES_URL',
    'PAYMENTS',
    'HOST',
    'NODE_ENV',
    'VERIFICATION_MODE',
    'VERIFICATION_KEYS',
  ]
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.includes(name)))
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
