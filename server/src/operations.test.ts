import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseCronItems } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS, SCHEDULE } from './jobs.ts'
import { enqueue } from './queue/queue.ts'
import { buildProfessional } from './test/build.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'

const COMMAND_MS = 60_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Runs a program of server/src on the test's database. Returns its exit code and its output. */
async function run(file: string, args: string[], settings: Record<string, string> = {}) {
  const { url, context } = server
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: context.config.dataDir,
    ...settings,
  }
  const program = promisify(execFile)(process.execPath, [`server/src/${file}`, ...args], { env })
  return program.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
      return { code, output: `${stdout}${stderr}` }
    },
  )
}

// rule: settings
// rule: start
test(
  'a start with a wrong setting ends with one line that names the variable, not its value',
  async () => {
    expect(await run('main.ts', [], { PORT: 'secret' })).toEqual({
      code: 1,
      output: 'PORT has to be a whole number from 0 to 65535.\n',
    })
  },
  COMMAND_MS,
)

// rule: graceful-shutdown
test('a request in flight is answered before the server stops', async () => {
  const stopping = await testServer()
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  stopping.app.get('/slow', async () => {
    started.resolve()
    await finish.promise
    return { done: true }
  })
  const address = await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const answer = fetch(`${address}/slow`)
  await started.promise
  const closed = stopping.close()
  finish.resolve()
  expect(await (await answer).json()).toEqual({ done: true })
  await closed
})

// rule: jobs-in-transaction
test('a change that is rolled back leaves no job', async () => {
  const jobCount = async () => {
    const { rows } = await sql`select from graphile_worker.jobs`.execute(server.db)
    return rows.length
  }
  const before = await jobCount()
  const change = server.db.transaction().execute(async (tx) => {
    await enqueue(tx, 'forget-old', {})
    throw new Error('rolled back')
  })
  await expect(change).rejects.toThrow('rolled back')
  expect(await jobCount()).toBe(before)
})

// rule: job-clock
test('every scheduled job exists, with a time that the queue understands', () => {
  expect(() =>
    parseCronItems(SCHEDULE.map(({ job, when }) => ({ task: job, match: when }))),
  ).not.toThrow()
  for (const { job } of SCHEDULE) expect(JOBS[job]).toBeTypeOf('function')
})

// rule: run-job
test(
  'a scheduled job runs by hand as of a moment, and an unknown one is refused with the list',
  async () => {
    const at = ['--at', '2026-12-01T09:00:00Z']
    expect(await run('job.ts', ['expire-bookings', ...at])).toEqual({
      code: 0,
      output: 'Done: expire-bookings as of 2026-12-01T09:00:00.000Z\n',
    })
    const unknown = await run('job.ts', ['sleep'])
    expect(unknown.code).toBe(1)
    for (const { job } of SCHEDULE) expect(unknown.output).toContain(job)
  },
  COMMAND_MS,
)

// rule: operator-commands
test(
  'the operator grants credits only with a reason, and sees them in the ledger',
  async () => {
    const { id } = await buildProfessional(server, { credits: 0 })
    const refused = await run('operator.ts', ['grant', id, '3'])
    expect([refused.code, refused.output]).toEqual([1, 'Say why, with --reason.\n'])
    const granted = await run('operator.ts', ['grant', id, '3', '--reason', 'a mistake of ours'])
    expect(granted).toEqual({ code: 0, output: 'Granted 3.\n' })
    const ledger = await run('operator.ts', ['ledger', id])
    expect(ledger.output).toContain('3 credits left, 0 leads waiting.')
  },
  COMMAND_MS,
)
