// rule: problems, no-show, no-show-contact, report-problem, answer-problem, close-problem, all-good, problem-moves, decide-problem
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { hashPassword } from '#server/features/identity/passwords.ts'
import { PASSWORD } from '#server/test/account.ts'
import { NOW, move, requestBooking, rowCounts } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo, sendForm } from '#server/test/form.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { runDueJobs } from '#server/worker.ts'
import { decideProblemByOperator, disputedProblems } from './decide-problem.ts'
import { eraseProblems, forgetProblems } from './forget-problems.ts'
import { moveProblems } from './problem-jobs.ts'

const START = new Date('2026-12-01T15:00:00Z')
const END = new Date('2026-12-01T17:00:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const after = (from: Date, minutes: number) => new Date(+from + minutes * MINUTE_MS)
const STATEMENT = 'The oven was not cleaned at all.'

let server: TestServer
let now = NOW
let image: File
let client: { id: string }
let pro: { id: string }
let booking: string

beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' }, { now: () => now })
  image = await photo()
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { first_name: 'Ana' })
  pro = await buildProfessional(server)
  booking = await requestBooking(server, client, pro)
  await move(server, pro, booking, 'accepted')
})

/** The answer of a call as '409 problem_open', or '200' and the problem. */
async function send(
  person: { id: string },
  method: 'get' | 'post' | 'put',
  url: string,
  body?: object,
  headers?: Record<string, string>,
) {
  const caller = await as(server, person)
  const { status, body: answer } = await (method === 'get'
    ? caller.get(url)
    : caller[method](url, body ?? {}, headers))
  return { was: status === 200 ? '200' : `${status} ${answer.code}`, ...answer }
}

const report = (person: { id: string }, body: object, headers?: Record<string, string>) =>
  send(
    person,
    'post',
    `/api/bookings/${booking}/problems`,
    { statement: STATEMENT, ...body },
    headers,
  )

const press = (stage: string, facts: object = {}) =>
  send(pro, 'post', `/api/bookings/${booking}/stages`, { stage, ...facts })

const writeMessage = (person: { id: string }) =>
  server.db
    .insertInto('messages')
    .columns(['conversation_id', 'sender_id', 'receiver_id', 'kind', 'text', 'created_at'])
    .expression(
      server.db
        .selectFrom('leads')
        .select(({ val, cast }) => [
          'conversation_id',
          cast<string>(val(person.id), 'uuid').as('sender_id'),
          cast<string>(val(person.id === client.id ? pro.id : client.id), 'uuid').as('receiver_id'),
          cast<string>(val('text'), 'text').as('kind'),
          cast<string>(val('Where are you?'), 'text').as('text'),
          cast<Date>(val(now), 'timestamptz').as('created_at'),
        ])
        .where('client_id', '=', client.id),
    )
    .execute()

const noShowOf = async () =>
  (
    await server.db
      .selectFrom('bookings')
      .select('no_show')
      .where('id', '=', booking)
      .executeTakeFirstOrThrow()
  ).no_show

/** A finished visit with a missed task that the client has reported; the problem's id. */
async function reportedTask(): Promise<string> {
  now = END
  await press('finished')
  const { was, problem } = await report(client, { kind: 'missed_task' })
  expect(was).toBe('200')
  return problem.id
}

/** A no-show that the client reports half an hour after the start; the problem's id. */
async function reportedNoShow(): Promise<string> {
  now = START
  await writeMessage(client)
  now = after(START, 30)
  const { was, problem } = await report(client, { kind: 'no_show' })
  expect(was).toBe('200')
  return problem.id
}

describe('a no-show', () => {
  test('is refused in the order of its rules, and nothing is written', async () => {
    const before = await rowCounts(server)
    const refusals: [person: { id: string }, minutes: number, was: string][] = [
      [client, 29, '409 report_too_early'],
      [client, 24 * 60 + 121, '409 report_too_late'],
      [pro, 24 * 60 + 121, '409 report_too_late'],
      [pro, 30, '409 no_show_not_arrived'],
      [client, 30, '409 no_show_contact_first'],
    ]
    for (const [person, minutes, was] of refusals) {
      now = after(START, minutes)
      expect((await report(person, { kind: 'no_show' })).was).toBe(was)
    }
    expect(await rowCounts(server)).toEqual(before)
    expect(
      await server.db
        .selectFrom('problems')
        .select('id')
        .where('booking_id', '=', booking)
        .execute(),
    ).toEqual([])
    const asked = await requestBooking(server, client, pro, { booking_date: '2026-12-20' })
    const url = `/api/bookings/${asked}/problems`
    const pending = { kind: 'no_show', statement: STATEMENT }
    expect((await send(client, 'post', url, pending)).was).toBe('409 booking_already_moved')
  })

  test('waits half an hour from the arrival too, and for a message or a call', async () => {
    now = after(START, 10)
    const waits = async (person: { id: string }) => {
      const { visit } = await send(person, 'get', `/api/bookings/${booking}/visit`)
      return visit.no_show && [visit.no_show.waits_for, visit.no_show.tried]
    }
    // The half hour of the professional begins with their arrival, so no time is promised before.
    expect(await waits(pro)).toEqual(['arrival', false])
    expect(await waits(client)).toEqual(['time', false])
    await writeMessage(client)
    expect(await waits(client)).toEqual(['time', true])
    now = after(START, 20)
    await press('arrived')
    expect(await waits(pro)).toEqual(['time', false])
    expect(await waits(client)).toBeNull()
    now = after(START, 49)
    expect((await report(pro, { kind: 'no_show' })).was).toBe('409 report_too_early')
    expect((await report(client, { kind: 'no_show' })).was).toBe('409 no_show_arrived')
    now = after(START, 50)
    expect((await report(pro, { kind: 'no_show' })).was).toBe('409 no_show_contact_first')
    const log = `/api/bookings/${booking}/contact-log`
    expect((await send(client, 'post', log, { way: 'call' })).was).toBe('422 invalid_input')
    const { contacts } = await send(pro, 'post', log, { way: 'call' })
    expect(contacts).toEqual([
      { at: after(START, 10).toISOString(), by: 'client', way: 'message' },
      { at: now.toISOString(), by: 'professional', way: 'call' },
    ])
    // A second press within a minute is the same attempt.
    expect((await send(pro, 'post', log, { way: 'call' })).contacts).toHaveLength(2)
    const { problem } = await report(pro, { kind: 'no_show' })
    expect(problem).toMatchObject({
      kind: 'no_show',
      by: 'professional',
      state: 'open',
      answer_until: new Date(+now + 72 * HOUR_MS).toISOString(),
      contacts,
      outcome: null,
      may: ['withdrawn', 'add_photo'],
    })
    expect(await noShowOf()).toBe('undecided')
    // The order of refusals stays: the client's own conditions come first.
    expect((await report(client, { kind: 'no_show' })).was).toBe('409 no_show_arrived')
    expect((await report(pro, { kind: 'no_show' })).was).toBe('409 problem_open')
  })

  test('stands once the other side accepts it, and decides the outcome', async () => {
    const id = await reportedNoShow()
    const answer = `/api/problems/${id}/answer`
    expect((await send(client, 'put', answer, { accepts: true })).was).toBe('403 not_yours')
    for (const bad of [{}, { accepts: false }, { statement: STATEMENT }]) {
      expect((await send(pro, 'put', answer, bad)).was).toBe('422 invalid_input')
    }
    const { problem } = await send(pro, 'put', answer, { accepts: true })
    expect(problem).toMatchObject({ state: 'stands', outcome: 'stands', answer_until: null })
    expect((await send(pro, 'put', answer, { accepts: true })).was).toBe('200')
    const disputes = { accepts: false, statement: STATEMENT }
    expect((await send(pro, 'put', answer, disputes)).was).toBe('409 problem_moved')
    expect(await noShowOf()).toBe('professional')
    // rule: access-end
    const { access_ended_at } = await server.db
      .selectFrom('bookings')
      .select('access_ended_at')
      .where('id', '=', booking)
      .executeTakeFirstOrThrow()
    expect(access_ended_at).toEqual(after(START, 30))
    expect((await report(client, { kind: 'no_show' })).was).toBe('409 problem_open')
  })

  test('stands by the clock after 72 hours, and an answer comes too late', async () => {
    const id = await reportedNoShow()
    now = new Date(+now + 72 * HOUR_MS - 1)
    await moveProblems(server.context)
    expect(await noShowOf()).toBe('undecided')
    now = new Date(+now + 1)
    // The deadline counts, not the job.
    const late = await send(pro, 'put', `/api/problems/${id}/answer`, { accepts: true })
    expect(late.was).toBe('409 problem_moved')
    await moveProblems(server.context)
    await moveProblems(server.context)
    const { problem } = await send(client, 'get', `/api/problems/${id}`)
    expect(problem).toMatchObject({ state: 'stands', may: [] })
    expect(await noShowOf()).toBe('professional')
  })

  test('is disputed by a press of before the report that comes after it', async () => {
    const id = await reportedNoShow()
    now = after(START, 45)
    const pressed = { pressed_at: after(START, 5).toISOString(), sent_at: now.toISOString() }
    expect((await press('arrived', pressed)).was).toBe('200')
    const { problem } = await send(client, 'get', `/api/problems/${id}`)
    expect(problem).toMatchObject({ state: 'disputed', answer_until: null, may: ['add_photo'] })
    expect(await noShowOf()).toBe('undecided')
    // The press says only that they were there: they can still write once what happened.
    const { may } = (await send(pro, 'get', `/api/problems/${id}`)).problem
    expect(may).toEqual(['dispute', 'add_photo'])
    const says = (accepts: boolean, statement: string) =>
      send(pro, 'put', `/api/problems/${id}/answer`, { accepts, statement })
    expect((await says(true, STATEMENT)).was).toBe('409 problem_moved')
    const said = await says(false, 'I rang twice.')
    expect(said.problem).toMatchObject({
      state: 'disputed',
      answer: 'I rang twice.',
      may: ['add_photo'],
    })
    expect((await says(false, 'I rang twice.')).was).toBe('200')
    expect((await says(false, STATEMENT)).was).toBe('409 problem_moved')
    const { problems } = await disputedProblems(server.context)
    const { contacts } = problems.find((one) => one.id === id)!
    expect(contacts).toBe('2026-12-01T15:00:00Z client message')
  })

  test('and its wait cannot be shortened by a time that a phone claims', async () => {
    now = after(START, 31)
    await press('arrived', { pressed_at: START.toISOString(), sent_at: now.toISOString() })
    await writeMessage(pro)
    expect((await report(pro, { kind: 'no_show' })).was).toBe('409 report_too_early')
    now = after(START, 61)
    expect((await report(pro, { kind: 'no_show' })).was).toBe('200')
  })

  test('stands when its time is over, also if a press of before comes then and no job has run', async () => {
    const id = await reportedNoShow()
    now = after(START, 30 + 72 * 60)
    const pressed = { pressed_at: after(START, 45).toISOString(), sent_at: now.toISOString() }
    await press('finished', pressed)
    await moveProblems(server.context)
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.state).toBe('stands')
  })

  test('and an arrival at the same moment: one of them is first', async () => {
    now = START
    await writeMessage(client)
    now = after(START, 31)
    const [reported, arrived] = await Promise.all([
      report(client, { kind: 'no_show' }),
      press('arrived'),
    ])
    expect(arrived.was).toBe('200')
    expect(['200', '409 no_show_arrived']).toContain(reported.was)
    const problems = await server.db
      .selectFrom('problems')
      .select('state')
      .where('booking_id', '=', booking)
      .execute()
    expect(problems).toHaveLength(reported.was === '200' ? 1 : 0)
  })
})

describe('a problem after the visit', () => {
  test('is reported by the client from the end on, for 72 hours, with a value for a damage', async () => {
    now = after(START, 60)
    expect((await report(client, { kind: 'quality' })).was).toBe('409 report_too_early')
    expect((await report(pro, { kind: 'quality' })).was).toBe('403 clients_only')
    now = END
    await press('finished')
    for (const bad of [
      { kind: 'damage' },
      { kind: 'damage', value: 0 },
      { kind: 'damage', value: 50_001 },
      { kind: 'quality', value: 5 },
      { kind: 'quality', statement: 'Too short' },
      { kind: 'theft' },
    ]) {
      expect((await report(client, bad)).was).toBe('422 invalid_input')
    }
    const key = { 'Idempotency-Key': `damage-${booking}` }
    const { problem } = await report(client, { kind: 'damage', value: 80.5 }, key)
    expect(problem).toMatchObject({
      value: 80.5,
      statement: STATEMENT,
      may: ['withdrawn', 'add_photo'],
    })
    expect((await report(client, { kind: 'damage', value: 80.5 }, key)).problem).toEqual(problem)
    const again = await report(client, { kind: 'damage', value: 1 })
    expect(again.was).toBe('409 problem_open')
    const may = async () => (await send(client, 'get', `/api/bookings/${booking}/visit`)).visit.may
    for (const kind of ['late', 'quality', 'missed_task', 'other']) {
      expect(await may()).toContain('report_problem')
      expect((await report(client, { kind })).was).toBe('200')
    }
    // Nothing is left to report.
    expect(await may()).not.toContain('report_problem')
    now = new Date(+END + 72 * HOUR_MS + 1)
    expect((await report(client, { kind: 'quality' })).was).toBe('409 report_too_late')
  })

  test('is reported within 72 hours of the completion, whatever time a late press claims', async () => {
    now = END
    await move(server, pro, booking, 'completed')
    now = after(END, 60 * 60)
    const early = after(START, -60).toISOString()
    await press('finished', { pressed_at: early, sent_at: now.toISOString() })
    now = after(END, 72 * 60)
    expect((await report(client, { kind: 'quality' })).was).toBe('200')
    now = after(END, 72 * 60 + 1)
    expect((await report(client, { kind: 'late' })).was).toBe('409 report_too_late')
  })

  test('nobody else sees it, and a locked lead is asked to open', async () => {
    const id = await reportedTask()
    expect((await send(pro, 'get', `/api/problems/${id}`)).problem.may).toEqual([
      'answer',
      'add_photo',
    ])
    for (const other of [await buildClient(server), await buildProfessional(server)]) {
      expect((await send(other, 'get', `/api/problems/${id}`)).was).toBe('404 not_found')
      const answer = { statement: STATEMENT }
      expect((await send(other, 'put', `/api/problems/${id}/answer`, answer)).was).toBe(
        '404 not_found',
      )
      expect((await report(other, { kind: 'no_show' })).was).toBe('404 booking_not_found')
    }
    expect((await send(client, 'get', '/api/problems/no-uuid')).was).toBe('404 not_found')
    expect((await visitor(server).get(`/api/problems/${id}`)).status).toBe(401)
    await server.db
      .updateTable('leads')
      .set({ opened_at: null })
      .where('client_id', '=', client.id)
      .execute()
    expect((await send(pro, 'get', `/api/problems/${id}`)).was).toBe('402 lead_locked')
    expect((await report(pro, { kind: 'no_show' })).was).toBe('402 lead_locked')
  })

  test('goes to the operator without an answer, who decides once; a disputed one moves no figure', async () => {
    const id = await reportedTask()
    now = new Date(+now + 72 * HOUR_MS)
    await moveProblems(server.context)
    const { problem } = await send(client, 'get', `/api/problems/${id}`)
    expect(problem).toMatchObject({ state: 'disputed', may: ['add_photo'] })
    const { problems, total } = await disputedProblems(server.context)
    expect(problems.find((one) => one.id === id)).toMatchObject({
      statement: STATEMENT,
      by: 'client',
      contacts: '',
    })
    expect(total).toBe(problems.length)
    const decision = {
      decision: 'shared',
      reason: 'evidence',
      text: 'Both sides were partly right.',
      doneBy: 'cli',
    } as const
    expect(await decideProblemByOperator(server.context, id, decision)).toBe('decided')
    expect(await decideProblemByOperator(server.context, id, decision)).toBe('not_disputed')
    expect(await decideProblemByOperator(server.context, 'x', decision)).toBe('unknown')
    const decided = (await send(pro, 'get', `/api/problems/${id}`)).problem
    expect(decided).toMatchObject({
      state: 'decided',
      outcome: 'shared',
      decision: { reason: 'evidence', text: decision.text },
    })
    const actions = await server.db
      .selectFrom('operator_actions')
      .select('action')
      .where('subject_id', '=', id)
      .execute()
    expect(actions).toEqual([{ action: 'decide_problem' }])
  })

  test('is answered and closed; the same again is harmless, another move is refused', async () => {
    const id = await reportedTask()
    const answer = { statement: 'I am sorry, I missed it.' }
    const put = (person: { id: string }, what: string, body: object) =>
      send(person, 'put', `/api/problems/${id}/${what}`, body)
    expect((await put(client, 'close', { outcome: 'solved' })).was).toBe('409 problem_moved')
    expect((await put(pro, 'answer', { ...answer, accepts: true })).was).toBe('422 invalid_input')
    const { problem } = await put(pro, 'answer', answer)
    expect(problem).toMatchObject({
      state: 'answered',
      answer: answer.statement,
      may: ['add_photo'],
    })
    expect((await put(pro, 'answer', answer)).was).toBe('200')
    expect((await put(pro, 'answer', { statement: STATEMENT })).was).toBe('409 problem_moved')
    expect((await put(pro, 'close', { outcome: 'solved' })).was).toBe('403 not_yours')
    const reclean = await send(client, 'post', `/api/problems/${id}/reclean`)
    expect(reclean.was).toBe('409 problem_moved')
    expect((await put(client, 'close', { outcome: 'solved' })).problem).toMatchObject({
      state: 'solved',
      outcome: 'solved',
    })
    expect((await put(client, 'close', { outcome: 'solved' })).was).toBe('200')
    expect((await put(pro, 'answer', answer)).problem.state).toBe('solved')
    expect((await put(client, 'close', { outcome: 'not_solved' })).was).toBe('409 problem_moved')
  })

  test('an answer against the clock: the first one wins', async () => {
    const id = await reportedTask()
    now = new Date(+now + 72 * HOUR_MS - 1)
    const answering = send(pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
    now = new Date(+now + 1)
    const [answered] = await Promise.all([answering, moveProblems(server.context)])
    await moveProblems(server.context)
    const { problem } = await send(client, 'get', `/api/problems/${id}`)
    expect(problem.state).toBe(answered.was === '200' ? 'answered' : 'disputed')
  })

  test('a person reports ten in a day', async () => {
    now = END
    await press('finished')
    for (let count = 0; count < 10; count++) {
      const { problem } = await report(client, { kind: 'other' })
      await send(client, 'put', `/api/problems/${problem.id}/close`, { outcome: 'withdrawn' })
    }
    expect((await report(client, { kind: 'other' })).was).toBe('429 too_many_requests')
  })
})

// rule: problem-notices
test('the other side hears of a report and of its answer, both of its end, and no notice repeats the words', async () => {
  const id = await reportedTask()
  const titlesOf = async (person: { id: string }) => {
    await runDueJobs(server.context)
    const { notices } = await send(person, 'get', '/api/notices')
    return notices.filter(({ href }: { href: string }) => href.includes(`problem=${id}`))
  }
  const ofPro = await titlesOf(pro)
  expect(ofPro).toMatchObject([{ title: 'A report about your visit of Dec 1, 2026' }])
  expect(JSON.stringify(ofPro)).not.toContain(STATEMENT)
  expect(await titlesOf(client)).toEqual([])
  await send(pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
  const [answered] = await titlesOf(client)
  expect(answered.title).toMatch(/ answered your report$/)
  now = new Date(+now + 72 * HOUR_MS)
  await moveProblems(server.context)
  for (const person of [client, pro]) {
    expect((await titlesOf(person))[0].title).toBe('The report of Dec 1, 2026 is settled')
  }
})

// rule: problem-notices
test('both sides hear that a report is settled, also who settled it, and the other side that it is disputed', async () => {
  const id = await reportedTask()
  const newest = async (person: { id: string }) => {
    await runDueJobs(server.context)
    const { notices } = await send(person, 'get', '/api/notices')
    return notices.find(({ href }: { href: string }) => href.includes(`problem=${id}`))?.title
  }
  await send(pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
  await send(client, 'put', `/api/problems/${id}/close`, { outcome: 'not_solved' })
  expect(await newest(pro)).toBe('Our team decides about the report of Dec 1, 2026')
  expect(await newest(client)).toMatch(/answered your report$/)
  const text = 'The photos show that it was done.'
  const decision = {
    decision: 'for_professional',
    reason: 'evidence',
    text,
    doneBy: 'cli',
  } as const
  await decideProblemByOperator(server.context, id, decision)
  // The same again is harmless, however far the problem has gone.
  const again = await send(client, 'put', `/api/problems/${id}/close`, { outcome: 'not_solved' })
  expect(again.problem.state).toBe('decided')
  const { problem } = await report(client, { kind: 'other' })
  await send(client, 'put', `/api/problems/${problem.id}/close`, { outcome: 'withdrawn' })
  for (const person of [client, pro]) {
    expect(await newest(person)).toBe('The report of Dec 1, 2026 is settled')
    const { notices } = await send(person, 'get', '/api/notices')
    expect(notices[0]).toMatchObject({
      title: 'The report of Dec 1, 2026 is settled',
      href: expect.stringContaining(problem.id),
    })
  }
})

// rule: reclean
describe('a re-clean', () => {
  const WISH = { booking_date: '2026-12-03', booking_time: '10:00', estimated_hours: 1 }
  const offer = (id: string, reclean: object = WISH) =>
    send(pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT, reclean })
  const accept = (id: string) => send(client, 'post', `/api/problems/${id}/reclean`)

  test('is booked for nothing, and its end starts the last 72 hours', async () => {
    const id = await reportedTask()
    const past = { ...WISH, booking_date: '2026-11-30' }
    expect((await offer(id, past)).was).toBe('422 time_in_past')
    expect((await offer(id)).problem).toMatchObject({
      state: 'answered',
      reclean: { ...WISH, starts_at: '2026-12-03T16:00:00.000Z', booking_id: null },
    })
    expect((await send(pro, 'post', `/api/problems/${id}/reclean`)).was).toBe('403 clients_only')
    const { problem } = await accept(id)
    expect(problem).toMatchObject({ state: 'reclean_booked', answer_until: null })
    expect((await accept(id)).problem).toEqual(problem)
    const reclean = problem.reclean.booking_id
    const { booking: booked } = await send(client, 'get', `/api/bookings/${reclean}`)
    expect(booked).toMatchObject({
      status: 'accepted',
      total_amount: 0,
      reclean_of: booking,
      starts_at: '2026-12-03T16:00:00.000Z',
      lines: [
        { kind: 'labour', hours: 1, rate: 65, amount: 65 },
        { kind: 'reclean', amount: -65 },
      ],
    })
    // Before the re-clean has ended the clock does nothing, however late it is.
    now = new Date('2026-12-03T17:00:00Z')
    await move(server, pro, reclean, 'completed')
    const { problem: waiting } = await send(client, 'get', `/api/problems/${id}`)
    expect(waiting.answer_until).toBe('2026-12-06T17:00:00.000Z')
    now = new Date('2026-12-06T16:59:59Z')
    await moveProblems(server.context)
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.state).toBe('reclean_booked')
    now = new Date('2026-12-06T17:00:00Z')
    await moveProblems(server.context)
    expect((await accept(id)).problem.state).toBe('solved')
    await runDueJobs(server.context)
  })

  test.each([
    { by: 'professional', state: 'disputed', answer_until: null, may: ['add_photo'] },
    {
      by: 'client',
      state: 'answered',
      answer_until: '2026-12-05T12:00:00.000Z',
      may: ['solved', 'not_solved', 'withdrawn', 'add_photo'],
    },
  ])('that the $by cancels solves nothing: the problem is $state', async ({ by, ...expected }) => {
    const id = await reportedTask()
    await offer(id)
    const { problem } = await accept(id)
    now = new Date('2026-12-02T12:00:00Z')
    const side = by === 'client' ? client : pro
    await move(server, side, problem.reclean.booking_id, 'cancelled', 'Ill')
    // The clock moves it from the moment of the cancellation on, also if the job is late.
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.may).toEqual([])
    now = new Date('2026-12-02T13:00:00Z')
    await moveProblems(server.context)
    expect((await send(client, 'get', `/api/problems/${id}`)).problem).toMatchObject(expected)
    expect((await accept(id)).problem).toMatchObject(expected)
    now = new Date('2026-12-05T12:00:00Z')
    await moveProblems(server.context)
    const { state } = (await send(client, 'get', `/api/problems/${id}`)).problem
    expect(state).toBe(by === 'client' ? 'solved' : 'disputed')
  })

  test('is not booked with somebody who is suspended or blocked', async () => {
    const id = await reportedTask()
    await offer(id)
    const block = { blocker_id: pro.id, blocked_id: client.id, at: now }
    await server.db.insertInto('blocks').values(block).execute()
    expect((await accept(id)).was).toBe('409 slot_taken')
    await server.db.deleteFrom('blocks').where('blocker_id', '=', pro.id).execute()
    expect((await accept(id)).was).toBe('200')
  })

  test('whose time is taken is refused, and the problem stays answered', async () => {
    const id = await reportedTask()
    await offer(id)
    const other = await buildClient(server)
    const taken = await requestBooking(server, other, pro, {
      booking_date: '2026-12-03',
      booking_time: '10:00',
    })
    await move(server, pro, taken, 'accepted')
    const before = await rowCounts(server)
    expect((await accept(id)).was).toBe('409 slot_taken')
    expect(await rowCounts(server)).toEqual(before)
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.state).toBe('answered')
    await move(server, pro, taken, 'cancelled', 'Ill')
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.may).toContain('reclean')
    now = new Date('2026-12-03T16:00:00Z')
    expect((await accept(id)).was).toBe('409 slot_taken')
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.may).not.toContain('reclean')
  })
})

// rule: problem-left, account-deletion
test('a person who leaves ends what nobody has decided, and nothing can be written about them', async () => {
  const id = await reportedTask()
  await send(pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
  const before = await rowCounts(server)
  const password_hash = await hashPassword(PASSWORD)
  await server.db.updateTable('users').set({ password_hash }).where('id', '=', client.id).execute()
  const password = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD) }
  const left = await (await as(server, client)).delete(`/api/users/${client.id}`, password)
  expect(left.status).toBe(200)
  const { problem } = await send(pro, 'get', `/api/problems/${id}`)
  const erased = { state: 'withdrawn', statement: '', answer: '', answer_until: null, may: [] }
  expect(problem).toMatchObject(erased)
  await runDueJobs(server.context)
  const { notices } = await send(pro, 'get', '/api/notices')
  expect(notices[0].title).toBe('The report of Dec 1, 2026 is settled')

  now = after(END, 60)
  const visit = (await send(pro, 'get', `/api/bookings/${booking}/visit`)).visit
  expect(visit).toMatchObject({ no_show: null })
  expect(visit.may).not.toContain('report_no_show')
  expect((await report(pro, { kind: 'no_show' })).was).toBe('409 booking_already_moved')
  const log = `/api/bookings/${booking}/contact-log`
  expect((await send(pro, 'post', log, { way: 'call' })).was).toBe('409 booking_already_moved')
  const counts = await rowCounts(server)
  expect([counts['problems'], counts['booking_contacts']]).toEqual([
    before['problems'],
    before['booking_contacts'],
  ])
})

// rule: problem-photos, problems-forgotten
describe('photos', () => {
  const add = (person: { id: string }, id: string, headers = {}) =>
    sendForm(server, person, 'POST', `/api/problems/${id}/photos`, { image }, headers)
  const wasOf = ({ status, body }: { status: number; body: { code?: string } }) =>
    status === 200 ? '200' : `${status} ${body.code}`
  const seen = async (person: { id: string }, url: string) =>
    (await (await as(server, person)).get(url)).status
  const fill = (id: string, by: string, count: number) =>
    sql`insert into problem_photos (file, problem_id, by, at)
      select 'private-' || md5(random()::text) || '.webp', ${id}::uuid, ${by}, ${now} from generate_series(1, ${count})`.execute(
      server.db,
    )

  test('of both sides are seen by both and by nobody else, ten of each, and a repeat is one', async () => {
    const id = await reportedTask()
    const key = { 'idempotency-key': `photo-${id}` }
    const { body } = await add(client, id, key)
    const [mine] = body.problem.photos
    expect(mine).toMatchObject({ by: 'client', at: now.toISOString() })
    expect((await add(client, id, key)).body.problem.photos).toHaveLength(1)
    const others = [await buildClient(server), await buildProfessional(server)]
    for (const person of [client, pro]) expect(await seen(person, mine.url)).toBe(200)
    for (const person of others) {
      expect(await seen(person, mine.url)).toBe(404)
      expect(wasOf(await add(person, id))).toBe('404 not_found')
    }
    expect((await visitor(server).get(mine.url)).status).toBe(401)
    await fill(id, 'client', 8)
    const both = await Promise.all([add(client, id), add(client, id)])
    expect(both.map((one) => wasOf(one)).toSorted()).toEqual(['200', '409 photos_full'])
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.may).toEqual(['withdrawn'])
    const ofPro = (await add(pro, id)).body.problem
    expect(ofPro.photos).toHaveLength(11)
    const byPro = ofPro.photos.filter(({ by }: { by: string }) => by === 'professional')
    expect(byPro).toHaveLength(1)
  })

  test('end after 14 days and with the problem, and go 90 days after it, the rest after 24 months', async () => {
    const id = await reportedTask()
    const { problem } = (await add(pro, id)).body
    now = new Date(+END + 72 * HOUR_MS)
    await moveProblems(server.context)
    now = new Date(+END + 14 * 24 * HOUR_MS)
    expect(wasOf(await add(client, id))).toBe('409 report_too_late')
    const decision = {
      decision: 'shared',
      reason: 'agreed',
      text: 'You both agreed.',
      doneBy: 'cli',
    } as const
    await decideProblemByOperator(server.context, id, decision)
    expect(wasOf(await add(client, id))).toBe('409 problem_moved')
    const endedAt = +now
    const left = async () => (await send(client, 'get', `/api/problems/${id}`)).problem?.photos
    now = new Date(endedAt + 90 * 24 * HOUR_MS)
    await forgetProblems(server.context)
    expect(await left()).toEqual(problem.photos)
    now = new Date(+now + 1)
    await forgetProblems(server.context)
    expect(await left()).toEqual([])
    expect(await seen(client, problem.photos[0].url)).toBe(404)
    now = new Date(endedAt + 732 * 24 * HOUR_MS)
    await forgetProblems(server.context)
    expect((await send(client, 'get', `/api/problems/${id}`)).was).toBe('404 not_found')
  })

  test('of both sides go with an account', async () => {
    const id = await reportedTask()
    await add(pro, id)
    const { url } = (await add(client, id)).body.problem.photos[1]
    await server.db.transaction().execute(async (tx) => eraseProblems(tx, pro.id, now))
    expect((await send(client, 'get', `/api/problems/${id}`)).problem.photos).toEqual([])
    expect(await seen(client, url)).toBe(404)
  })
})

test('the client says once that all was good, unless something is reported', async () => {
  const good = () => send(client, 'post', `/api/bookings/${booking}/all-good`)
  expect((await good()).was).toBe('409 report_too_early')
  const id = await reportedTask()
  expect((await good()).was).toBe('409 problem_open')
  await send(client, 'put', `/api/problems/${id}/close`, { outcome: 'withdrawn' })
  expect((await send(pro, 'post', `/api/bookings/${booking}/all-good`)).was).toBe(
    '403 clients_only',
  )
  const first = await good()
  expect(first.all_good_at).toBe(END.toISOString())
  now = new Date(+END + 73 * HOUR_MS)
  expect((await good()).all_good_at).toBe(first.all_good_at)
})
