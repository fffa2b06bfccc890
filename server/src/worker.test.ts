// rule: jobs-of-dead-workers
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { JOBS } from './jobs.ts'
import { enqueue } from './queue/queue.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'
import { startWorker } from './worker.ts'

const WORKER_PROCESS = new URL('test/worker-process.ts', import.meta.url)

/** The outside server that the jobs call. Its requests wait until the test responds. */
let waiting: ServerResponse[] = []
let calls = 0
const silentServer = createServer((_request, response) => {
  calls++
  waiting.push(response)
})
let server: TestServer
const children: ChildProcess[] = []
beforeAll(async () => {
  silentServer.listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const { port } = silentServer.address() as AddressInfo
  server = await testServer({ PORT: String(port) })
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const response of waiting) response.end('{}')
  waiting = []
  calls = 0
  await sql`delete from graphile_worker._private_jobs`.execute(server.db)
})
afterAll(async () => {
  silentServer.closeAllConnections()
  silentServer.close()
  await server.close()
})

/** Starts a worker in another process and waits until it is in the middle of a job. */
async function busyWorker(): Promise<ChildProcess> {
  const { url, context } = server
  const { port, dataDir } = context.config
  const env = { ...process.env, PORT: String(port), DATABASE_URL: url, DATA_DIR: dataDir }
  const child = fork(WORKER_PROCESS, { env, execArgv: [] })
  children.push(child)
  await once(child, 'message')
  const event = { id: 'evt_1', type: 'checkout.session.completed', object_id: 'cs_1' }
  await enqueue(server.db, 'deliver-simulated-event', event)
  await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(1)
  return child
}

async function jobOwners(): Promise<string[]> {
  const { rows } = await sql<{ locked_by: string }>`
    select locked_by from graphile_worker.jobs
    where task_identifier = 'deliver-simulated-event' and locked_by is not null`.execute(server.db)
  return rows.map(({ locked_by }) => locked_by)
}

async function unfinishedJobs(): Promise<number> {
  const { rows } = await sql`
    select from graphile_worker.jobs where task_identifier = 'deliver-simulated-event'`.execute(
    server.db,
  )
  return rows.length
}

test('the next start finishes the job of a killed worker (kill -9) within seconds', async () => {
  const child = await busyWorker()
  const [dead] = await jobOwners()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await jobOwners()).toEqual([dead])

  const worker = await startWorker(server.context)
  await expect.poll(() => calls, { timeout: 20_000 }).toBe(2)
  expect(await jobOwners()).not.toContain(dead)
  waiting.at(-1)!.end('{}')
  await expect.poll(unfinishedJobs, { timeout: 5000 }).toBe(0)
  expect(calls).toBe(2)
  await worker.stop()
}, 60_000)

test('nobody takes over the job of a living worker, however long it takes and however often others start', async () => {
  await busyWorker()
  const owners = await jobOwners()
  const worker = await startWorker(server.context)
  await Promise.all([JOBS['free-jobs'](server.context, {}), JOBS['free-jobs'](server.context, {})])
  expect(await jobOwners()).toEqual(owners)
  expect(calls).toBe(1)
  await worker.stop()
}, 60_000)

test('a worker that only loses its connection keeps its job', async () => {
  await busyWorker()
  const owners = await jobOwners()
  const { rows } = await sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`.execute(
    server.db,
  )
  expect(rows).toHaveLength(1)
  await JOBS['free-jobs'](server.context, {})
  expect(await jobOwners()).toEqual(owners)
  expect(calls).toBe(1)
}, 60_000)
