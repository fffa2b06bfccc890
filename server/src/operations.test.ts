import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { parseCronItems } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, expectTypeOf } from 'vitest'
import { readConfig } from './config.ts'
import { SCHEDULE } from './jobs.ts'
import { enqueue } from './queue/queue.ts'
import { problemLine } from '#server/start/problem-line.ts'
import { startServices } from '#server/start/start-services.ts'
import type { Closers } from '#server/start/start-services.ts'
import { visitor } from './test/call.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from './test/server.ts'
import type { TestServer } from './test/server.ts'
import { clockItems } from './worker.ts'
import { runDueJobs } from './test/run-due-jobs.ts'

const PROCESS = 'server/src/test/processes/embedded-server-process.ts'
const OF_START = { PORT: '0', DEMO: 'off', ROLES: 'web' }

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

// rule: start, settings
test(
  'a start with a wrong setting ends with one line that names the variable, not its value',
  async () => {
    expect(await runProgram(server, 'main.ts', [], { PORT: 'secret' })).toEqual({
      code: 1,
      output: 'PORT has to be a whole number from 0 to 65535.\n',
    })
  },
  COMMAND_MS,
)

// The program looks for the built web app first. `npm test` builds it before the tests.
const isBuilt = existsSync('web/dist/server/entry-server.js')

// rule: start
test.skipIf(!isBuilt)(
  'a start without a reachable database ends with one line, without the address of the database',
  async () => {
    const unreachable = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:1/lustra', PORT: '0' }
    expect(await runProgram(server, 'main.ts', [], unreachable)).toEqual({
      code: 1,
      output: 'The database does not respond at its address. Check DATABASE_URL.\n',
    })
  },
  COMMAND_MS,
)

// rule: start
test.skipIf(!isBuilt)(
  'pages are rendered by React as built for production, whatever NODE_ENV says',
  async () => {
    const bundle = await readFile('web/dist/server/entry-server.js', 'utf8')
    expect(bundle.match(/^import .* from "react.*|react.*\.development\.js/gm)).toBeNull()
  },
)

// rule: start
test.skipIf(!isBuilt)(
  'a start on a port in use ends with one line that says what to do',
  async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as AddressInfo).port)
    const { code, output } = await runProgram(server, 'main.ts', [], { PORT: port, DEMO: 'off' })
    // On a busy machine the log may have lines of its own before.
    expect(output.split('\n').filter((line) => !line.startsWith('{'))).toEqual([
      `Port ${port} is in use. Stop what runs there, or set PORT.`,
      '',
    ])
    expect(code).toBe(1)
    other.close()
  },
  COMMAND_MS,
)

// rule: start
test.each([
  ['an unknown name', 'hidden.invalid'],
  ['an address of another machine', '192.0.2.1'],
])('a start at %s ends with one line that names the variable', async (_, HOST) => {
  const closers: Closers = []
  const { url: DATABASE_URL, context } = server
  const settings = { ...OF_START, DATABASE_URL, DATA_DIR: context.config.dataDir, HOST }
  const signals = { at: undefined, drainMs: 0 }
  const start = startServices(readConfig(settings), server.url, {
    closers,
    signals,
    webDir: undefined,
  })
  await expect(start.catch(problemLine)).resolves.toBe(
    'HOST has to be an address of this machine, such as 127.0.0.1.',
  )
  for (const close of closers.toReversed()) await close()
})

// rule: start
test(
  'a start at a port without the right to it ends with one line that names the variable',
  async () => {
    // Root has this right, unless it is taken away.
    const command = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-net_bind_service'] : []
    const [program, ...args] = [...command, process.execPath, PROCESS]
    const { url: DATABASE_URL, context } = server
    const settings = { ...OF_START, DATABASE_URL, DATA_DIR: context.config.dataDir, PORT: '81' }
    const ended = promisify(execFile)(program, args, { env: { ...process.env, ...settings } })
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: 'Port 81 may not be used by this user. Set PORT to another one.\n',
    })
  },
  COMMAND_MS,
)

// rule: settings
test('production starts only with a mail server and over https', () => {
  const given = {
    NODE_ENV: 'production',
    PUBLIC_ORIGIN: 'https://lustra.example',
    MAIL_URL: 'smtp://mail.lustra.example',
    ALLOW_SIMULATED_PAYMENTS: 'yes',
  }
  expect(readConfig(given)).toMatchObject({ production: true, secureCookies: true })
  expect(() => readConfig({ ...given, MAIL_URL: '' })).toThrow(/^MAIL_URL is required/)
  for (const origin of ['http://lustra.example', '']) {
    expect(() => readConfig({ ...given, PUBLIC_ORIGIN: origin })).toThrow(
      /^PUBLIC_ORIGIN has to begin/,
    )
  }
  expect(readConfig({}).mailUrl).toBeUndefined()
})

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

// rule: scheduled-jobs
test('every scheduled job has a time that the queue understands', () => {
  expect(() =>
    parseCronItems(SCHEDULE.map(({ job, when }) => ({ task: job, match: when }))),
  ).not.toThrow()
})

test('a job is enqueued with the payload of its function', () => {
  expectTypeOf(enqueue<'send-notice-letter'>)
    .parameter(2)
    .toEqualTypeOf<{ notice_id: string }>()
  expectTypeOf(enqueue<'renewals'>)
    .parameter(2)
    .toEqualTypeOf<Record<string, never>>()
})

// rule: scheduled-jobs, probes-and-metrics
test('the metrics have a line for each scheduled job, and name the one whose last run failed', async () => {
  // The metrics of a process belong to the server that was built last.
  const server = await testServer()
  const failed = async () => {
    const { body } = await visitor(server).get('/metrics')
    const lines = String(body).matchAll(/^lustra_scheduled_job_failed\{job="(.+)"\} (.+)$/gm)
    const jobs = [...lines].map(([, job, value]) => ({ job: job!, value }))
    expect(jobs.map(({ job }) => job)).toEqual(SCHEDULE.map(({ job }) => job))
    return jobs.flatMap(({ job, value }) => (value === '0' ? [] : [job]))
  }
  const tick = async (job: string) => {
    const { options } = clockItems().find(({ task }) => task === job)!
    await sql`select graphile_worker.add_job(${job}, payload => '{}', queue_name => ${options.queueName},
      job_key => ${options.jobKey}, max_attempts => ${options.maxAttempts}::integer)`.execute(
      server.db,
    )
    await runDueJobs(server.context)
  }
  expect(await failed()).toEqual([])
  const { files } = server.context
  server.context.files = {
    ...files,
    readMarker: () => Promise.reject(new Error('The bucket does not answer.')),
  }
  await tick('sweep-pictures')
  expect(await failed()).toEqual(['sweep-pictures'])
  server.context.files = files
  await tick('sweep-pictures')
  expect(await failed()).toEqual([])
  await server.close()
})

// rule: paused-clients
test('the job that ends pauses runs when a day begins, which is on the hour in each zone', () => {
  expect(SCHEDULE).toContainEqual({ job: 'forget-past-times', when: '0 * * * *' })
})

// rule: scheduled-jobs
test('the table of scheduled jobs names each of them, and no other', async () => {
  const page = await readFile('docs/rules/operations.md', 'utf8')
  const table = page.split('| job | when |\n|---|---|\n')[1]!.split('\n\n')[0]!
  const named = table.split('\n').flatMap((row) => row.split('|')[1]!.trim().split(', '))
  expect(named.toSorted()).toEqual(SCHEDULE.map(({ job }) => job).toSorted())
})

// rule: operator-commands
test(
  'a scheduled job runs by hand as of a moment, and an unknown one is refused with the list',
  async () => {
    const at = ['--at', '2026-12-01T09:00:00Z']
    expect(await runProgram(server, 'job.ts', ['expire-bookings', ...at])).toEqual({
      code: 0,
      output: 'Done: expire-bookings as of 2026-12-01T09:00:00.000Z\n',
    })
    const unknown = await runProgram(server, 'job.ts', ['sleep'])
    expect(unknown.code).toBe(1)
    for (const { job } of SCHEDULE) expect(unknown.output).toContain(job)
  },
  COMMAND_MS,
)
