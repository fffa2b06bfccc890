// rule: settle-hours, actual-hours, answer-hours, receipt, payment-record, receipts-of-year, receipts-csv, hours-notices
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { completeBookings } from '../bookings/booking-jobs.ts'
import { hashPassword } from '../identity/passwords.ts'
import { loadSendableNotice } from '../notifications/notice-topics.ts'
import { notifyOfVisit } from '../notifications/visit-notices.ts'
import { moveProblems } from '../problems/problem-jobs.ts'
import { insertBooking, move, requestBooking } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { deleteOldReceipts, settleHours } from './hour-jobs.ts'

const PASSWORD = 'Correct-Horse-7'

let server: TestServer
/** The visit is on December 1, from 9:00 to 11:00 in Austin, for $65 an hour. */
const START = new Date('2026-12-01T15:00:00Z')
const after = (minutes: number) => new Date(+START + minutes * 60_000)
const DAY = 24 * 60
let now = START
let client: { id: string }
let pro: { id: string }
let asClient: Caller
let asPro: Caller
let id: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = new Date('2026-11-20T16:00:00Z')
  client = await buildClient(server, { first_name: 'Emma', last_name: 'Stone' })
  pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  asClient = await as(server, client)
  asPro = await as(server, pro)
  id = await accepted()
  now = START
})

async function accepted(facts: Record<string, unknown> = {}): Promise<string> {
  const booking = await requestBooking(server, client, pro, facts)
  await move(server, pro, booking, 'accepted')
  return booking
}
const finish = (facts: object = {}) =>
  asPro.post(`/api/bookings/${id}/stages`, { stage: 'finished', ...facts })
const press = (stage: string) => asPro.post(`/api/bookings/${id}/stages`, { stage })
const answer = (caller: Caller, body: object) => caller.put(`/api/bookings/${id}/hours`, body)
const visit = async (caller = asClient) =>
  (await caller.get(`/api/bookings/${id}/visit`)).body.visit
const mayAnswer = async () =>
  (await asClient.get(`/api/bookings/${id}`)).body.booking.may_answer_hours
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const settlements = async () =>
  (
    await server.db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', id)
      .where('kind', '=', 'visit.hours_settled')
      .execute()
  ).length

test('more time than booked waits for the client, and their yes makes it due in every answer', async () => {
  now = after(165)
  const { hours, may, receipt } = (await finish({ actual_minutes: 165 })).body.visit
  expect(hours).toEqual({
    booked_minutes: 120,
    actual_minutes: 165,
    billed_minutes: 165,
    state: 'waiting',
    by: 'professional',
    answer_until: after(165 + DAY).toISOString(),
    lines: [{ kind: 'labour', hours: 2.75, rate: 65, amount: 178.75 }],
    final_amount: 178.75,
  })
  expect([may.includes('answer_hours'), may.includes('record_payment'), receipt]).toEqual([
    true,
    false,
    null,
  ])
  expect(await mayAnswer()).toBe(true)
  expect(answerOf(await asClient.get(`/api/bookings/${id}/receipt`))).toBe('409 receipt_not_ready')
  const said = await answer(asClient, { answer: 'yes' })
  expect(said.body.hours).toMatchObject({
    state: 'settled',
    by: 'client',
    final_amount: 178.75,
    answer_until: null,
  })
  expect(await answer(asClient, { answer: 'yes' })).toMatchObject({ status: 200, body: said.body })
  expect(answerOf(await answer(asClient, { answer: 'no' }))).toBe('409 hours_settled')
  expect(await mayAnswer()).toBe(false)
  expect(await settlements()).toBe(1)
  expect((await asClient.get(`/api/bookings/${id}`)).body.booking).toMatchObject({
    final_amount: 178.75,
    total_amount: 130,
  })
  expect((await asPro.get(`/api/professional/dashboard/${pro.id}`)).body).toMatchObject({
    earnings: { booked: 178.75, completed: 0 },
    recent_bookings: [{ final_amount: 178.75 }],
  })
  const thread = (await asClient.get(`/api/chat/messages/${client.id}/${pro.id}`)).body.messages
  expect(thread.at(-1).booking).toMatchObject({ final_amount: 178.75 })
})

test('no answer, a no, and the time since the start settle the hours', async () => {
  now = after(0)
  await press('started')
  now = after(173)
  const { hours } = (await finish()).body.visit
  expect(hours).toMatchObject({ actual_minutes: 180, state: 'waiting', final_amount: 195 })
  now = after(173 + DAY)
  expect(answerOf(await answer(asClient, { answer: 'yes' }))).toBe('409 hours_settled')
  await Promise.all([settleHours(server.context), settleHours(server.context)])
  await settleHours(server.context)
  expect((await visit()).hours).toMatchObject({
    state: 'settled',
    by: 'clock',
    final_amount: 130,
    billed_minutes: 180,
  })
  expect(await settlements()).toBe(1)

  now = new Date('2026-11-20T16:00:00Z')
  id = await accepted({ booking_date: '2026-12-02' })
  now = new Date('2026-12-02T18:00:00Z')
  await finish()
  expect((await answer(asClient, { answer: 'no' })).body.hours).toMatchObject({
    by: 'client',
    final_amount: 130,
  })
  expect(answerOf(await answer(asClient, { answer: 'yes' }))).toBe('409 hours_settled')
})

test('a shorter visit is settled at once, and a completed one as it was booked', async () => {
  now = after(100)
  expect((await finish({ actual_minutes: 90 })).body.visit).toMatchObject({
    hours: { state: 'settled', by: 'professional', final_amount: 97.5, answer_until: null },
    may: expect.arrayContaining(['record_payment', 'undo']),
    receipt: expect.stringMatching(/^V-\d+$/),
  })
  await asPro.delete(`/api/bookings/${id}/stages/finished`)
  expect(await visit()).toMatchObject({ hours: null, receipt: null })
  await move(server, pro, id, 'completed')
  expect((await visit()).hours).toMatchObject({
    actual_minutes: null,
    by: 'clock',
    final_amount: 130,
  })
  await finish({ actual_minutes: 165 })
  expect((await visit()).hours).toMatchObject({
    actual_minutes: 165,
    billed_minutes: 165,
    final_amount: 130,
  })
  expect((await asPro.get(`/api/professional/dashboard/${pro.id}`)).body.earnings).toEqual({
    booked: 130,
    completed: 130,
  })
})

test('a late press lowers the hours of a completed visit', async () => {
  now = after(120 + DAY)
  await completeBookings(server.context)
  await settleHours(server.context)
  expect((await visit()).hours).toMatchObject({ by: 'clock', final_amount: 130 })
  await Promise.all([finish({ actual_minutes: 75 }), settleHours(server.context)])
  expect((await visit()).hours).toMatchObject({ by: 'professional', final_amount: 81.25 })
})

test('a late press that changes nothing of what is due is not told again', async () => {
  now = after(120 + DAY)
  await completeBookings(server.context)
  await settleHours(server.context)
  const { receipt } = await visit()
  const { hours } = (await finish({ actual_minutes: 120 })).body.visit
  expect(hours).toMatchObject({ actual_minutes: 120, by: 'professional', final_amount: 130 })
  expect(await settlements()).toBe(1)
  expect((await visit()).receipt).toBe(receipt)
})

test('the professional lowers the hours while they wait, never raises them', async () => {
  now = after(165)
  await finish({ actual_minutes: 165 })
  const says = (actual_minutes: number) => answer(asPro, { actual_minutes })
  expect(answerOf(await says(180))).toBe('422 invalid_input')
  expect((await says(165)).body.hours).toMatchObject({ actual_minutes: 165, state: 'waiting' })
  expect((await says(150)).body.hours).toMatchObject({
    actual_minutes: 150,
    state: 'waiting',
    final_amount: 162.5,
  })
  const settled = await says(105)
  expect(settled.body.hours).toMatchObject({
    state: 'settled',
    by: 'professional',
    final_amount: 113.75,
  })
  expect((await says(105)).body).toEqual(settled.body)
  expect(answerOf(await says(90))).toBe('409 hours_settled')
  expect(answerOf(await answer(asClient, { answer: 'yes' }))).toBe('409 hours_settled')
})

test('an answer counts for the amount that the client read, and no other', async () => {
  now = after(165)
  await finish({ actual_minutes: 165 })
  await asPro.delete(`/api/bookings/${id}/stages/finished`)
  await finish({ actual_minutes: 960 })
  const waiting = await visit()
  expect(waiting.hours).toMatchObject({ state: 'waiting', final_amount: 1040 })
  for (const said of ['yes', 'no']) {
    const stale = await answer(asClient, { answer: said, final_amount: 178.75 })
    expect(answerOf(stale)).toBe('409 hours_changed')
  }
  expect(await visit()).toEqual(waiting)
  expect(await settlements()).toBe(0)
  const no = { answer: 'no', final_amount: 1040 }
  const { hours } = (await answer(asClient, no)).body
  expect(hours).toMatchObject({ state: 'settled', by: 'client', final_amount: 130 })
  expect((await answer(asClient, no)).body).toEqual({ hours })
})

test('refusals of hours are in their order, and write nothing', async () => {
  const other = await as(server, await buildClient(server))
  expect(answerOf(await answer(asClient, { answer: 'yes' }))).toBe('409 hours_settled')
  expect(answerOf(await answer(asPro, { answer: 'yes' }))).toBe('403 clients_only')
  expect(answerOf(await answer(asClient, { actual_minutes: 60 }))).toBe(
    '403 only_professional_updates',
  )
  expect(answerOf(await answer(other, { answer: 'yes' }))).toBe('404 booking_not_found')
  for (const body of [
    {},
    { answer: 'perhaps' },
    { answer: 'yes', actual_minutes: 60 },
    { final_amount: 130, actual_minutes: 60 },
    { actual_minutes: 50 },
  ]) {
    expect(answerOf(await answer(asPro, body))).toBe('422 invalid_input')
  }
  for (const actual_minutes of [0, 10, 975, 60.5]) {
    expect(answerOf(await finish({ actual_minutes }))).toBe('422 invalid_input')
  }
  expect(await visit()).toMatchObject({ stage: null, hours: null })
})

test('one of two answers and an undo wins, and no undo takes an answered press back', async () => {
  now = after(165)
  await finish({ actual_minutes: 165 })
  const said = await Promise.all([
    answer(asClient, { answer: 'yes' }),
    answer(asClient, { answer: 'no' }),
    answer(asClient, { answer: 'yes' }),
    asPro.delete(`/api/bookings/${id}/stages/finished`),
  ])
  const { hours } = await visit()
  const codes = said.map(answerOf)
  const undone = [...Array<string>(3).fill('409 hours_settled'), '200']
  const isAnswered = hours !== null && codes[3] === '409 stage_undo_over'
  expect(isAnswered || codes.join() === undone.join()).toBe(true)
  expect(await settlements()).toBe(hours === null ? 0 : 1)
})

test('either the yes of the client or the scheduled job settles hours at their deadline', async () => {
  now = after(165)
  await finish({ actual_minutes: 165 })
  const atDeadline = { ...server.context, clock: { now: () => after(165 + DAY) } }
  const [said] = await Promise.all([answer(asClient, { answer: 'yes' }), settleHours(atDeadline)])
  expect((await visit()).hours).toMatchObject(
    said.status === 200
      ? { by: 'client', final_amount: 178.75 }
      : { by: 'clock', final_amount: 130 },
  )
  expect(await settlements()).toBe(1)
})

test('an undecided no-show settles nothing; once it stands nothing is due, once it is withdrawn all is', async () => {
  now = after(40)
  await press('arrived')
  now = after(80)
  await finish({ actual_minutes: 60 })
  await asPro.post(`/api/bookings/${id}/contact-log`, { way: 'call' })
  const report = () =>
    asPro.post(`/api/bookings/${id}/problems`, {
      kind: 'no_show',
      statement: 'Nobody opened the door.',
    })
  const { problem } = (await report()).body
  expect(await visit()).toMatchObject({
    hours: { state: 'waiting', answer_until: null, final_amount: 130 },
    receipt: null,
  })
  expect(await mayAnswer()).toBe(false)
  now = after(120 + DAY)
  await completeBookings(server.context)
  await settleHours(server.context)
  expect(await visit()).toMatchObject({ outcome: null, hours: { state: 'waiting' } })
  expect(answerOf(await answer(asClient, { answer: 'yes' }))).toBe('409 hours_settled')
  await asPro.put(`/api/problems/${problem.id}/close`, { outcome: 'withdrawn' })
  expect(await visit()).toMatchObject({
    outcome: 'kept',
    hours: { state: 'settled', final_amount: 65 },
  })

  now = after(119 + DAY)
  await report()
  now = after(120 + 5 * DAY)
  await moveProblems(server.context)
  expect(await visit()).toMatchObject({
    outcome: 'no_show_client',
    hours: { state: 'settled', lines: [], final_amount: 0 },
    receipt: null,
  })
  expect(answerOf(await asPro.get(`/api/bookings/${id}/receipt`))).toBe('409 receipt_not_ready')
  expect(answerOf(await asPro.put(`/api/bookings/${id}/payment`, { method: 'cash' }))).toBe(
    '409 receipt_not_ready',
  )
})

test('finishing and taking it back again and again tells nobody: a settlement is told once it stands', async () => {
  now = after(100)
  await finish({ actual_minutes: 90 })
  const { rows } = await sql<{ run_at: Date }>`
    select jobs.run_at from graphile_worker.jobs join graphile_worker._private_jobs using (id)
    where task_identifier = 'notify-visit' and payload ->> 'event_id' = (
      select event_id::text from booking_hours where booking_id = ${id})`.execute(server.db)
  expect(rows).toEqual([{ run_at: after(105) }])
})

// rule: booking-moves, account-export
test('a visit whose work is done early is not cancelled by its sides; without one it costs nothing', async () => {
  now = after(-60)
  await finish({ actual_minutes: 90 })
  const before = await visit()
  expect(before.receipt).toMatch(/^V-/)
  for (const side of [client, pro]) {
    const refused = await move(server, side, id, 'cancelled', 'Plans changed')
    expect(answerOf(refused)).toBe('409 booking_started')
  }
  expect(await visit()).toEqual(before)
  expect((await asClient.get(`/api/bookings/${id}`)).body.booking.may).toEqual([])
  now = after(-50)
  // rule: hours-notices
  const isSettlement = (title: string) => title.startsWith('The hours are settled')
  expect((await titles(client)).filter(isSettlement)).toHaveLength(1)
  // As the deletion of an account does it, or an operator.
  await server.db.updateTable('bookings').set(CANCELLED).where('id', '=', id).execute()
  expect(await visit()).toMatchObject({ hours: null, receipt: null })
  expect((await titles(client)).filter(isSettlement)).toEqual([])
  expect(answerOf(await asClient.get(`/api/bookings/${id}/receipt`))).toBe('409 receipt_not_ready')
  const year = (await asPro.get(`/api/professional/receipts/${pro.id}?year=2026`)).body
  expect(year).toEqual({ receipts: [], total: 0 })
  expect((await asClient.get(`/api/bookings/${id}`)).body.booking.final_amount).toBeNull()
  const password_hash = await hashPassword(PASSWORD)
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', pro.id).execute()
  const own = await asPro.get(`/api/users/${pro.id}/export`, {
    [CURRENT_PASSWORD_HEADER]: PASSWORD,
  })
  expect([own.status, own.body.visit_receipts]).toEqual([200, []])
})

const CANCELLED = {
  status: 'cancelled',
  cancelled_by: 'client',
  cancelled_at: after(-60),
  reason: 'Plans changed',
}

test("the notice of 'finished' asks about more time than booked, with the deadline, until it is answered or over", async () => {
  now = after(165)
  await finish({ actual_minutes: 165 })
  await notifyAll()
  const { id: noticeId } = await server.db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'visit.finished')
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow()
  const letter = async () => (await loadSendableNotice(server.context, noticeId, 'email'))!.text
  const bell = async () => {
    const { notices } = (await asClient.get('/api/notices')).body
    return notices.find((notice: { id: string }) => notice.id === noticeId).text
  }
  const asked =
    'Grace Walker Cleaning has finished your visit. It took longer than you booked: do you pay the extra time? Please answer by Wed, Dec 2, 11:45 AM. Without an answer you pay what was booked.'
  expect(await letter()).toMatchObject({
    title: 'Grace Walker Cleaning has finished',
    sentence: asked,
  })
  expect(await bell()).toBe(asked)
  const plain = 'Grace Walker Cleaning has finished your visit.'
  now = after(165 + DAY)
  expect([(await letter()).sentence, await bell()]).toEqual([plain, plain])
  now = after(170)
  await answer(asClient, { answer: 'no' })
  expect([(await letter()).sentence, await bell()]).toEqual([plain, plain])
})

test('the notice of settled hours names what is due, its letter lists the lines, and an undo takes it back', async () => {
  now = after(100)
  await finish({ actual_minutes: 90 })
  expect((await titles(client))[0]).toBe('The hours are settled: $97.50')
  expect(await titles(pro)).toContain('The hours are settled: $97.50')
  const { id: noticeId } = await server.db
    .selectFrom('notices')
    .select('id')
    .where('kind', '=', 'visit.hours_settled')
    .where('user_id', '=', client.id)
    .executeTakeFirstOrThrow()
  await server.db.updateTable('users').set({ language: 'pt' }).where('id', '=', client.id).execute()
  const { facts } = (await loadSendableNotice(server.context, noticeId, 'email'))!.text
  // Money in Portuguese has a space that does not break.
  const text = facts.map((fact) => fact.join(': ').replaceAll('\u00a0', ' '))
  expect(text).toContain('1,5 h × US$ 65,00: US$ 97,50')
  expect(text.at(-1)).toContain('US$ 97,50')
  await asPro.delete(`/api/bookings/${id}/stages/finished`)
  expect(await titles(client)).not.toContain('The hours are settled: $97.50')
})

/** The titles at the bell, once all events of the visit are told. */
async function titles(person: { id: string }): Promise<string[]> {
  await notifyAll()
  const { notices } = (await (await as(server, person)).get('/api/notices')).body
  return notices.map(({ title }: { title: string }) => title)
}

async function notifyAll(): Promise<void> {
  const events = await server.db
    .selectFrom('events')
    .select('id')
    .where('subject_id', '=', id)
    .where('kind', 'like', 'visit.%')
    .orderBy('id')
    .execute()
  for (const { id: event_id } of events) await notifyOfVisit(server.context, { event_id })
}

test('the receipt has no street, and each side records how it was paid', async () => {
  now = after(100)
  await finish({ actual_minutes: 90 })
  const { receipt } = (await asClient.get(`/api/bookings/${id}/receipt`)).body
  expect(receipt).toEqual({
    booking_id: id,
    number: expect.stringMatching(/^V-\d+$/),
    professional_name: 'Grace Walker',
    client_name: 'Emma Stone',
    booking_date: '2026-12-01',
    service_type: 'standard',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    lines: [{ kind: 'labour', hours: 1.5, rate: 65, amount: 97.5 }],
    final_amount: 97.5,
    payment: { client: null, professional: null },
  })
  expect((await asPro.get(`/api/bookings/${id}/receipt`)).body.receipt).toEqual(receipt)
  const pay = (caller: Caller, body: object) => caller.put(`/api/bookings/${id}/payment`, body)
  for (const body of [{ method: 'gold' }, {}, { method: 'cash', paid_on: '2026-12-02' }]) {
    expect(answerOf(await pay(asClient, body))).toBe('422 invalid_input')
  }
  await pay(asClient, { method: 'cash', paid_on: '2026-11-30' })
  expect((await pay(asPro, { method: 'card' })).body.receipt.payment).toEqual({
    client: { method: 'cash', paid_on: '2026-11-30' },
    professional: { method: 'card', paid_on: '2026-12-01' },
  })
  expect(answerOf(await asPro.delete(`/api/bookings/${id}/stages/finished`))).toBe(
    '409 stage_undo_over',
  )
  expect((await visit(asPro)).may).not.toContain('undo')
  await pay(asClient, { method: null })
  const paid = (await asClient.get(`/api/bookings/${id}/receipt`)).body.receipt.payment
  expect(paid.client).toBeNull()
  const other = await as(server, await buildClient(server))
  expect(answerOf(await other.get(`/api/bookings/${id}/receipt`))).toBe('404 booking_not_found')
  expect(answerOf(await pay(other, { method: 'cash' }))).toBe('404 booking_not_found')
})

const winterVisit = (booking_date: string) => ({
  booking_date,
  starts_at: `${booking_date}T15:00:00Z`,
  ends_at: `${booking_date}T17:00:00Z`,
  expires_at: `${booking_date}T15:00:00Z`,
})

test('the receipts of a year and their table have the same sums, and no cell is a formula', async () => {
  const eve = await buildClient(server, { first_name: '=Eve "E"', last_name: 'Fox' })
  await insertBooking(server, eve, pro, winterVisit('2026-02-03'))
  await insertBooking(server, eve, pro, winterVisit('2025-12-31'))
  now = after(100)
  await settleHours(server.context)
  await finish({ actual_minutes: 90 })
  const url = `/api/professional/receipts/${pro.id}`
  const { receipts, total } = (await asPro.get(`${url}?year=2026`)).body
  expect(receipts.map(({ booking_date }: { booking_date: string }) => booking_date)).toEqual([
    '2026-02-03',
    '2026-12-01',
  ])
  expect(total).toBe(227.5)
  expect((await asPro.get(url)).body.total).toBe(227.5)
  expect((await asPro.get(`${url}?year=2025`)).body.total).toBe(130)
  for (const year of ['2019', '2028', 'x']) {
    expect(answerOf(await asPro.get(`${url}?year=${year}`))).toBe('422 invalid_input')
  }
  expect(answerOf(await asClient.get(`${url}?year=2026`))).toBe('403 not_yours')
  const table = await asPro.get(`${url}/csv?year=2026`)
  expect(table.headers['content-type']).toMatch(/^text\/csv/)
  const number = receipts[0].number
  expect(table.body.split('\r\n').slice(0, 2)).toEqual([
    '\uFEFF"receipt","date","client","city","state","service","hours","labour","extras","supplies","discount","total","paid_by_client","paid_by_professional"',
    `"${number}","2026-02-03","'=Eve ""E"" Fox","Austin","TX","standard","2","130.00","0.00","0.00","0.00","130.00","",""`,
  ])
})

test('after two settled visits a home is estimated by the median of its labour times', async () => {
  const { id: home_id } = (
    await asClient.post('/api/homes', {
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
      kind: 'house',
      bedrooms: 1,
      bathrooms: 1,
    })
  ).body.home
  for (const [day, minutes] of [
    ['2026-12-02', 90],
    ['2026-12-03', 105],
  ] as const) {
    now = new Date('2026-11-20T16:00:00Z')
    id = await accepted({ booking_date: day, home_id })
    expect((await quoted(home_id)).source).toBe('formula')
    now = new Date(`${day}T17:00:00Z`)
    await finish({ actual_minutes: minutes })
  }
  expect(await quoted(home_id)).toMatchObject({
    source: 'home',
    visits: 2,
    minutes: 98,
    parts: [{ what: 'home', count: 2, minutes: 98 }],
  })
  const { usual } = (await asClient.get(`/api/homes/${home_id}`)).body.home
  expect(usual).toEqual([{ service_type: 'standard', visits: 2, median_minutes: 98 }])
})

const quoted = async (home_id: string) =>
  (
    await asClient.post('/api/bookings/quote', {
      professional_id: pro.id,
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      home_id,
    })
  ).body.estimate

test('what was settled above holds the invariants', async () => {
  now = after(10 * DAY)
  await settleHours(server.context)
  expect(await findBroken(server)).toEqual({})
})

// rule: receipts-forgotten, account-deletion
test('hours and receipts outlive an account without its name, and are deleted after 7 years', async () => {
  const password_hash = await hashPassword(PASSWORD)
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', client.id).execute()
  now = after(100)
  await finish({ actual_minutes: 90 })
  now = after(200)
  await completeBookings(server.context)
  const left = await asClient.delete(`/api/users/${client.id}`, {
    [CURRENT_PASSWORD_HEADER]: PASSWORD,
  })
  expect(left.status).toBe(200)
  const { receipts } = (await asPro.get(`/api/professional/receipts/${pro.id}`)).body
  expect(receipts).toMatchObject([{ client_name: 'Deleted user', final_amount: 97.5 }])
  now = new Date(+after(120) + 7 * 366 * DAY * 60_000)
  await deleteOldReceipts(server.context)
  await settleHours(server.context)
  for (const table of ['booking_hours', 'receipts'] as const) {
    const rows = await server.db.selectFrom(table).select('booking_id').execute()
    expect(rows.filter(({ booking_id }) => booking_id === id)).toEqual([])
  }
  expect(await settlements()).toBe(1)
})
