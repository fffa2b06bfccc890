// rule: settle-hours
import { expect, test } from 'vitest'
import { completeBookings } from '../lists/booking-jobs.ts'
import { moveProblems } from '#server/visits/problems/problem-jobs.ts'
import { move } from '#server/test/builders/booking.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { after, DAY, hoursHarness } from '#server/test/harness/hours-harness.ts'
import { queuedJobs } from '#server/test/queue.ts'
import { settleHours } from './hour-jobs.ts'

const {
  harness,
  accepted,
  finish,
  press,
  answer,
  visit,
  mayAnswer,
  answerOf,
  settlements,
  brokenInvariants,
} = hoursHarness()

/** A press that waited on the phone since before the completion. */
const queued = () => ({
  pressed_at: after(90).toISOString(),
  sent_at: harness.now.toISOString(),
})

test('more time than booked waits for the client, and their yes makes it due in every answer', async () => {
  harness.now = after(165)
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
  harness.now = after(165 + DAY)
  expect(await mayAnswer()).toBe(false)
  harness.now = new Date(+after(165 + DAY) - 1)
  expect(await mayAnswer()).toBe(true)
  expect(answerOf(await harness.asClient.get(`/api/bookings/${harness.id}/receipt`))).toBe(
    '409 receipt_not_ready',
  )
  const said = await answer(harness.asClient, { answer: 'yes' })
  expect(said.body.hours).toMatchObject({
    state: 'settled',
    by: 'client',
    final_amount: 178.75,
    answer_until: null,
  })
  expect(await answer(harness.asClient, { answer: 'yes' })).toMatchObject({
    status: 200,
    body: said.body,
  })
  expect(answerOf(await answer(harness.asClient, { answer: 'no' }))).toBe('409 hours_settled')
  expect(await mayAnswer()).toBe(false)
  expect(await settlements()).toBe(1)
  expect((await harness.asClient.get(`/api/bookings/${harness.id}`)).body.booking).toMatchObject({
    final_amount: 178.75,
    total_amount: 130,
  })
  expect(
    (await harness.asPro.get(`/api/professional/dashboard/${harness.pro.id}`)).body,
  ).toMatchObject({
    earnings: { booked: 178.75, completed: 0 },
    recent_bookings: [{ final_amount: 178.75 }],
  })
  const thread = (
    await harness.asClient.get(`/api/chat/messages/${harness.client.id}/${harness.pro.id}`)
  ).body.messages
  expect(thread.at(-1).booking).toMatchObject({ final_amount: 178.75 })
})

test('no answer, a no, and the time since the start settle the hours', async () => {
  harness.now = after(0)
  await press('started')
  harness.now = after(173)
  const { hours } = (await finish()).body.visit
  expect(hours).toMatchObject({ actual_minutes: 180, state: 'waiting', final_amount: 195 })
  harness.now = after(173 + DAY)
  expect(answerOf(await answer(harness.asClient, { answer: 'yes' }))).toBe('409 hours_settled')
  await Promise.all([settleHours(harness.server.context), settleHours(harness.server.context)])
  await settleHours(harness.server.context)
  expect((await visit()).hours).toMatchObject({
    state: 'settled',
    by: 'clock',
    final_amount: 130,
    billed_minutes: 180,
  })
  expect(await settlements()).toBe(1)

  harness.now = new Date('2026-11-20T16:00:00Z')
  harness.id = await accepted({ booking_date: '2026-12-02' })
  harness.now = new Date('2026-12-02T18:00:00Z')
  await finish()
  expect((await answer(harness.asClient, { answer: 'no' })).body.hours).toMatchObject({
    by: 'client',
    final_amount: 130,
  })
  expect(answerOf(await answer(harness.asClient, { answer: 'yes' }))).toBe('409 hours_settled')
})

test('a shorter visit is settled at once, and a completed one as it was booked', async () => {
  harness.now = after(100)
  expect((await finish({ actual_minutes: 90 })).body.visit).toMatchObject({
    hours: { state: 'settled', by: 'professional', final_amount: 97.5, answer_until: null },
    may: expect.arrayContaining(['record_payment', 'undo']),
    receipt: expect.stringMatching(/^V-\d+$/),
  })
  await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`)
  expect(await visit()).toMatchObject({ hours: null, receipt: null })
  await move(harness.server, harness.pro, harness.id, 'completed')
  expect((await visit()).hours).toMatchObject({
    actual_minutes: null,
    by: 'clock',
    final_amount: 130,
  })
  await finish({ actual_minutes: 165, ...queued() })
  expect((await visit()).hours).toMatchObject({
    actual_minutes: 165,
    billed_minutes: 165,
    final_amount: 130,
  })
  expect(
    (await harness.asPro.get(`/api/professional/dashboard/${harness.pro.id}`)).body.earnings,
  ).toEqual({
    booked: 130,
    completed: 130,
    week_booked: 130,
    week_completed: 130,
  })
})

test('a late press lowers the hours of a completed visit', async () => {
  harness.now = after(120 + DAY)
  await completeBookings(harness.server.context)
  await settleHours(harness.server.context)
  expect((await visit()).hours).toMatchObject({ by: 'clock', final_amount: 130 })
  await Promise.all([
    finish({ actual_minutes: 75, ...queued() }),
    settleHours(harness.server.context),
  ])
  expect((await visit()).hours).toMatchObject({ by: 'professional', final_amount: 81.25 })
})

test('a late press that changes nothing of what is due is not told again', async () => {
  harness.now = after(120 + DAY)
  await completeBookings(harness.server.context)
  await settleHours(harness.server.context)
  const { receipt } = await visit()
  const { hours } = (await finish({ actual_minutes: 120, ...queued() })).body.visit
  expect(hours).toMatchObject({ actual_minutes: 120, by: 'professional', final_amount: 130 })
  expect(await settlements()).toBe(1)
  expect((await visit()).receipt).toBe(receipt)
})

test('the professional lowers the hours while they wait, never raises them', async () => {
  harness.now = after(165)
  await finish({ actual_minutes: 165 })
  const says = (actual_minutes: number) => answer(harness.asPro, { actual_minutes })
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
  expect(answerOf(await answer(harness.asClient, { answer: 'yes' }))).toBe('409 hours_settled')
})

test('an answer counts for the amount that the client read, and no other', async () => {
  harness.now = after(165)
  await finish({ actual_minutes: 165 })
  await harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`)
  await finish({ actual_minutes: 960 })
  const waiting = await visit()
  expect(waiting.hours).toMatchObject({ state: 'waiting', final_amount: 1040 })
  for (const said of ['yes', 'no']) {
    const stale = await answer(harness.asClient, { answer: said, final_amount: 178.75 })
    expect(answerOf(stale)).toBe('409 hours_changed')
  }
  expect(await visit()).toEqual(waiting)
  expect(await settlements()).toBe(0)
  const no = { answer: 'no', final_amount: 1040 }
  const { hours } = (await answer(harness.asClient, no)).body
  expect(hours).toMatchObject({ state: 'settled', by: 'client', final_amount: 130 })
  expect((await answer(harness.asClient, no)).body).toEqual({ hours })
})

test('refusals of hours are in their order, and write nothing', async () => {
  const other = await as(harness.server, await buildClient(harness.server))
  expect(answerOf(await answer(harness.asClient, { answer: 'yes' }))).toBe('409 hours_settled')
  expect(answerOf(await answer(harness.asPro, { answer: 'yes' }))).toBe('403 clients_only')
  expect(answerOf(await answer(harness.asClient, { actual_minutes: 60 }))).toBe(
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
    expect(answerOf(await answer(harness.asPro, body))).toBe('422 invalid_input')
  }
  for (const actual_minutes of [0, 10, 975, 60.5]) {
    expect(answerOf(await finish({ actual_minutes }))).toBe('422 invalid_input')
  }
  expect(await visit()).toMatchObject({ stage: null, hours: null })
})

test('one of two answers and an undo wins, and no undo takes an answered press back', async () => {
  harness.now = after(165)
  await finish({ actual_minutes: 165 })
  const said = await Promise.all([
    answer(harness.asClient, { answer: 'yes' }),
    answer(harness.asClient, { answer: 'no' }),
    answer(harness.asClient, { answer: 'yes' }),
    harness.asPro.delete(`/api/bookings/${harness.id}/stages/finished`),
  ])
  const { hours } = await visit()
  const codes = said.map(answerOf)
  const undone = [...Array<string>(3).fill('409 hours_settled'), '200']
  const isAnswered = hours !== null && codes[3] === '409 stage_undo_over'
  expect(isAnswered || codes.join() === undone.join()).toBe(true)
  expect(await settlements()).toBe(hours === null ? 0 : 1)
})

test('either the yes of the client or the scheduled job settles hours at their deadline', async () => {
  harness.now = after(165)
  await finish({ actual_minutes: 165 })
  const atDeadline = { ...harness.server.context, clock: { now: () => after(165 + DAY) } }
  const [said] = await Promise.all([
    answer(harness.asClient, { answer: 'yes' }),
    settleHours(atDeadline),
  ])
  expect((await visit()).hours).toMatchObject(
    said.status === 200
      ? { by: 'client', final_amount: 178.75 }
      : { by: 'clock', final_amount: 130 },
  )
  expect(await settlements()).toBe(1)
})

test('an undecided no-show settles nothing; once it stands nothing is due, once it is withdrawn all is', async () => {
  harness.now = after(40)
  await press('arrived')
  harness.now = after(80)
  await finish({ actual_minutes: 60 })
  await harness.asPro.post(`/api/bookings/${harness.id}/contact-log`, { way: 'call' })
  const report = () =>
    harness.asPro.post(`/api/bookings/${harness.id}/problems`, {
      kind: 'no_show',
      statement: 'Nobody opened the door.',
    })
  const { problem } = (await report()).body
  expect(await visit()).toMatchObject({
    hours: { state: 'waiting', answer_until: null, final_amount: 130 },
    receipt: null,
  })
  expect(await mayAnswer()).toBe(false)
  harness.now = after(120 + DAY)
  await completeBookings(harness.server.context)
  await settleHours(harness.server.context)
  expect(await visit()).toMatchObject({ outcome: null, hours: { state: 'waiting' } })
  expect(answerOf(await answer(harness.asClient, { answer: 'yes' }))).toBe('409 hours_settled')
  await harness.asPro.put(`/api/problems/${problem.id}/close`, { outcome: 'withdrawn' })
  expect(await visit()).toMatchObject({
    outcome: 'kept',
    hours: { state: 'settled', final_amount: 65 },
  })

  harness.now = after(119 + DAY)
  await report()
  harness.now = after(120 + 5 * DAY)
  await moveProblems(harness.server.context)
  expect(await visit()).toMatchObject({
    outcome: 'no_show_client',
    hours: { state: 'settled', lines: [], final_amount: 0 },
    receipt: null,
  })
  expect(answerOf(await harness.asPro.get(`/api/bookings/${harness.id}/receipt`))).toBe(
    '409 receipt_not_ready',
  )
  expect(
    answerOf(await harness.asPro.put(`/api/bookings/${harness.id}/payment`, { method: 'cash' })),
  ).toBe('409 receipt_not_ready')
})

test('finishing and taking it back again and again tells nobody: a settlement is told once it stands', async () => {
  harness.now = after(100)
  await finish({ actual_minutes: 90 })
  const { event_id } = await harness.server.db
    .selectFrom('booking_hours')
    .select('event_id')
    .where('booking_id', '=', harness.id)
    .executeTakeFirstOrThrow()
  const jobs = await queuedJobs(harness.server.db, 'notify-visit')
  const settled = jobs.filter(({ payload }) => payload.event_id === event_id)
  expect(settled.map(({ run_at }) => run_at)).toEqual([after(105)])
})

// rule: booking-moves
test('a visit whose work is done early is not cancelled by its sides, and the database refuses it too', async () => {
  harness.now = after(-60)
  await finish({ actual_minutes: 90 })
  const before = await visit()
  expect(before.receipt).toMatch(/^V-/)
  for (const side of [harness.client, harness.pro]) {
    const refused = await move(harness.server, side, harness.id, 'cancelled', 'Plans changed')
    expect(answerOf(refused)).toBe('409 booking_started')
  }
  expect(await visit()).toEqual(before)
  expect((await harness.asClient.get(`/api/bookings/${harness.id}`)).body.booking.may).toEqual([])
  const cancelled = harness.server.db
    .updateTable('bookings')
    .set({ status: 'cancelled', cancelled_by: 'client' })
    .where('id', '=', harness.id)
    .execute()
  await expect(cancelled).rejects.toThrow('bookings_cancelled_free')
})

test('what was settled above holds the invariants', async () => {
  expect(await brokenInvariants()).toEqual({})
})
