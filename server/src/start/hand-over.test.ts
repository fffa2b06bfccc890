// rule: operator-commands
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { whyNotOwner } from '#server/market/professionals/picture-storage.ts'
import { enqueue } from '#server/queue/queue.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { rememberSettings } from './server-settings.ts'
import { startWorker } from '#server/worker.ts'
import { emptyQueue } from '#server/test/queue.ts'

const REASON = ['--reason', 'a mistake of ours']

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  await emptyQueue(server.db)
})

async function jobsInQueue(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select task_identifier as name from graphile_worker.jobs order by id`.execute(server.db)
  return rows.map(({ name }) => name)
}

test(
  'without a server a job runs alone: letters that wait are not sent with the settings of the shell',
  async () => {
    const client = await buildClient(server)
    await enqueue(server.db, 'send-reset-mail', { user_id: client.id })
    const { output } = await runProgram(server, 'job.ts', ['expire-bookings'])
    expect(output).toContain('Done: expire-bookings')
    expect(await jobsInQueue()).toEqual(['send-reset-mail'])
    expect(await server.letters()).toEqual([])
  },
  COMMAND_MS,
)

test(
  'without a server, and with other settings than the server had, a command names them and does nothing',
  async () => {
    await rememberSettings(server.context)
    const before = (await server.letters()).length
    const other = { MAIL_URL: 'smtp://somebody:secret@mail.example.com', PORT: '3999' }
    const names =
      'The server ran with other settings: MAIL_URL, PUBLIC_ORIGIN. Start it, or set the same ones here.'
    expect(await runProgram(server, 'job.ts', ['expire-bookings'], other)).toEqual({
      code: 1,
      output: `${names} Nothing was run.\n`,
    })
    const adopt = ['pictures', 'adopt', ...REASON]
    expect(await runProgram(server, 'operator.ts', adopt, other)).toEqual({
      code: 1,
      output: `${names.replace('. ', ', DATABASE_URL. ')} Nothing was changed.\n`,
    })
    expect(await server.db.selectFrom('picture_storage').selectAll().execute()).toEqual([])
    expect(await server.letters()).toHaveLength(before)
    const { services } = await server.db
      .selectFrom('server_settings')
      .select('services')
      .executeTakeFirstOrThrow()
    expect(services).toMatchObject({ MAIL_URL: '', PAYMENTS: 'simulated' })
  },
  COMMAND_MS * 2,
)

test(
  'the owner of pictures is written by the running server, with its settings, and the command waits',
  async () => {
    const worker = await startWorker(server.context)
    try {
      // The address of the database differs from the server's: the pictures stay in the place of the server.
      const adopt = await runProgram(server, 'operator.ts', ['pictures', 'adopt', ...REASON])
      expect(adopt.code).toBe(0)
      expect(await whyNotOwner(server.context)).toBeUndefined()
    } finally {
      await worker.stop()
    }
  },
  COMMAND_MS,
)

test(
  'a job by hand runs in the running server, as of its moment, and its failure is the answer',
  async () => {
    const client = await buildClient(server)
    const professional = await buildProfessional(server)
    await insertBooking(server, client, professional, {
      status: 'pending',
      starts_at: '2031-04-01T14:00:00Z',
      ends_at: '2031-04-01T16:00:00Z',
      expires_at: '2031-03-31T14:00:00Z',
    })
    const status = async () =>
      (await server.db.selectFrom('bookings').select('status').executeTakeFirstOrThrow()).status
    const worker = await startWorker(server.context)
    try {
      expect((await runProgram(server, 'job.ts', ['expire-bookings'])).code).toBe(0)
      expect(await status()).toBe('pending')
      const later = ['expire-bookings', '--at', '2031-03-31T15:00:00Z']
      expect(await runProgram(server, 'job.ts', later)).toEqual({
        code: 0,
        output: 'Done: expire-bookings as of 2031-03-31T15:00:00.000Z\n',
      })
      expect(await status()).toBe('declined')
      expect(await jobsInQueue()).not.toContain('run-by-hand')

      await sql`alter table idempotency_keys rename to not_there`.execute(server.db)
      const failed = await runProgram(server, 'job.ts', ['forget-old'])
      await sql`alter table not_there rename to idempotency_keys`.execute(server.db)
      expect(failed.code).toBe(1)
      expect(failed.output).toMatch(/^forget-old failed in the server: .*idempotency_keys/)
      expect(await jobsInQueue()).not.toContain('run-by-hand')
    } finally {
      await worker.stop()
    }
  },
  COMMAND_MS * 2,
)
