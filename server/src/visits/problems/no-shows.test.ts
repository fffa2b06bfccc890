// rule: no-show, problem-moves
import { decideProblemByOperator } from '#server/test/builders/by-operator.ts'
import { describe, expect, test } from 'vitest'
import { settleHours } from '#server/bookings/hours/hour-jobs.ts'
import { JOBS } from '#server/jobs.ts'
import { requestBooking, rowCounts } from '#server/test/builders/booking.ts'
import { findBroken } from '#server/test/invariants.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import {
  START,
  END,
  HOUR_MS,
  after,
  STATEMENT,
  problemsHarness,
} from '#server/test/harness/problems-harness.ts'
import { completeBookings } from '#server/bookings/lists/booking-jobs.ts'
import { moveProblems } from './problem-jobs.ts'

const { harness, send, report, press, writeMessage, noShowOf, reportedNoShow, leave } =
  problemsHarness()
const read = (person: { id: string }, id: string) => send(person, 'get', `/api/problems/${id}`)

describe('a no-show', () => {
  test('is refused in the order of its rules, and nothing is written', async () => {
    const before = await rowCounts(harness.server)
    const refusals: [person: { id: string }, minutes: number, was: string][] = [
      [harness.client, 29, '409 report_too_early'],
      [harness.client, 24 * 60 + 121, '409 report_too_late'],
      [harness.pro, 24 * 60 + 121, '409 report_too_late'],
      [harness.pro, 30, '409 no_show_not_arrived'],
      [harness.client, 30, '409 no_show_contact_first'],
    ]
    for (const [person, minutes, was] of refusals) {
      harness.now = after(START, minutes)
      expect((await report(person, { kind: 'no_show' })).was).toBe(was)
    }
    expect(await rowCounts(harness.server)).toEqual(before)
    expect(
      await harness.server.db
        .selectFrom('problems')
        .select('id')
        .where('booking_id', '=', harness.booking)
        .execute(),
    ).toEqual([])
    const asked = await requestBooking(harness.server, harness.client, harness.pro, {
      booking_date: '2026-12-20',
    })
    const url = `/api/bookings/${asked}/problems`
    const pending = { kind: 'no_show', statement: STATEMENT }
    expect((await send(harness.client, 'post', url, pending)).was).toBe('409 booking_already_moved')
  })

  test('waits half an hour from the arrival too, and for a message or a call', async () => {
    harness.now = after(START, 10)
    const waits = async (person: { id: string }) => {
      const { visit } = await send(person, 'get', `/api/bookings/${harness.booking}/visit`)
      return visit.no_show && [visit.no_show.waits_for, visit.no_show.tried]
    }
    // The half hour of the professional begins with their arrival, so no time is promised before.
    expect(await waits(harness.pro)).toEqual(['arrival', false])
    expect(await waits(harness.client)).toEqual(['time', false])
    await writeMessage(harness.client)
    expect(await waits(harness.client)).toEqual(['time', true])
    harness.now = after(START, 20)
    await press('arrived')
    expect(await waits(harness.pro)).toEqual(['time', false])
    expect(await waits(harness.client)).toBeNull()
    harness.now = after(START, 49)
    expect((await report(harness.pro, { kind: 'no_show' })).was).toBe('409 report_too_early')
    expect((await report(harness.client, { kind: 'no_show' })).was).toBe('409 no_show_arrived')
    harness.now = after(START, 50)
    expect((await report(harness.pro, { kind: 'no_show' })).was).toBe('409 no_show_contact_first')
    const log = `/api/bookings/${harness.booking}/contact-log`
    expect((await send(harness.client, 'post', log, { way: 'call' })).was).toBe('422 invalid_input')
    await send(harness.pro, 'post', log, { way: 'call' })
    // A second press within a minute is the same attempt.
    expect((await send(harness.pro, 'post', log, { way: 'call' })).contacts).toHaveLength(2)
    // One that had no connection keeps its time. rule: visit-stages
    const pressed = (minutes: number) => ({
      way: 'call',
      pressed_at: after(START, minutes).toISOString(),
      sent_at: harness.now.toISOString(),
    })
    const wrong = await send(harness.pro, 'post', log, pressed(-73 * 60))
    expect(wrong.was).toBe('422 stage_time_invalid')
    await send(harness.pro, 'post', log, pressed(25))
    const { contacts } = await send(harness.pro, 'post', log, pressed(24.1))
    const received_at = harness.now.toISOString()
    const written = after(START, 10).toISOString()
    expect(contacts).toEqual([
      { at: written, received_at: written, by: 'client', way: 'message' },
      { at: after(START, 25).toISOString(), received_at, by: 'professional', way: 'call' },
      { at: received_at, received_at, by: 'professional', way: 'call' },
    ])
    const { problem } = await report(harness.pro, { kind: 'no_show' })
    expect(problem).toMatchObject({
      kind: 'no_show',
      by: 'professional',
      state: 'open',
      answer_until: new Date(+harness.now + 72 * HOUR_MS).toISOString(),
      contacts,
      outcome: null,
      may: ['withdrawn', 'add_photo'],
    })
    expect(await noShowOf()).toBe('undecided')
    // The order of refusals stays: the client's own conditions come first.
    expect((await report(harness.client, { kind: 'no_show' })).was).toBe('409 no_show_arrived')
    expect((await report(harness.pro, { kind: 'no_show' })).was).toBe('409 problem_open')
  })

  test('leaves room for attempts that count, however many were made before', async () => {
    const log = `/api/bookings/${harness.booking}/contact-log`
    const { db } = harness.server
    const pressed = (minutes: number) => ({
      booking_id: harness.booking,
      by: 'professional',
      way: 'call',
      at: after(START, minutes),
    })
    const early = Array.from({ length: 100 }, (_, index) => pressed(-200 + index))
    await db.insertInto('booking_contacts').values(early).execute()
    const count = async (minutes: number) => {
      harness.now = after(START, minutes)
      expect((await send(harness.pro, 'post', log, { way: 'call' })).was).toBe('200')
      const recorded = db.selectFrom('booking_contacts').where('booking_id', '=', harness.booking)
      return (await recorded.select('at').execute()).length
    }
    expect(await count(-62)).toBe(100)
    expect(await count(-60)).toBe(101)
    const counting = Array.from({ length: 99 }, (_, index) => pressed(-58 + index))
    await db.insertInto('booking_contacts').values(counting).execute()
    expect(await count(60)).toBe(200)
  })

  test('needs only a press of Message while the other side has blocked', async () => {
    harness.now = START
    const log = `/api/bookings/${harness.booking}/contact-log`
    const block = { blocker_id: harness.pro.id, blocked_id: harness.client.id, at: harness.now }
    const { db } = harness.server
    // Their own block does not excuse them, nor a press from before the other one's.
    const own = { blocker_id: harness.client.id, blocked_id: harness.pro.id, at: harness.now }
    await db.insertInto('blocks').values(own).execute()
    expect((await send(harness.client, 'post', log, { way: 'message' })).was).toBe('200')
    harness.now = after(START, 30)
    const refused = '409 no_show_contact_first'
    expect((await report(harness.client, { kind: 'no_show' })).was).toBe(refused)
    block.at = after(START, 15)
    await db.insertInto('blocks').values(block).execute()
    expect((await report(harness.client, { kind: 'no_show' })).was).toBe(refused)
    expect((await send(harness.client, 'post', log, { way: 'message' })).was).toBe('200')
    await db.deleteFrom('blocks').where('blocker_id', '=', harness.pro.id).execute()
    expect((await report(harness.client, { kind: 'no_show' })).was).toBe(refused)
    await db.insertInto('blocks').values(block).execute()
    expect((await report(harness.client, { kind: 'no_show' })).was).toBe('200')
  })

  test('stands once the other side accepts it, and decides the outcome', async () => {
    const id = await reportedNoShow()
    expect((await press('on_my_way')).was).toBe('200')
    const answer = `/api/problems/${id}/answer`
    expect((await send(harness.client, 'put', answer, { accepts: true })).was).toBe('403 not_yours')
    for (const bad of [{}, { accepts: false }, { statement: STATEMENT }]) {
      expect((await send(harness.pro, 'put', answer, bad)).was).toBe('422 invalid_input')
    }
    const { problem } = await send(harness.pro, 'put', answer, { accepts: true })
    expect(problem).toMatchObject({ state: 'stands', outcome: 'stands', answer_until: null })
    expect((await send(harness.pro, 'put', answer, { accepts: true })).was).toBe('200')
    const disputes = { accepts: false, statement: STATEMENT }
    expect((await send(harness.pro, 'put', answer, disputes)).was).toBe('409 problem_moved')
    for (const person of [harness.client, harness.pro]) {
      const { visit } = await send(person, 'get', `/api/bookings/${harness.booking}/visit`)
      expect(visit).toMatchObject({ status: 'accepted', outcome: 'no_show_professional' })
      expect(visit.may).not.toContain('arrived')
    }
    const { booking } = await send(harness.client, 'get', `/api/bookings/${harness.booking}`)
    expect(booking).toMatchObject({ outcome: 'no_show_professional', final_amount: 0 })
    // rule: access-details
    const { access_ended_at } = await harness.server.db
      .selectFrom('bookings')
      .select('access_ended_at')
      .where('id', '=', harness.booking)
      .executeTakeFirstOrThrow()
    expect(access_ended_at).toEqual(after(START, 30))
    expect((await report(harness.client, { kind: 'no_show' })).was).toBe('409 problem_open')
    // rule: visit-stages
    const before = await rowCounts(harness.server)
    const early = { pressed_at: after(START, 5).toISOString(), sent_at: harness.now.toISOString() }
    const later = { on_my_way: { eta_minutes: 20 }, arrived: early, finished: {} }
    for (const [stage, facts] of Object.entries(later)) {
      expect((await press(stage, facts)).was).toBe('409 booking_already_moved')
    }
    expect(await rowCounts(harness.server)).toEqual(before)

    // The visit did not take place: nobody asks how it was, and no notice says that it is complete.
    harness.now = after(END, 24 * 60)
    await runDueJobs(harness.server.context)
    await completeBookings(harness.server.context)
    await runDueJobs(harness.server.context)
    const { visit } = await send(harness.client, 'get', `/api/bookings/${harness.booking}/visit`)
    expect(visit).toMatchObject({ status: 'completed', report_until: null, may: [] })
    const good = await send(harness.client, 'post', `/api/bookings/${harness.booking}/all-good`)
    expect(good.was).toBe('409 booking_already_moved')
    expect((await report(harness.client, { kind: 'quality' })).was).toBe(
      '409 booking_already_moved',
    )
    const told = await harness.server.db
      .selectFrom('notices')
      .select('kind')
      .where('booking_id', '=', harness.booking)
      .execute()
    const kinds = told.map(({ kind }) => kind)
    expect(kinds).toContain('visit.problem_closed')
    expect(kinds).not.toContain('booking.completed')
  })

  test('stands by itself after 72 hours, and an answer comes too late', async () => {
    const id = await reportedNoShow()
    harness.now = new Date(+harness.now + 72 * HOUR_MS - 1)
    await moveProblems(harness.server.context)
    expect(await noShowOf()).toBe('undecided')
    harness.now = new Date(+harness.now + 1)
    // The deadline counts, not the job.
    const late = await send(harness.pro, 'put', `/api/problems/${id}/answer`, { accepts: true })
    expect(late.was).toBe('409 problem_moved')
    await moveProblems(harness.server.context)
    await moveProblems(harness.server.context)
    const { problem } = await send(harness.client, 'get', `/api/problems/${id}`)
    expect(problem).toMatchObject({ state: 'stands', may: [] })
    expect(await noShowOf()).toBe('professional')
  })

  test('is disputed by a press of before the report that comes after it', async () => {
    const id = await reportedNoShow()
    harness.now = after(START, 45)
    const pressed = {
      pressed_at: after(START, 5).toISOString(),
      sent_at: harness.now.toISOString(),
    }
    expect((await press('arrived', pressed)).was).toBe('200')
    const log = `/api/bookings/${harness.booking}/contact-log`
    expect((await send(harness.pro, 'post', log, { way: 'call', ...pressed })).was).toBe('200')
    const { problem } = await send(harness.client, 'get', `/api/problems/${id}`)
    expect(problem).toMatchObject({ state: 'disputed', answer_until: null, may: ['add_photo'] })
    expect(await noShowOf()).toBe('undecided')
    // The press says only that they were there: they can still write once what happened.
    const { may } = (await send(harness.pro, 'get', `/api/problems/${id}`)).problem
    expect(may).toEqual(['dispute', 'add_photo'])
    const says = (accepts: boolean, statement: string) =>
      send(harness.pro, 'put', `/api/problems/${id}/answer`, { accepts, statement })
    expect((await says(true, STATEMENT)).was).toBe('409 problem_moved')
    const said = await says(false, 'I rang twice.')
    expect(said.problem).toMatchObject({
      state: 'disputed',
      answer: 'I rang twice.',
      may: ['add_photo'],
    })
    expect((await says(false, 'I rang twice.')).was).toBe('200')
    expect((await says(false, STATEMENT)).was).toBe('409 problem_moved')
    expect((await read(harness.client, id)).problem.contacts).toMatchObject([
      { by: 'client', way: 'message' },
      { by: 'professional', way: 'call', received_at: '2026-12-01T15:45:00.000Z' },
    ])
  })

  test('and its wait cannot be shortened by a time that a phone claims', async () => {
    harness.now = after(START, 31)
    await press('arrived', { pressed_at: START.toISOString(), sent_at: harness.now.toISOString() })
    await writeMessage(harness.pro)
    expect((await report(harness.pro, { kind: 'no_show' })).was).toBe('409 report_too_early')
    harness.now = after(START, 61)
    // A professional who finishes after waiting in front of a closed door can still report it, and the screen says so.
    await press('finished')
    const noShowFor = async (person: { id: string }) =>
      (await send(person, 'get', `/api/bookings/${harness.booking}/visit`)).visit.no_show
    expect(await noShowFor(harness.pro)).toMatchObject({ waits_for: null, tried: true })
    expect(await noShowFor(harness.client)).toBeNull()
    expect((await report(harness.pro, { kind: 'no_show' })).was).toBe('200')
  })

  test('stands when its time is over, also if a press of before comes then and no job has run', async () => {
    const id = await reportedNoShow()
    harness.now = after(START, 30 + 72 * 60)
    const pressed = {
      pressed_at: after(START, 45).toISOString(),
      sent_at: harness.now.toISOString(),
    }
    await press('finished', pressed)
    await moveProblems(harness.server.context)
    expect((await send(harness.client, 'get', `/api/problems/${id}`)).problem.state).toBe('stands')
  })

  test('and an arrival at the same moment: one of them is first', async () => {
    harness.now = START
    await writeMessage(harness.client)
    harness.now = after(START, 31)
    const [reported, arrived] = await Promise.all([
      report(harness.client, { kind: 'no_show' }),
      press('arrived'),
    ])
    expect(arrived.was).toBe('200')
    expect(['200', '409 no_show_arrived']).toContain(reported.was)
    const problems = await harness.server.db
      .selectFrom('problems')
      .select('state')
      .where('booking_id', '=', harness.booking)
      .execute()
    expect(problems).toHaveLength(reported.was === '200' ? 1 : 0)
  })
})

// rule: problem-moves, no-show, settle-hours
describe('a no-show whose one side deletes the account', () => {
  const visitOf = async (person: { id: string }) => {
    const { visit } = await send(person, 'get', `/api/bookings/${harness.booking}/visit`)
    const { final_cents } = await harness.server.db
      .selectFrom('bookings')
      .select('final_cents')
      .where('id', '=', harness.booking)
      .executeTakeFirstOrThrow()
    return { outcome: visit.outcome, final_cents }
  }
  const reportByPro = async () => {
    harness.now = START
    await press('arrived')
    await writeMessage(harness.pro)
    harness.now = after(START, 30)
    return (await report(harness.pro, { kind: 'no_show' })).problem.id as string
  }

  test('stands against the professional who leaves, and nothing is due', async () => {
    const id = await reportedNoShow()
    await leave(harness.pro)
    expect((await read(harness.client, id)).problem).toMatchObject({
      state: 'stands',
      statement: '',
      may: [],
    })
    expect(await visitOf(harness.client)).toMatchObject({
      outcome: 'no_show_professional',
      final_cents: 0,
    })
    await runDueJobs(harness.server.context)
    const { notices } = await send(harness.client, 'get', '/api/notices')
    expect(notices.map(({ title }: { title: string }) => title)).toContain(
      'The report about your visit on Dec 1, 2026 is settled',
    )
    expect(await findBroken(harness.server)).toEqual({})
  })

  test('stands against the client who leaves', async () => {
    const id = await reportByPro()
    await leave(harness.client)
    expect((await read(harness.pro, id)).problem.state).toBe('stands')
    expect(await visitOf(harness.pro)).toMatchObject({
      outcome: 'no_show_client',
      final_cents: 0,
    })
  })

  test('is taken back if its author leaves: the visit costs what was booked', async () => {
    const id = await reportByPro()
    await leave(harness.pro)
    expect((await read(harness.client, id)).problem.state).toBe('withdrawn')
    harness.now = after(END, 24 * 60)
    await JOBS['complete-bookings'](harness.server.context, {})
    await settleHours(harness.server.context)
    expect(await visitOf(harness.client)).toMatchObject({ outcome: 'kept', final_cents: 13_000 })
  })

  test('stays with the operator once it is disputed, without the words', async () => {
    const id = await reportedNoShow()
    const says = { accepts: false, statement: 'I rang twice.' }
    await send(harness.pro, 'put', `/api/problems/${id}/answer`, says)
    await leave(harness.pro)
    const erased = { state: 'disputed', statement: '', answer: '' }
    expect((await read(harness.client, id)).problem).toMatchObject(erased)
    expect(await visitOf(harness.client)).toMatchObject({ outcome: null, final_cents: null })
    const decision = {
      decision: 'for_client',
      reason: 'no_answer',
      text: 'Nobody came.',
      doneBy: 'cli',
    } as const
    expect(await decideProblemByOperator(harness.server.context, id, decision)).toBe('decided')
    expect(await visitOf(harness.client)).toMatchObject({
      outcome: 'no_show_professional',
      final_cents: 0,
    })
    await runDueJobs(harness.server.context)
  })
})
