// rule: none, protects the invariants: each query finds a row that was damaged where the database did not refuse it.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from './build.ts'
import { move, NOW, requestBooking } from './booking.ts'
import { as } from './call.ts'
import { brokenInvariants, findBroken, INVARIANTS } from './invariants.ts'
import { testServer } from './server.ts'
import type { TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  const client = await buildClient(server, { email_verified_at: NOW })
  const professional = await buildProfessional(server)
  const caller = await as(server, professional)
  const plan = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))
  const path = `/api/professional/time/${professional.id}`
  await caller.put(path, { plan, instant_booking: 'verified' })
  await requestBooking(server, client, professional, { instant: true })
  const weekly = { booking_date: '2026-12-02', cleaning_frequency: 'weekly', series: {} }
  const first = await requestBooking(server, client, professional, weekly)
  await move(server, professional, first, 'accepted')
})
afterAll(() => server.close())

const IN_SERIES = `where series_id is not null and status = 'accepted'`
const INSTANT = `(select id from bookings where instant)`
const proposal = (facts: string) => `
  insert into booking_proposals (booking_id, by, booking_date, booking_time, starts_at, ends_at, created_at, expires_at)
  select id, 'client', booking_date, booking_time, starts_at + interval '2 days', ends_at + interval '2 days', created_at, ${facts}
  from bookings where instant`
const event = (kind: string, at: string) =>
  `insert into events (kind, subject_id, at) select '${kind}', id, ${at} from bookings where instant`
const returned = (key: string) => `
  insert into lead_ledger (professional_id, client_id, kind, amount, reason, key, at)
  select professional_id, client_id, 'returned', 1, 'cancelled_early', '${key}', timestamptz '2026-11-21' from bookings where instant`
const safetyTimer = (facts: string) => `
  insert into safety_timers (booking_id, check_by, created_at, state, alarmed_at, email, language, email_hash)
  select id, timestamptz '2026-12-01', created_at, ${facts} from bookings where instant`
const look = (professional: string) => `
  with home as (
    insert into homes (client_id, address, city, state, zip_code, kind, bedrooms, bathrooms, floors, created_at)
    select client_id, address, city, state, zip_code, 'house', 1, 1, 1, created_at from bookings where instant returning id
  )
  insert into access_views (home_id, booking_id, professional_id, version, fields, at, opens_at, closes_at)
  select home.id, bookings.id, ${professional}, 1, '{alarm}', starts_at, starts_at, ends_at from home, bookings where instant`
const busyTime = (hash: string) => `
  with calendar as (
    insert into busy_calendars (professional_id, label, kind, created_at)
    select professional_id, 'Work', 'file', created_at from bookings where instant returning *
  )
  insert into busy_times (calendar_id, professional_id, uid_hash, starts_at, ends_at)
  select id, professional_id, ${hash}, timestamptz '2026-12-03', timestamptz '2026-12-03 20:00' from calendar`

const AGREEMENT_2 = `insert into agreements (booking_id, version, because, made_at, included, columns, hash, redacted_at)
  select id, 2, 'moved', created_at, '{}', null, repeat('0', 64), created_at from bookings where instant`

const settled = (facts: string) => `
  insert into booking_hours (booking_id, booked_minutes, billed_minutes, by, lines, settled_at, answer_until, actual_minutes, received_at)
  select id, 120, 120, 'clock', '[{"amountCents": 14000}]', ${facts} from bookings where instant`
const SETTLED = settled('created_at, null, null, null')
const FINAL = 'update bookings set final_cents = 14000 where instant'
const NUMBERED = 'insert into receipts (booking_id) select booking_id from booking_hours'

const DAMAGES: [invariant: string, damage: string, statements: string[]][] = [
  ['price-lines', 'another sum', ['update booking_lines set amount_cents = amount_cents + 1']],
  ['price-lines', 'time that nobody pays', ['update booking_lines set minutes = minutes - 30']],
  [
    'price-lines',
    'a price for a visit that repairs another',
    [
      'alter table bookings drop constraint bookings_total_cents_check',
      'update bookings set reclean_of = id where instant',
    ],
  ],
  ['hours', 'settled hours and nothing due', [SETTLED, NUMBERED]],
  ['hours', 'a sum that nobody settled', [FINAL]],
  [
    'hours',
    'another sum',
    [SETTLED, NUMBERED, 'update bookings set final_cents = 13000 where instant'],
  ],
  ['hours', 'more to pay without a yes', [SETTLED, NUMBERED, FINAL]],
  [
    'hours',
    'hours that wait too long',
    [settled(`null, timestamptz '2026-11-20 15:40Z', 120, timestamptz '2026-11-19 15:40Z'`)],
  ],
  [
    'receipts',
    'hours of a cancelled visit',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_at = created_at where instant`,
      SETTLED,
      NUMBERED,
    ],
  ],
  [
    'receipts',
    'settled hours without a number',
    [
      `update bookings set total_cents = 14000 where instant`,
      `update booking_lines set amount_cents = 14000 where booking_id = ${INSTANT}`,
      SETTLED,
      FINAL,
    ],
  ],
  [
    'discounts',
    'a discount on a single visit',
    [
      `insert into booking_lines (booking_id, position, kind, percent, amount_cents) values (${INSTANT}, 1, 'discount', 10, -100)`,
    ],
  ],
  [
    'discounts',
    'a discount on the first visit of a series',
    [
      `insert into booking_lines (booking_id, position, kind, percent, amount_cents)
      select id, 1, 'discount', 10, -100 from bookings where series_date = '2026-12-02'`,
    ],
  ],
  [
    'homes',
    'the home of another person',
    [
      'alter table bookings drop constraint bookings_home',
      `insert into homes (client_id, address, city, state, zip_code, kind, bedrooms, bathrooms, floors, created_at)
      select professional_id, address, city, state, zip_code, 'house', 1, 1, 1, created_at from bookings where instant`,
      'update bookings set home_id = (select id from homes) where instant',
    ],
  ],
  [
    'visits-apart',
    'two accepted visits at one time',
    [
      'alter table bookings drop constraint bookings_no_overlap',
      `update bookings set starts_at = (select min(starts_at) from bookings)`,
    ],
  ],
  [
    'visits-apart',
    'a visit in the pause after another',
    [
      'alter table bookings drop constraint bookings_no_overlap',
      `update bookings set buffer_minutes = 60, starts_at = timestamptz '2026-12-01 17:30', ends_at = timestamptz '2026-12-01 18:30'
      where series_date = '2026-12-02'`,
      `update bookings set buffer_minutes = 60 where instant`,
    ],
  ],
  [
    'visits-apart',
    'a pause of more than 4 hours',
    [
      'alter table bookings drop constraint bookings_no_overlap, drop constraint bookings_buffer_minutes_check',
      'update bookings set buffer_minutes = 241 where instant',
    ],
  ],
  [
    'series-date-once',
    'two visits of one date',
    [
      'drop index bookings_series_once',
      `update bookings set series_date = '2026-12-02' where series_date = '2026-12-09'`,
    ],
  ],
  [
    'series-date-once',
    'a visit on a date that is skipped',
    [
      `update series_visits set status = 'skipped', skipped_by = 'client' where date = '2026-12-09'`,
    ],
  ],
  [
    'series-date-once',
    'a visit in a pause',
    [`update series set paused_from = '2026-12-09', paused_to = '2026-12-09'`],
  ],
  [
    'series-visit',
    'another client',
    [`update bookings set client_id = professional_id ${IN_SERIES}`],
  ],
  ['series-visit', 'another rate', [`update bookings set hourly_rate_cents = 1 ${IN_SERIES}`]],
  [
    'open-proposal',
    'two at once',
    ['drop index booking_proposals_open', proposal('starts_at'), proposal('starts_at')],
  ],
  [
    'open-proposal',
    'one of a visit that has ended',
    [
      proposal('starts_at'),
      `alter table bookings disable trigger bookings_void_proposal`,
      `update bookings set status = 'cancelled' where instant`,
    ],
  ],
  [
    'open-proposal',
    'one that stays open when the visit begins',
    [proposal(`starts_at + interval '1 minute'`)],
  ],
  [
    'visit-times',
    'another wall-clock time',
    [`update bookings set booking_time = '09:30' where instant`],
  ],
  ['visit-times', 'another length', ['update bookings set estimated_hours = 3 where instant']],
  [
    'visit-times',
    'a request that ends after its start',
    [`update bookings set expires_at = starts_at + interval '1 second' where instant`],
  ],
  [
    'cancelled-before-start',
    'cancelled at its start',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_at = created_at where instant`,
      event('booking.cancelled', 'starts_at'),
    ],
  ],
  [
    'cancelled-before-start',
    'cancelled while the professional is at work',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_at = created_at, stage = 'started' where instant`,
    ],
  ],
  [
    'sequence',
    'a number that has fallen',
    [
      'alter table bookings disable trigger bookings_raise_sequence',
      `update bookings set sequence = 0 where instant`,
    ],
  ],
  [
    'instant-events',
    'without its request',
    [`delete from events where kind = 'booking.requested' and subject_id = ${INSTANT}`],
  ],
  [
    'instant-events',
    'accepted in another transaction',
    [`update events set at = at where kind = 'booking.accepted' and subject_id = ${INSTANT}`],
  ],
  [
    'instant-events',
    'with a locked lead',
    ['alter table leads disable trigger user', 'update leads set opened_at = null'],
  ],
  [
    'cancelled-early',
    'two returns of one pair',
    [`delete from events where kind = 'booking.accepted'`, returned('one'), returned('two')],
  ],
  ['cancelled-early', 'a return while another visit stands', [returned('one')]],
  [
    'series-lead',
    'a closed lead',
    ['alter table leads disable trigger user', 'update leads set opened_at = null'],
  ],
  [
    'access-views',
    'a look after the client ended the access',
    [look('professional_id'), 'update bookings set access_ended_at = created_at where instant'],
  ],
  [
    'access-views',
    'a look by somebody else',
    [
      'alter table access_views drop constraint access_views_professional_id_fkey',
      look('client_id'),
    ],
  ],
  ['busy-times', 'words of the calendar', ['alter table busy_times add column title text']],
  ['busy-times', 'a UID that is not hashed', [busyTime(`'meeting@example.com'::bytea`)]],
  ['search-days', 'a busy time that search does not know', [busyTime(`sha256('meeting')`)]],
  ['search-days', 'a visit that search has forgotten', ['delete from search_days']],
  ['search-days', 'another plan', ['update search_entries set plan_4 = plan_4 & (plan_4 - 1)']],
  [
    'search-days',
    'lengths that the rules do not allow',
    ['update professional_times set max_hours_a_day = 4'],
  ],
  ['search-rules', 'another notice', ['update search_entries set notice_hours = 23']],
  [
    'plan',
    'a time off the grid',
    [
      'alter table working_hours drop constraint working_hours_from_minute_check',
      'update working_hours set from_minute = 555 where weekday = 1',
    ],
  ],
  [
    'plan',
    'intervals that touch',
    [
      'alter table working_hours drop constraint working_hours_professional_id_weekday_int4range_excl',
      `insert into working_hours select professional_id, weekday, 1020, 1080 from working_hours where weekday = 1`,
    ],
  ],
  ['agreements', 'a version is missing', ['delete from agreements', AGREEMENT_2]],
  [
    'agreements',
    'other texts than those of the hash',
    [
      'alter table agreements disable trigger agreements_unchanged',
      `update agreements set columns = jsonb_set(columns, '{0,text}', '"Nothing."')`,
    ],
  ],
  [
    'pair-files',
    'public copies of a pair that nobody allowed',
    [
      `insert into visit_photos (file, booking_id, moment, at, created_at)
        select 'private-' || repeat(digit, 32) || '.webp', id, moment, starts_at, starts_at
        from bookings, (values ('a', 'before'), ('b', 'after')) as photo (digit, moment) where instant`,
      `insert into photo_pairs (booking_id, before_file, after_file, asked_at)
        select id, 'private-' || repeat('a', 32) || '.webp', 'private-' || repeat('b', 32) || '.webp', starts_at
        from bookings where instant`,
      `insert into pair_files (file, pair_id, moment)
        select 'pair-' || repeat('a', 32) || '.webp', id, 'before' from photo_pairs`,
    ],
  ],
  [
    'safety-timers',
    'a timer without a contact',
    [safetyTimer(`'running', null, null, null, null`)],
  ],
  [
    'safety-timers',
    'a timer of a visit that its professional cancelled',
    [
      `insert into safety_contacts (professional_id, name, email, email_hash, language, created_at)
        select professional_id, 'Rosa', 'rosa@example.com', '', 'en', created_at from bookings where instant`,
      `update bookings set status = 'cancelled', cancelled_by = 'professional', cancelled_at = created_at where instant`,
      safetyTimer(`'running', null, null, null, null`),
    ],
  ],
  [
    'safety-timers',
    "an alarm after 'finished'",
    [
      safetyTimer(`'alarmed', timestamptz '2026-12-03', 'rosa@example.com', 'en', ''`),
      `insert into booking_stages (booking_id, stage, at, received_at, event_id)
        select id, 'finished', timestamptz '2026-12-02', timestamptz '2026-12-02', 1 from bookings where instant`,
    ],
  ],
  [
    'late-cancellations',
    'one that kept its notice',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_late = true,
        cancelled_at = starts_at - make_interval(hours => notice_hours) where instant`,
    ],
  ],
  [
    'late-cancellations',
    'a second excuse of one person',
    [
      `update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_late = true, late_excused = true,
        reason_code = 'ill', cancelled_at = starts_at - interval '1 hour'
        where instant or series_date = '2026-12-02'`,
    ],
  ],
  ['problems', 'a no-show that nobody reported', [`update bookings set no_show = 'client'`]],
  ['problems', 'an arrival that nobody pressed', ['update bookings set on_time = true']],
  [
    'agreements',
    'a visit without one',
    [
      'delete from agreements',
      "update migrations set applied_at = 'epoch' where name = '0093_agreements.sql'",
    ],
  ],
  ['stages', 'a stage that no press made', [`update bookings set stage = 'arrived' where instant`]],
  [
    'stages',
    'an arrival after the end',
    [
      `insert into booking_stages (booking_id, stage, at, received_at, event_id)
      select id, said.stage, said.at, said.at, 1 from bookings, (values ('arrived', timestamptz '2026-12-02'), ('finished', timestamptz '2026-12-01')) as said (stage, at)
      where instant`,
      `update bookings set stage = 'finished' where instant`,
    ],
  ],
]

test('they hold, and each of them is damaged below', async () => {
  const { rows } = await sql`select from bookings where status = 'accepted'`.execute(server.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(await findBroken(server)).toEqual({})
  expect(new Set(DAMAGES.map(([name]) => name))).toEqual(new Set(INVARIANTS.keys()))
})

test.for(DAMAGES)('%s finds %s', async ([name, , statements]) => {
  const rolledBack = new Error('rolled back')
  const damaged = server.db.transaction().execute(async (tx) => {
    await sql`savepoint damage`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    // What search has to write is what this looks for.
    await sql`delete from search_times_due`.execute(tx)
    expect(Object.keys(await brokenInvariants(tx, NOW, [name]))).toEqual([name])
    throw rolledBack
  })
  await expect(damaged).rejects.toBe(rolledBack)
})
