// rule: expired-data
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueue } from '#server/queue/queue.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { requestBooking } from '#server/test/builders/booking.ts'
import { failJobs, queuedJobs } from '#server/test/queue.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import { deleteOldProblems } from '#server/visits/problems/delete-problems.ts'
import { deleteOldSafety } from '#server/visits/safety/delete-safety.ts'
import { deleteOldWork } from '#server/visits/day/delete-work.ts'
import { deleteExpired, deleteExpiredTimeLinks } from './delete-expired.ts'

const NOW = new Date('2026-11-20T16:00:00Z')
const SEVEN_YEARS_AGO = new Date('2019-11-20T16:00:00Z')
const HOUR_MS = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

const hoursFromNow = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const hash = (text: string) => createHash('sha256').update(text).digest()

test('the clean-up job deletes expired rows and nothing else', async () => {
  const { db } = server
  const { id: user_id } = await buildClient(server)
  const session = (name: string, hours: number) => ({
    user_id,
    token_hash: hash(name),
    created_at: NOW,
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('sessions')
    .values([session('expired', 0), session('valid', 1)])
    .execute()
  const device = (name: string, hours: number) => ({
    user_id,
    device_hash: hash(name),
    created_at: NOW,
    last_seen_at: NOW,
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('known_devices')
    .values([device('expired', 0), device('valid', 1)])
    .execute()
  const letter = (hours: number) => ({
    user_id,
    device_hash: hash('device'),
    user_agent: `${hours}`,
    at: NOW,
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('sign_in_letters')
    .values([letter(0), letter(1)])
    .execute()
  const attempt = (name: string, hours: number) => ({
    user_id,
    token_hash: hash(name),
    password_version: 1,
    is_breached: false,
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('sign_in_attempts')
    .values([attempt('over for a day', -24.001), attempt('expired', -24)])
    .execute()
  const challenge = (name: string, hours: number) => ({
    challenge_hash: hash(name),
    purpose: 'sign_in',
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('webauthn_challenges')
    .values([challenge('over for a day', -24.001), challenge('expired', -24)])
    .execute()
  const idempotencyKey = (key: string, hours: number) => ({
    user_id,
    call: 'POST /api/bookings',
    key,
    body_hash: hash(key),
    created_at: hoursFromNow(hours),
  })
  await db
    .insertInto('idempotency_keys')
    .values([idempotencyKey('expired', -24.001), idempotencyKey('valid', -24)])
    .execute()
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'past', points: 1, expire: NOW.getTime() - 1 },
      { key: 'counting', points: 1, expire: NOW.getTime() },
    ])
    .execute()

  const booking_id = await requestBooking(server, { id: user_id }, await buildProfessional(server))
  const link = (name: string, hours: number) => ({
    token_hash: hash(name),
    booking_id,
    expires_at: hoursFromNow(hours),
  })
  await db
    .insertInto('answer_links')
    .values([link('expired', 0), link('valid', 1)])
    .execute()

  const push = { user_id, p256dh: 'p', auth: 'a', created_at: NOW }
  await db
    .insertInto('push_subscriptions')
    .values([
      { ...push, endpoint: 'https://push.example/expired', session_hash: hash('expired') },
      { ...push, endpoint: 'https://push.example/valid', session_hash: hash('valid') },
    ])
    .execute()

  await deleteExpired(server.context)
  await deleteExpired(server.context)

  const endpoints = await db.selectFrom('push_subscriptions').select('endpoint').execute()
  expect(endpoints).toEqual([{ endpoint: 'https://push.example/valid' }])

  const links = await db.selectFrom('answer_links').select('token_hash').execute()
  expect(links.map(({ token_hash }) => token_hash)).toEqual([hash('valid')])

  const letters = await db.selectFrom('sign_in_letters').select('user_agent').execute()
  expect(letters).toEqual([{ user_agent: '1' }])
  const attempts = await db.selectFrom('sign_in_attempts').select('token_hash').execute()
  expect(attempts).toEqual([{ token_hash: hash('expired') }])
  const challenges = await db.selectFrom('webauthn_challenges').select('challenge_hash').execute()
  expect(challenges).toEqual([{ challenge_hash: hash('expired') }])
  const devices = await db.selectFrom('known_devices').select('device_hash').execute()
  expect(devices).toEqual([{ device_hash: hash('valid') }])
  const sessions = await db.selectFrom('sessions').select('token_hash').execute()
  expect(sessions.map(({ token_hash }) => token_hash)).toContainEqual(hash('valid'))
  expect(sessions.map(({ token_hash }) => token_hash)).not.toContainEqual(hash('expired'))
  const keys = await db.selectFrom('idempotency_keys').select('key').execute()
  expect(keys).toEqual([{ key: 'valid' }])
  const limits = await db.selectFrom('rate_limits').select('key').execute()
  expect(limits).toContainEqual({ key: 'counting' })
  expect(limits).not.toContainEqual({ key: 'past' })
})

test('links of letters are deleted when they expire, not a millisecond sooner', async () => {
  const { db } = server
  const [expired, valid] = [await buildClient(server), await buildClient(server)]
  await db
    .insertInto('email_verifications')
    .values(
      [
        { user_id: expired.id, token_hash: hash('expired link'), expires_at: NOW },
        { user_id: valid.id, token_hash: hash('valid link'), expires_at: new Date(+NOW + 1) },
      ].map((link) => ({ ...link, email: '', code_hash: link.token_hash, code_expires_at: NOW })),
    )
    .execute()
  await deleteExpiredTimeLinks(server.context)
  const links = await db.selectFrom('email_verifications').select('user_id').execute()
  expect(links).toEqual([{ user_id: valid.id }])
})

test('history and failed jobs are kept as long as the table says, and the events of bookings seven years', async () => {
  const { db } = server
  const { id: user_id } = await buildClient(server)
  const professional = await buildProfessional(server)
  const daysAgo = (days: number) => hoursFromNow(-24 * days)
  const edges = [
    ['old', 1],
    ['kept', -1],
  ] as const
  for (const [name, past] of edges) {
    const at = (days: number) => hoursFromNow(-24 * days - past)
    await db
      .insertInto('events')
      .values([
        {
          kind: 'subscription.lapsed',
          subject_id: user_id,
          data: JSON.stringify({ name }),
          at: at(400),
        },
        {
          kind: 'booking.accepted',
          subject_id: user_id,
          data: JSON.stringify({ name: '400 days' }),
          at: at(400),
        },
        ...['booking.accepted', 'proposal.moved'].map((kind) => ({
          kind,
          subject_id: user_id,
          data: JSON.stringify({ name }),
          at: new Date(+SEVEN_YEARS_AGO - past),
        })),
      ])
      .execute()
    await db
      .insertInto('notices')
      .values({ user_id, kind: 'money.receipt', key: name, at: at(400), shown: true })
      .execute()
    await db
      .insertInto('checkouts')
      .values({
        id: name,
        professional_id: professional.id,
        kind: 'lead',
        created_at: at(90),
        check_at: NOW,
      })
      .execute()
    const task = { kind: 'refund-payment', subject: name, ordered_at: daysAgo(500) }
    await db
      .insertInto('provider_tasks')
      .values({ ...task, done_at: at(400) })
      .execute()
    await failedJob(name, at(30), null)
    await failedJob(`clock ${name}`, at(1), 'clock renewals')
  }
  await db
    .insertInto('provider_tasks')
    .values({ kind: 'refund-payment', subject: 'open', ordered_at: daysAgo(500) })
    .execute()
  await enqueue(db, 'forget-picture', { file: 'waits' }, { runAt: daysAgo(500) })

  await deleteExpired(server.context)

  const names = async (query: RawBuilder<{ name: string }>) =>
    (await query.execute(db)).rows.map(({ name }) => name).toSorted()
  expect(
    await names(
      sql`select kind || ' ' || (data ->> 'name') as name from events where subject_id = ${user_id}`,
    ),
  ).toEqual([
    'booking.accepted 400 days',
    'booking.accepted 400 days',
    'booking.accepted kept',
    'proposal.moved kept',
    'subscription.lapsed kept',
  ])
  expect(await names(sql`select key as name from notices where user_id = ${user_id}`)).toEqual([
    'kept',
  ])
  expect(await names(sql`select id as name from checkouts`)).toEqual(['kept'])
  expect(await names(sql`select subject as name from provider_tasks`)).toEqual(['kept', 'open'])
  const jobs = await queuedJobs(db, 'forget-picture')
  expect(jobs.map(({ payload }) => payload.file).toSorted()).toEqual([
    'clock kept',
    'kept',
    'waits',
  ])
})

test('what operators wrote is kept three years, wherever it is stored', async () => {
  const { db } = server
  const { id: user_id } = await buildClient(server)
  const { id: professional_id } = await buildProfessional(server)
  const yearsAgo = (years: number) => new Date(Date.UTC(2026 - years, 10, 20, 16))
  for (const [name, past] of [
    ['old', 1],
    ['kept', 0],
  ] as const) {
    const end = new Date(+yearsAgo(3) - past)
    await db
      .insertInto('suspensions')
      .values({ user_id, reason: name, keeps_visits: true, began_at: yearsAgo(4), ended_at: end })
      .execute()
    await db
      .insertInto('approvals')
      .values({
        action: 'credits',
        subject_id: professional_id,
        person_id: professional_id,
        amount: 1,
        reason: name,
        asked_by: 'cli:olga',
        asked_at: yearsAgo(4),
        expires_at: end,
        state: 'expired',
        decided_at: end,
      })
      .execute()
    await db
      .insertInto('verification_notices')
      .values({
        professional_id,
        kind: 'ssn',
        reason: 'record_found',
        text: name,
        sent_by: 'cli:olga',
        sent_at: yearsAgo(4),
        stands_at: end,
        ended_at: end,
        outcome: 'withdrawn',
      })
      .execute()
    await appealAnsweredAt(end, user_id, name)
  }
  await deleteExpired(server.context)
  for (const [table, column] of [
    ['suspensions', 'reason'],
    ['approvals', 'reason'],
    ['verification_notices', 'text'],
  ]) {
    const { rows } =
      await sql`select ${sql.ref(column!)} as name from ${sql.table(table!)}`.execute(db)
    expect([table, rows]).toEqual([table, [{ name: 'kept' }]])
  }
  const appeals = await db.selectFrom('appeals').select(['text', 'answer']).orderBy('at').execute()
  expect(appeals).toEqual([
    { text: null, answer: null },
    { text: 'kept', answer: 'kept' },
  ])
})

/** A decision about a person, their appeal and its answer. */
async function appealAnsweredAt(at: Date, person_id: string, words: string): Promise<void> {
  const { db } = server
  const seq = await db
    .transaction()
    .execute((tx) =>
      recordOperatorAction(
        tx,
        { action: 'suspend', subjectId: person_id, doneBy: 'cli:olga', at: NOW },
        { reason: 'stated' },
      ),
    )
  const decision = { person_id, seq, action: 'suspend', reason: 'stated', at, shown_at: at }
  const { id: decision_id } = await db
    .insertInto('decisions')
    .values({ ...decision, about_kind: 'person', about_id: person_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('appeals')
    .values({
      decision_id,
      at,
      text: words,
      state: 'upheld',
      answered_at: at,
      answered_by: 'cli:otto',
      answer: words,
    })
    .execute()
}

// rule: scheduled-jobs
test.each([
  [deleteExpired, ['sessions', 'access_views', 'notices']],
  [deleteOldProblems, ['problem_photos', 'problems', 'booking_contacts']],
  [deleteOldSafety, ['safety_timers', 'safety_invitations']],
  [deleteOldWork, ['photo_pairs', 'series', 'checklist_marks']],
] as const)('a table that cannot be cleaned stops no other: %o', async (clean, tables) => {
  const { db, context } = server
  await sql`create or replace function stop_statement() returns trigger language plpgsql as
    $$ begin raise 'stopped at %', tg_table_name; end $$`.execute(db)
  for (const table of tables) {
    await sql`create trigger stop_here before update or delete on ${sql.table(table)}
      for each statement execute function stop_statement()`.execute(db)
  }
  const failed: unknown = await clean(context).catch((error: unknown) => error)
  for (const table of tables) await sql`drop trigger stop_here on ${sql.table(table)}`.execute(db)
  const errors = (failed as AggregateError).errors.map(({ message }: Error) => message)
  expect([...new Set(errors)]).toEqual(tables.map((table) => `stopped at ${table}`))
})

async function failedJob(file: string, runAt: Date, queue: string | null): Promise<void> {
  const id = await enqueue(
    server.db,
    'forget-picture',
    { file },
    { runAt, ...(queue ? { queue } : {}) },
  )
  await failJobs(server.db, [id], 'no such file')
}
