// rule: process-roles, migrations, graceful-shutdown
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#server/queue/queue.ts'
import type { Role } from '#server/settings/roles.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { startWorker } from '#server/worker.ts'

/** A job with another kind of name would fail, and wait to be tried again. */
const FILE = `${'a'.repeat(32)}.webp`

let server: TestServer
const children: ChildProcess[] = []
beforeAll(async () => {
  server = await testServer()
})
// Processes of one test would take the jobs of the next.
afterEach(async () => {
  const running = children.splice(0).filter(({ exitCode }) => exitCode === null)
  const exits = running.map((child) => once(child, 'exit'))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(exits)
})
afterAll(() => server.close())

/** Starts a process with these roles. Returns the line that says it is ready. */
async function startProcess(roles: string): Promise<string> {
  const env = {
    ...process.env,
    ROLES: roles,
    DATABASE_URL: server.requestUrl,
    DATA_DIR: server.context.config.dataDir,
    PORT: '0',
    DEMO: 'off',
  }
  const child = spawn(process.execPath, ['server/src/test/processes/embedded-server-process.ts'], {
    env,
  })
  children.push(child)
  for await (const line of createInterface(child.stdout))
    if (line.startsWith('Lustra is ready')) return line
  throw new Error(`The process with ${roles} has ended.`)
}

async function untriedJobs(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs
    where attempts = 0 and task_identifier in ('send-support-answer', 'forget-picture') order by 1`.execute(
    server.db,
  )
  return rows.map(({ name }) => name)
}

test(
  'each job is run by a process whose roles name it',
  async () => {
    await enqueue(server.db, 'send-support-answer', { post_id: randomUUID() })
    await enqueue(server.db, 'forget-picture', { file: FILE })
    const run = async (role: Role, left: string[]) => {
      const config = { ...server.context.config, roles: new Set([role]) }
      const worker = await startWorker({ ...server.context, config })
      await expect.poll(untriedJobs, { timeout: 20_000 }).toEqual(left)
      await worker.stop()
    }
    await run('web', ['forget-picture', 'send-support-answer'])
    await run('jobs', ['forget-picture'])
    await run('pictures', [])
  },
  COMMAND_MS,
)

test(
  'only a process with the role web listens',
  async () => {
    const [web, jobs] = await Promise.all([startProcess('web'), startProcess('jobs,pictures')])
    expect(jobs).toBe('Lustra is ready: jobs, pictures')
    const address = /^Lustra is ready at (http:.*)$/.exec(web)![1]!
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
  },
  COMMAND_MS,
)

test(
  'SIGTERM: a process without the web ends when the jobs that it runs have ended, and takes no other',
  async () => {
    await startProcess('jobs,pictures')
    const child = children.at(-1)!
    const exit = once(child, 'exit')
    // No scheduled job of each minute reads these tables, or is in the lanes of these jobs.
    const holder = new pg.Client(server.url)
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin; lock table support_posts, home_photos')
    await enqueue(server.db, 'send-support-answer', { post_id: randomUUID() })
    await enqueue(server.db, 'forget-picture', { file: FILE })
    // Other tests have databases on the same server.
    const countOf = async (condition: string) =>
      (
        await holder.query(`select from pg_locks where ${condition}
        and database = (select oid from pg_database where datname = current_database())`)
      ).rowCount
    const jobs = `not granted and relation in ('support_posts'::regclass, 'home_photos'::regclass)`
    await expect.poll(() => countOf(jobs), { timeout: 20_000 }).toBe(2)
    child.kill('SIGTERM')
    // Locks that show to others that a process takes jobs.
    const signs = `locktype = 'advisory' and granted
      and objid::bigint in (hashtextextended('server', 0) & 4294967295, hashtextextended('server pictures', 0) & 4294967295)`
    await expect.poll(() => countOf(signs), { timeout: 20_000 }).toBe(0)
    await enqueue(server.db, 'forget-picture', { file: FILE })
    expect(child.exitCode).toBeNull()
    await holder.end()
    expect(await exit).toEqual([0, null])
    expect(await untriedJobs()).toEqual(['forget-picture'])
    const { rows } = await sql<{ name: string; locked_by: string | null }>`
      select task_identifier as name, locked_by from graphile_worker.jobs
      where task_identifier in ('send-support-answer', 'forget-picture')`.execute(server.db)
    expect(rows).toEqual([{ name: 'forget-picture', locked_by: null }])
  },
  COMMAND_MS,
)

test(
  'with migrate alone a process migrates and ends; without it, none starts on an older schema',
  async () => {
    const name = '0011_reference_data.sql'
    await sql`delete from migrations where name = ${name}`.execute(server.db)
    await expect(startProcess('web')).rejects.toThrow('has ended')
    const roles = { ROLES: 'migrate' }
    const done = { code: 0, output: 'The database is of this version.\n' }
    expect(await runProgram(server, 'main.ts', [], roles)).toEqual(done)
    const { rows } = await sql`select needs from migrations where name = ${name}`.execute(server.db)
    expect(rows).toEqual([{ needs: null }])
  },
  COMMAND_MS,
)
