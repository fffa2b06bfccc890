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

export interface DatabaseProcess {
  server: ChildProcess
  url: string
}

/** Starts a process that locks the data folder and runs its database until SIGTERM. */
export async function startDatabaseProcess(
  dataDir: string,
  code = join(import.meta.dirname, '..'),
  user?: DatabaseUser,
): Promise<DatabaseProcess> {
  const entry = join(code, 'embedded-postgres.ts')
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, entry, dataDir], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: server.stdout })
  const first: unknown[] = await Promise.race([once(lines, 'line'), once(server, 'exit')])
  if (typeof first[0] !== 'string') throw new Error('the database did not start')
  return { server, url: first[0] }
}

/** Sends the signal and waits until the process has ended. */
export async function stopProcess(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill(signal)
  await ended
}

/** The rows of a statement, run on a connection of its own. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
