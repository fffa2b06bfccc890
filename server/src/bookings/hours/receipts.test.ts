// rule: receipts, settle-hours
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { completeBookings } from '../lists/booking-jobs.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from '#server/test/builders/account.ts'
import { AUSTIN_HOME, insertBooking } from '#server/test/builders/booking.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { after, hoursHarness } from '#server/test/harness/hours-harness.ts'
import { receiptsTable } from './receipts-csv.ts'
import { deleteOldReceipts, settleHours } from './hour-jobs.ts'

const { harness, accepted, finish, visit, answerOf, settlements, brokenInvariants } = hoursHarness()

test('the receipt has no street, and each side records how it was paid', async () => {
  harness.now = after(100)
  await finish({ actual_minutes: 90 })
  const { receipt } = (await harness.asClient.get(`/api/bookings/${harness.id}/receipt`)).body
  expect(receipt).toEqual({
    booking_id: harness.id,
    number: expect.stringMatching(/^V-\d+$/),
    professional_name: 'Grace Walker',
    client_name: 'Emma Stone',
    booking_date: '2026-12-01',
    time_zone: 'America/Chicago',
    service_type: 'standard',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    lines: [{ kind: 'labour', hours: 1.5, rate: 65, amount: 97.5 }],
    final_amount: 97.5,
    payment: { client: null, professional: null },
  })
  expect((await harness.asPro.get(`/api/bookings/${harness.id}/receipt`)).body.receipt).toEqual(
    receipt,
  )
  const pay = (caller: Caller, body: object) =>
    caller.put(`/api/bookings/${harness.id}/payment`, body)
  for (const body of [{ method: 'gold' }, {}, { method: 'cash', paid_on: '2026-12-02' }]) {
    expect(answerOf(await pay(harness.asClient, body))).toBe('422 invalid_input')
  }
  await pay(harness.asClient, { method: 'cash', paid_on: '2026-11-30' })
  // rule: visit-view
  expect((await visit(harness.asClient)).paid).toBe(true)
  expect((await visit(harness.asPro)).paid).toBe(false)
  expect((await pay(harness.asPro, { method: 'card' })).body.receipt.payment).toEqual({
    client: { method: 'cash', paid_on: '2026-11-30' },
    professional: { method: 'card', paid_on: '2026-12-01' },
  })
  expect(answerOf(await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`))).toBe(
    '409 stage_undo_over',
  )
  expect((await visit(harness.asPro)).may).not.toContain('undo')
  await pay(harness.asClient, { method: null })
  const paid = (await harness.asClient.get(`/api/bookings/${harness.id}/receipt`)).body.receipt
    .payment
  expect(paid.client).toBeNull()
  const other = await as(harness.server, await buildClient(harness.server))
  expect(answerOf(await other.get(`/api/bookings/${harness.id}/receipt`))).toBe(
    '404 booking_not_found',
  )
  expect(answerOf(await pay(other, { method: 'cash' }))).toBe('404 booking_not_found')
})

const winterVisit = (booking_date: string) => ({
  booking_date,
  starts_at: `${booking_date}T15:00:00Z`,
  ends_at: `${booking_date}T17:00:00Z`,
  expires_at: `${booking_date}T15:00:00Z`,
})

test('the receipts of a year, the latest first, and their table have the same sums, and no cell is a formula', async () => {
  const eve = await buildClient(harness.server, { first_name: '=Eve "E"', last_name: 'Fox' })
  await insertBooking(harness.server, eve, harness.pro, winterVisit('2026-02-03'))
  await insertBooking(harness.server, eve, harness.pro, winterVisit('2025-12-31'))
  harness.now = after(100)
  await settleHours(harness.server.context)
  await finish({ actual_minutes: 90 })
  const url = `/api/professional/receipts/${harness.pro.id}`
  const { receipts, total } = (await harness.asPro.get(`${url}?year=2026`)).body
  expect(receipts.map(({ booking_date }: { booking_date: string }) => booking_date)).toEqual([
    '2026-12-01',
    '2026-02-03',
  ])
  expect(total).toBe(227.5)
  expect((await harness.asPro.get(url)).body.total).toBe(227.5)
  expect((await harness.asPro.get(`${url}?year=2025`)).body.total).toBe(130)
  for (const year of ['2019', '2028', 'x']) {
    expect(answerOf(await harness.asPro.get(`${url}?year=${year}`))).toBe('422 invalid_input')
  }
  expect(answerOf(await harness.asClient.get(`${url}?year=2026`))).toBe('403 not_yours')
  const newcomer = await buildClient(harness.server, { role: 'professional' })
  const asNewcomer = await as(harness.server, newcomer)
  for (const path of ['', '/csv']) {
    const none = await asNewcomer.get(`/api/professional/receipts/${newcomer.id}${path}`)
    expect(answerOf(none)).toBe('409 complete_profile_first')
  }
  const table = await harness.asPro.get(`${url}/csv?year=2026`)
  expect(table.headers['content-type']).toMatch(/^text\/csv/)
  const number = receipts[1].number
  const lines = table.body.split('\r\n')
  expect([lines[0], lines[2]]).toEqual([
    '\uFEFF"receipt","date","client","city","state","service","hours","labour","extras","supplies","discount","total","paid_by_client","paid_by_professional"',
    `"${number}","2026-02-03","'=Eve ""E"" Fox","Austin","TX","standard","2","130.00","0.00","0.00","0.00","130.00","",""`,
  ])
})

test('a row of the table has extras, supplies and discount, and the hours of labour and extras', async () => {
  harness.now = after(100)
  await finish({ actual_minutes: 90 })
  const { body } = await harness.asPro.get(`/api/professional/receipts/${harness.pro.id}?year=2026`)
  const lines = [
    { kind: 'labour', hours: 2.5, rate: 65, amount: 162.5 },
    { kind: 'extra', extra: 'oven', name: null, minutes: 30, amount: 25 },
    { kind: 'extra', extra: 'fridge', name: null, minutes: 15, amount: 12.35 },
    { kind: 'supplies', amount: 10 },
    { kind: 'discount', percent: 10, amount: -19.99 },
  ]
  const [, row] = receiptsTable([{ ...body.receipts[0], lines, final_amount: 189.86 }]).split(
    '\r\n',
  )
  expect(row).toContain('"standard","3.25","162.50","37.35","10.00","-19.99","189.86",')
})

test('after two settled visits a home is estimated by the median of its labour times', async () => {
  const { id: home_id } = (await harness.asClient.post('/api/homes', AUSTIN_HOME)).body.home
  for (const [day, minutes] of [
    ['2026-12-02', 90],
    ['2026-12-03', 105],
  ] as const) {
    harness.now = new Date('2026-11-20T16:00:00Z')
    harness.id = await accepted({ booking_date: day, home_id })
    expect((await quoted(home_id)).source).toBe('formula')
    harness.now = new Date(`${day}T17:00:00Z`)
    await finish({ actual_minutes: minutes })
  }
  expect(await quoted(home_id)).toMatchObject({
    source: 'home',
    visits: 2,
    minutes: 98,
    parts: [{ what: 'home', count: 2, minutes: 98 }],
  })
  const { usual } = (await harness.asClient.get(`/api/homes/${home_id}`)).body.home
  expect(usual).toEqual([{ service_type: 'standard', visits: 2, median_minutes: 98 }])
})

const quoted = async (home_id: string) =>
  (
    await harness.asClient.post('/api/bookings/quote', {
      professional_id: harness.pro.id,
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      home_id,
    })
  ).body.estimate

test('what was settled above holds the invariants', async () => {
  expect(await brokenInvariants()).toEqual({})
})

// rule: receipts, account-deletion
test('hours, receipts and lines outlive an account without its name, and are deleted after 7 years', async () => {
  const password_hash = await hashPassword(PASSWORD)
  await harness.server.db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', harness.client.id)
    .execute()
  harness.now = after(100)
  await finish({ actual_minutes: 90 })
  harness.now = after(200)
  await completeBookings(harness.server.context)
  const left = await harness.asClient.delete(`/api/users/${harness.client.id}`, {
    [CURRENT_PASSWORD_HEADER]: PASSWORD,
  })
  expect(left.status).toBe(200)
  const { receipts } = (await harness.asPro.get(`/api/professional/receipts/${harness.pro.id}`))
    .body
  expect(receipts).toMatchObject([{ client_name: 'Deleted user', final_amount: 97.5 }])
  const { db } = harness.server
  // As after an accepted change, with an extra of the professional's own.
  await db.transaction().execute(async (tx) => {
    await sql`update booking_lines set minutes = 90, amount_cents = 9750 where booking_id = ${harness.id}::uuid`.execute(
      tx,
    )
    await sql`insert into booking_lines (booking_id, position, kind, extra, name, minutes, amount_cents)
      values (${harness.id}::uuid, 1, 'extra', uuid_v7()::text, 'The shrine of Emma', 30, 3250)`.execute(
      tx,
    )
    await sql`insert into booking_changes (booking_id, by, estimated_hours, supplies, lines, status, created_at)
      values (${harness.id}::uuid, 'client', 2, 'client', '[]', 'accepted', ${after(-60)})`.execute(
      tx,
    )
  })
  const lines = () =>
    db
      .selectFrom('booking_lines')
      .select(['position', 'kind', 'rate_cents', 'extra', 'name', 'minutes', 'amount_cents'])
      .where('booking_id', '=', harness.id)
      .execute()
  const end = after(120)
  end.setUTCFullYear(end.getUTCFullYear() + 7)
  harness.now = end
  await deleteOldReceipts(harness.server.context)
  expect(await lines()).toHaveLength(2)
  harness.now = new Date(+end + 1)
  for (let run = 0; run < 2; run += 1) await deleteOldReceipts(harness.server.context)
  const labour = { position: 0, kind: 'labour', rate_cents: 6500, extra: null, name: null }
  expect(await lines()).toEqual([{ ...labour, minutes: 120, amount_cents: 13_000 }])
  await settleHours(harness.server.context)
  for (const table of ['booking_hours', 'receipts', 'booking_changes'] as const) {
    const rows = await db.selectFrom(table).select('booking_id').execute()
    expect(rows.filter(({ booking_id }) => booking_id === harness.id)).toEqual([])
  }
  expect(await settlements()).toBe(1)
})
