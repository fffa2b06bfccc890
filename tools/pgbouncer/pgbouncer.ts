import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { databaseUser } from '../embedded-postgres/database-user.ts'
import { freePort } from '../embedded-postgres/free-port.ts'

/** The program on PATH, or Debian's; undefined if there is none. */
const PROGRAM = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((program) => existsSync(program))
export const hasPgBouncer = PROGRAM !== undefined
/** Whether PgBouncer knows prepared statements in transaction mode, as it does from 1.21 on. */
export const pgBouncerPrepares = PROGRAM !== undefined && knowsPrepared(PROGRAM)

function knowsPrepared(program: string): boolean {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(version) ?? []
  return Number(major) > 1 || Number(minor) >= 21
}

type Pooler = { url: string; stop(): Promise<void> }

/**
 * Starts PgBouncer before a database. By default it has fewer connections to it than a server's pool. `preparedMax`:
 * how many prepared statements it keeps for each, if it knows them.
 */
export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement' = 'transaction',
  size = 4,
  preparedMax = 0,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-pgbouncer-'))
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const listenPort = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  if (!PROGRAM) throw new Error('PgBouncer is not installed.')
  await writeFile(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 200
${pgBouncerPrepares ? `max_prepared_statements = ${preparedMax}` : ''}
`,
  )
  // It refuses to run as root, as PostgreSQL does.
  const user = databaseUser(folder)
  if (user) for (const path of [folder, file]) await chown(path, user.uid, user.gid)
  const pooler = spawn(PROGRAM, [file], { stdio: 'ignore', ...user })
  const ended = once(pooler, 'exit')
  const url = new URL(databaseUrl)
  url.port = String(listenPort)
  const stop = async () => {
    pooler.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  }
  for (let tries = 0; ; tries++) {
    try {
      await connectOnce(url.href)
      return { url: url.href, stop }
    } catch (error) {
      if (tries < 100 && pooler.exitCode === null) await wait(50)
      else return stop().then(() => Promise.reject(error))
    }
  }
}

async function connectOnce(url: string): Promise<void> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.end()
}
