// rule: scheduled-jobs
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DB } from '#server/db/types.ts'
import { JOBS } from '#server/jobs.ts'
import { changeBatch, executeWhileFull, repeatWhileFull } from './run-batches.ts'
import { insertBooking, NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { poison } from '#server/test/poison.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const PAST = new Date('2026-11-20T12:00:00Z')

let server: TestServer
let client: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  client = await buildClient(server)
})
afterAll(() => server.close())

async function booking(facts: Partial<Insertable<DB['bookings']>>) {
  const [id, professional] = [randomUUID(), await buildProfessional(server)]
  await insertBooking(server, client, professional, { id, ...facts })
  return { id, professional }
}
const tomorrow = {
  status: 'accepted',
  starts_at: '2026-12-01T15:00Z',
  ends_at: '2026-12-01T17:00Z',
}

async function proposal() {
  const { id: booking_id } = await booking(tomorrow)
  const { id } = await server.db
    .insertInto('booking_proposals')
    .values({
      booking_id,
      by: 'client',
      booking_date: '2026-12-02',
      booking_time: '09:00',
      starts_at: '2026-12-02T15:00Z',
      ends_at: '2026-12-02T17:00Z',
      created_at: PAST,
      expires_at: PAST,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function change() {
  const { id: request_id, professional } = await booking(tomorrow)
  const { id: series_id } = await server.db
    .insertInto('series')
    .values({
      client_id: client.id,
      professional_id: professional.id,
      request_id,
      service_type: 'standard',
      time_zone: 'America/Chicago',
      address: '1 Main Street',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      created_at: PAST,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await server.db
    .insertInto('series_changes')
    .values({
      series_id,
      by: 'client',
      from_date: '2026-12-08',
      weekday: 2,
      created_at: PAST,
      expires_at: PAST,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function problem() {
  const { id: booking_id } = await booking({})
  const { id } = await server.db
    .insertInto('problems')
    .values({
      booking_id,
      kind: 'quality',
      by: 'client',
      opened_at: PAST,
      answer_until: PAST,
      statement: 'The oven is dirty.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds a timer of a professional without a contact: it only ends. */
async function timer() {
  const { id: booking_id } = await booking({})
  const { id } = await server.db
    .insertInto('safety_timers')
    .values({ booking_id, check_by: PAST, created_at: PAST })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function notice() {
  const { id } = await server.db
    .insertInto('notices')
    .values({
      user_id: client.id,
      kind: 'booking.accepted',
      key: randomUUID(),
      at: PAST,
      shown: true,
      due_at: PAST,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function claimedCase() {
  const { id: operatorId } = await buildOperator(server)
  const { id } = await server.db
    .insertInto('cases')
    .values({
      queue: 'support',
      kind: 'message',
      title_code: 'support_message',
      subject_kind: 'support',
      subject_id: randomUUID(),
      subject_key: randomUUID(),
      state: 'claimed',
      claimed_by: operatorId,
      acted_at: PAST,
      opened_at: PAST,
      due_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function pastPause() {
  const { id } = await buildProfessional(server)
  await server.db
    .insertInto('professional_times')
    .values({ professional_id: id, paused_until: '2026-11-01' })
    .onConflict((conflict) =>
      conflict.column('professional_id').doUpdateSet({ paused_until: '2026-11-01' }),
    )
    .execute()
  return id
}

async function pastSeries() {
  const id = await change()
  const { series_id } = await server.db
    .deleteFrom('series_changes')
    .where('id', '=', id)
    .returning('series_id')
    .executeTakeFirstOrThrow()
  await server.db
    .updateTable('series')
    .set({ status: 'active', until: '2026-11-01' })
    .where('id', '=', series_id)
    .execute()
  return series_id
}

async function dueInSearch() {
  const { id: professional_id } = await buildProfessional(server)
  await server.db.insertInto('search_times_due').values({ professional_id }).execute()
  return professional_id
}

/** Which of the rows still have the value that makes them due. */
async function waiting(table: string, key: string, isWaiting: string, ids: string[]) {
  const { rows } = await sql<{ id: string }>`
    select distinct ${sql.ref(key)} as id from ${sql.table(table)}
    where ${sql.ref(key)} = any(${ids}::uuid[]) and ${sql.raw(isWaiting)}`.execute(server.db)
  return rows.map(({ id }) => id)
}

test.for([
  {
    job: 'expire-bookings',
    table: 'bookings',
    is: `status = 'pending'`,
    make: async () => (await booking({ status: 'pending' })).id,
  },
  {
    job: 'complete-bookings',
    table: 'bookings',
    is: `status = 'accepted'`,
    make: async () => (await booking({ status: 'accepted' })).id,
  },
  {
    job: 'settle-hours',
    table: 'bookings',
    is: 'final_cents is null',
    make: async () => (await booking({})).id,
  },
  { job: 'expire-proposals', table: 'booking_proposals', is: `status = 'open'`, make: proposal },
  { job: 'expire-proposals', table: 'series_changes', is: `status = 'open'`, make: change },
  { job: 'move-problems', table: 'problems', is: `state = 'open'`, make: problem },
  { job: 'safety-alarms', table: 'safety_timers', is: `state = 'running'`, make: timer },
  { job: 'send-held-notices', table: 'notices', is: 'due_at is not null', make: notice },
  { job: 'release-cases', table: 'cases', is: `state = 'claimed'`, make: claimedCase },
  { job: 'extend-series', table: 'series', is: `status = 'active'`, make: pastSeries },
  {
    job: 'forget-past-times',
    table: 'professional_times',
    key: 'professional_id',
    is: 'paused_until is not null',
    make: pastPause,
  },
  {
    job: 'refresh-search-times',
    table: 'search_times_due',
    key: 'professional_id',
    event: 'delete',
    is: 'true',
    make: dueInSearch,
  },
] as const)('$job: a row of $table that fails stops no other', async (row) => {
  const { job, table, is, make, key, event } = { key: 'id', event: 'update' as const, ...row }
  const ids = [await make(), await make(), await make()]
  const [first] = ids.toSorted()
  const cure = await poison(server.db, event, table, sql`old.${sql.ref(key)} = ${sql.lit(first)}`)
  await JOBS[job](server.context, {}).catch(() => {})
  await cure()
  expect(await waiting(table, key, is, ids)).toEqual([first])
  await JOBS[job](server.context, {})
  expect(await waiting(table, key, is, ids)).toEqual([])
})

test('a job fails when the database is away, and does not try each row', async () => {
  const tried: string[][] = []
  const gone = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const change = async (ids: readonly string[]) => {
    tried.push([...ids])
    throw gone
  }
  const { log } = server.context
  await expect(changeBatch(log, ['a', 'b', 'c'], { row: 'row', change })).rejects.toBe(gone)
  expect(tried).toEqual([['a', 'b', 'c'], ['a']])
})

test('a step of a job that fails stops no later step, and the job fails', async () => {
  const id = await change()
  await sql`alter table booking_proposals rename to away`.execute(server.db)
  await expect(JOBS['expire-proposals'](server.context, {})).rejects.toThrow('booking_proposals')
  await sql`alter table away rename to booking_proposals`.execute(server.db)
  expect(await waiting('series_changes', 'id', `status = 'open'`, [id])).toEqual([])
})

test('a step runs again as long as it changes a full batch', async () => {
  const counts = [2, 2, 1]
  await repeatWhileFull(2, async () => counts.shift()!)
  expect(counts).toEqual([])
})

test('a statement runs again until it changes fewer rows than a batch', async () => {
  const ids = await Promise.all([1, 2, 3].map(() => booking({ notes: 'Two keys' })))
  await executeWhileFull(
    server.db,
    2,
    sql`update bookings set notes = '' where id in (select id from bookings where notes = 'Two keys' limit 2)`,
  )
  const rows = await server.db
    .selectFrom('bookings')
    .select('notes')
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute()
  expect(rows).toEqual(ids.map(() => ({ notes: '' })))
})
