// rule: settle-hours, actual-hours, answer-hours, receipt, payment-record, receipts-of-year, receipts-csv, hours-notices
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeBookings } from '../bookings/booking-jobs.ts'
import { moveProblems } from '../problems/problem-jobs.ts'
import { move, requestBooking } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { settleHours } from './hour-jobs.ts'

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
afterAll(async () => {
  expect(await findBroken(server)).toEqual({})
  await server.close()
})
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
    { actual_minutes: 50 },
  ]) {
    expect(answerOf(await answer(asPro, body))).toBe('422 invalid_input')
  }
  for (const actual_minutes of [0, 10, 975, 60.5]) {
    expect(answerOf(await finish({ actual_minutes }))).toBe('422 invalid_input')
  }
  expect(await visit()).toMatchObject({ stage: null, hours: null })
})

test('one of two answers and the clock wins, and an undo never takes an answered press back', async () => {
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
  if (hours === null) expect(codes).toEqual([...Array(3).fill('409 hours_settled'), '200'])
  else expect(codes[3]).toBe('409 stage_undo_over')
  expect(await settlements()).toBe(hours === null ? 0 : 1)
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
    hours: { state: 'waiting', answer_until: null },
    receipt: null,
  })
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
