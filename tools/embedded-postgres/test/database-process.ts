import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import type { DatabaseUser } from '../database-user.ts'

const program = `
  const { startEmbeddedPostgres } = await import(process.argv[1])
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2], fsync: false, onLost: () => process.exit(1) })
  console.log(server.url)
  process.once('SIGTERM', () => void server.stop())
  setInterval(() => {}, 60_000).unref()
`

export interface Served {
  server: ChildProcess
  url: string
}

/** For tests: a process of its own that holds the data folder and serves its database until SIGTERM. */
export async function serve(
  dataDir: string,
  code = join(import.meta.dirname, '..'),
  user?: DatabaseUser,
): Promise<Served> {
  const entry = join(code, 'embedded-postgres.ts')
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, entry, dataDir], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  const first: unknown[] = await Promise.race([once(lines, 'line'), once(server, 'exit')])
  if (typeof first[0] !== 'string') throw new Error('the database was not served')
  return { server, url: first[0] }
}

/** Sends the signal and waits for the end. */
export async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

/** The rows that a statement answers on a connection of its own. */
export async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
