// rule: access-details
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { warnOfUnusedAccess } from '#server/talk/kinds/access-notices.ts'
import { AUSTIN_HOME, move, NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { VALUES, NOTHING, HOUR_MS, accessHarness } from '#server/test/harness/access-harness.ts'

const { harness, save, confirmed, reveal, views, answerOf, count } = accessHarness()

test('values are saved one by one, are told as saved only, and an empty one is erased', async () => {
  const home = async () =>
    (await harness.caller.get(`/api/homes/${harness.homeId}`)).body.home.access
  const none = { door_code: false, key_place: false, alarm: false, wifi: false }
  expect(await home()).toEqual({ ...none, changed_at: null })
  const first = await save({ door_code: VALUES.door_code, wifi: VALUES.wifi })
  expect(first.headers['cache-control']).toBe('no-store')
  const saved = { ...none, door_code: true, wifi: true, changed_at: NOW.toISOString() }
  expect(first.body).toEqual({ access: saved })
  expect(await home()).toEqual(saved)

  harness.now = new Date(+NOW + 60_000)
  await save({ alarm: VALUES.alarm, door_code: '', wifi: null })
  expect(await home()).toEqual({ ...none, alarm: true, changed_at: harness.now.toISOString() })
  expect((await reveal()).body).toEqual({ ...NOTHING, alarm: VALUES.alarm })
  expect(await count('access_values')).toBe(1)

  await harness.caller.delete(`/api/homes/${harness.homeId}`)
  for (const table of ['access_values', 'access_views', 'home_access'] as const) {
    expect(await count(table)).toBe(0)
  }
})

test('other people and wrong values are refused, nothing is written, and no refusal repeats a value', async () => {
  const stranger = await as(harness.server, await buildClient(harness.server))
  const pro = await as(harness.server, await buildProfessional(harness.server))
  const long = 'Secret spruce '.repeat(40)
  const answers = [
    await save(VALUES, stranger),
    await save(VALUES, pro),
    await save(VALUES, visitor(harness.server)),
    await save({ door_code: long }),
    await save({ alarm: 4711 }),
    await save(VALUES, harness.caller, 'none'),
    await stranger.get(`/api/homes/${harness.homeId}/access/views`),
    await reveal(confirmed(), stranger),
  ]
  expect(answers.map(answerOf)).toEqual([
    '404 home_not_found',
    '403 clients_only',
    '401 not_signed_in',
    '422 invalid_input',
    '422 invalid_input',
    '404 home_not_found',
    '404 home_not_found',
    '404 home_not_found',
  ])
  expect(JSON.stringify(answers)).not.toMatch(/Secret spruce|4711/)
  expect(await count('home_access')).toBe(0)
})

// rule: access-details, access-log
test('the client sees the values with their password, and their own look in the log', async () => {
  await save(VALUES)
  expect(answerOf(await reveal({}))).toBe('422 password_required')
  expect(answerOf(await reveal(confirmed('wrong')))).toBe('403 wrong_password')
  expect(await views()).toEqual([])
  const { body, headers } = await reveal()
  expect([body, headers['cache-control']]).toEqual([VALUES, 'no-store'])
  const log = await harness.caller.get(`/api/homes/${harness.homeId}/access/views`)
  expect(log.body.time_zone).toBe('America/Chicago')
  expect(await views()).toEqual([
    {
      at: NOW.toISOString(),
      by: 'you',
      professional: null,
      booking_id: null,
      fields: Object.keys(VALUES),
    },
  ])
})

// rule: access-log, notice-still-true
test('values that nobody used for a year are told, then erased; a look keeps them', async () => {
  await save(VALUES)
  const forget = async (days: number) => {
    harness.now = new Date(+NOW + days * 24 * HOUR_MS)
    await JOBS['forget-visits'](harness.server.context, {})
    harness.caller = await as(harness.server, harness.client)
  }
  const told = async () =>
    (await harness.caller.get('/api/notices')).body.notices.map(
      ({ title }: { title: string }) => title,
    )
  await forget(364)
  expect(await told()).toEqual([])
  await forget(366)
  await forget(367)
  const first = 'Your unused access details will be erased on Dec 21, 2027'
  expect(await told()).toEqual([first])
  await runDueJobs(harness.server.context)
  await runDueJobs(harness.server.context)
  const letters = await Promise.all(
    (await harness.server.letters()).map((text) => PostalMime.parse(text)),
  )
  expect(letters.map(({ subject }) => subject)).toContain(first)
  await reveal()
  await forget(400)
  expect([await count('access_values'), await count('access_views')]).toEqual([4, 1])

  await forget(2 * 366 - 1)
  await JOBS['forget-old'](harness.server.context, {})
  expect(await count('access_views')).toBe(1)
  await forget(2 * 366 + 2)
  expect(await told()).toHaveLength(2)
  await JOBS['forget-old'](harness.server.context, {})
  expect(await count('access_views')).toBe(0)
  await forget(2 * 366 + 31)
  expect(await count('access_values')).toBe(4)

  const pro = await buildProfessional(harness.server)
  const id = await requestBooking(harness.server, harness.client, pro, {
    booking_date: '2028-12-28',
    home_id: harness.homeId,
  })
  await forget(2 * 366 + 33)
  expect([await count('access_values'), (await told()).length]).toEqual([4, 2])
  await move(harness.server, harness.client, id, 'cancelled', 'Ill')
  await forget(2 * 366 + 34)
  expect([await count('access_values'), (await told()).length]).toEqual([4, 3])
  await forget(2 * 366 + 65)
  expect(await count('access_values')).toBe(0)
})

// rule: access-log
test('a look while unused values are told keeps them without a warning', async () => {
  await save(VALUES)
  harness.now = new Date(+NOW + 366 * 24 * HOUR_MS)
  const looking = await harness.server.db.startTransaction().execute()
  await looking
    .updateTable('home_access')
    .set({ used_at: harness.now })
    .where('home_id', '=', harness.homeId)
    .execute()
  const warning = warnOfUnusedAccess(harness.server.context)
  const isWaiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = async () => (await isWaiting.execute(harness.server.db)).rows.length
  await expect.poll(waiting).toBeGreaterThan(0)
  await looking.commit().execute()
  await warning
  const { warned_at } = await harness.server.db
    .selectFrom('home_access')
    .select('warned_at')
    .where('home_id', '=', harness.homeId)
    .executeTakeFirstOrThrow()
  expect(warned_at).toBeNull()
})

// rule: access-log, scheduled-jobs
test('a home that cannot be told delays no other', async () => {
  const { db, context } = harness.server
  const { body } = await harness.caller.post('/api/homes', AUSTIN_HOME)
  const second: string = body.home.id
  const ids = [harness.homeId, second].toSorted()
  for (const id of ids) await save(VALUES, harness.caller, id)
  harness.now = new Date(+NOW + 366 * 24 * HOUR_MS)
  const told = async () => {
    const rows = await db
      .selectFrom('home_access')
      .select('home_id')
      .where('home_id', 'in', ids)
      .where('warned_at', 'is not', null)
      .orderBy('home_id')
      .execute()
    return rows.map(({ home_id }) => home_id)
  }
  await sql`
    create or replace function refuse_notice() returns trigger language plpgsql as 'begin raise exception ''poison''; end'`.execute(
    db,
  )
  await sql`
    create trigger poison before insert on notices for each row
    when (new.data ->> 'home_id' = ${sql.lit(ids[0])}) execute function refuse_notice()`.execute(db)
  await warnOfUnusedAccess(context).catch(() => {})
  await sql`drop trigger poison on notices`.execute(db)
  expect(await told()).toEqual([ids[1]])
  await warnOfUnusedAccess(context)
  expect(await told()).toEqual(ids)
})
