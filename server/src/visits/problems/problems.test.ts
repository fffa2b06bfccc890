// rule: problems, problem-moves
import { decideProblemByOperator } from '#server/test/builders/by-operator.ts'
import { describe, expect, test } from 'vitest'
import { move, rowCounts } from '#server/test/builders/booking.ts'
import { auditEntries } from '#server/test/audit.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import {
  START,
  END,
  HOUR_MS,
  after,
  STATEMENT,
  problemsHarness,
} from '#server/test/harness/problems-harness.ts'
import { moveProblems } from './problem-jobs.ts'

const { harness, send, report, press, reportedTask, reportedNoShow, leave } = problemsHarness()
const read = (person: { id: string }, id: string) => send(person, 'get', `/api/problems/${id}`)
const close = (id: string, outcome: string) =>
  send(harness.client, 'put', `/api/problems/${id}/close`, { outcome })

/** The facts of a disputed problem as an operator reads them. */
async function factsAtConsole(id: string) {
  const { id: caseId } = await harness.server.db
    .selectFrom('cases')
    .select('id')
    .where('subject_id', '=', id)
    .executeTakeFirstOrThrow()
  const { calls } = await buildOperator(harness.server)
  return (await calls.get(`/api/operator/cases/${caseId}`)).body.case.facts
}

/** The figures in which completed visits count; a card in search has the same. rule: no-show, search-card */
async function figures() {
  const { slug } = await harness.server.db
    .selectFrom('professionals')
    .select('slug')
    .where('user_id', '=', harness.pro.id)
    .executeTakeFirstOrThrow()
  const reader = visitor(harness.server)
  const { professional } = (await reader.get(`/api/public/professional/${slug}`)).body
  const found = await reader.get('/api/professionals/search/enhanced?zip_code=78701&page_size=50')
  const card = found.body.professionals.find((one: { slug: string }) => one.slug === slug)
  expect(card.completed_bookings).toBe(professional.completed_bookings)
  const { earnings } = await send(
    harness.pro,
    'get',
    `/api/professional/dashboard/${harness.pro.id}`,
  )
  return [professional.completed_bookings, earnings.booked, earnings.completed]
}

describe('a problem after the visit', () => {
  test('is reported by the client from the end on, for 72 hours, with a value for a damage', async () => {
    harness.now = after(START, 60)
    expect((await report(harness.client, { kind: 'quality' })).was).toBe('409 report_too_early')
    expect((await report(harness.pro, { kind: 'quality' })).was).toBe('403 clients_only')
    harness.now = END
    await press('finished')
    for (const bad of [
      { kind: 'damage' },
      { kind: 'damage', value: 0 },
      { kind: 'damage', value: 50_001 },
      { kind: 'quality', value: 5 },
      { kind: 'quality', statement: 'Too short' },
      { kind: 'theft' },
    ]) {
      expect((await report(harness.client, bad)).was).toBe('422 invalid_input')
    }
    const key = { 'Idempotency-Key': `damage-${harness.booking}` }
    const { problem } = await report(harness.client, { kind: 'damage', value: 80.5 }, key)
    expect(problem).toMatchObject({
      value: 80.5,
      statement: STATEMENT,
      may: ['withdrawn', 'add_photo'],
    })
    expect((await report(harness.client, { kind: 'damage', value: 80.5 }, key)).problem).toEqual(
      problem,
    )
    const again = await report(harness.client, { kind: 'damage', value: 1 })
    expect(again.was).toBe('409 problem_open')
    const may = async () =>
      (await send(harness.client, 'get', `/api/bookings/${harness.booking}/visit`)).visit.may
    for (const kind of ['late', 'quality', 'missed_task', 'other']) {
      expect(await may()).toContain('report_problem')
      expect((await report(harness.client, { kind })).was).toBe('200')
    }
    // Nothing is left to report.
    expect(await may()).not.toContain('report_problem')
    harness.now = new Date(+END + 72 * HOUR_MS + 1)
    expect((await report(harness.client, { kind: 'quality' })).was).toBe('409 report_too_late')
  })

  test('is reported within 72 hours of the completion, whatever time a late press claims', async () => {
    harness.now = END
    await move(harness.server, harness.pro, harness.booking, 'completed')
    harness.now = after(END, 60 * 60)
    const early = after(START, -60).toISOString()
    await press('finished', { pressed_at: early, sent_at: harness.now.toISOString() })
    harness.now = after(END, 72 * 60)
    expect((await report(harness.client, { kind: 'quality' })).was).toBe('200')
    harness.now = after(END, 72 * 60 + 1)
    expect((await report(harness.client, { kind: 'late' })).was).toBe('409 report_too_late')
  })

  test('nobody else sees it, and a locked lead is asked to open', async () => {
    const id = await reportedTask()
    expect((await read(harness.pro, id)).problem.may).toEqual(['answer', 'add_photo'])
    for (const other of [
      await buildClient(harness.server),
      await buildProfessional(harness.server),
    ]) {
      expect((await read(other, id)).was).toBe('404 not_found')
      const answer = { statement: STATEMENT }
      expect((await send(other, 'put', `/api/problems/${id}/answer`, answer)).was).toBe(
        '404 not_found',
      )
      expect((await report(other, { kind: 'no_show' })).was).toBe('404 booking_not_found')
    }
    expect((await send(harness.client, 'get', '/api/problems/no-uuid')).was).toBe('404 not_found')
    expect((await visitor(harness.server).get(`/api/problems/${id}`)).status).toBe(401)
    await harness.server.db
      .updateTable('leads')
      .set({ opened_at: null })
      .where('client_id', '=', harness.client.id)
      .execute()
    expect((await read(harness.pro, id)).was).toBe('402 lead_locked')
    expect((await report(harness.pro, { kind: 'no_show' })).was).toBe('402 lead_locked')
  })

  test('goes to the operator without an answer, who decides once; a disputed one moves no figure', async () => {
    const id = await reportedTask()
    await move(harness.server, harness.pro, harness.booking, 'completed')
    expect(await figures()).toEqual([1, 130, 130])
    harness.now = new Date(+harness.now + 72 * HOUR_MS)
    await moveProblems(harness.server.context)
    const { problem } = await read(harness.client, id)
    expect(problem).toMatchObject({ state: 'disputed', may: ['add_photo'] })
    expect(await figures()).toEqual([1, 130, 130])
    expect(await factsAtConsole(id)).toMatchObject({
      problem: { statement: STATEMENT, by: 'client' },
      contacts: [],
    })
    const decision = {
      decision: 'shared',
      reason: 'evidence',
      text: 'Both sides were partly right.',
      doneBy: 'cli',
    } as const
    expect(await decideProblemByOperator(harness.server.context, id, decision)).toBe('decided')
    expect(await decideProblemByOperator(harness.server.context, id, decision)).toBe('not_disputed')
    expect(await decideProblemByOperator(harness.server.context, 'x', decision)).toBe('unknown')
    const decided = (await read(harness.pro, id)).problem
    expect(decided).toMatchObject({
      state: 'decided',
      outcome: 'shared',
      decision: { reason: 'evidence', text: decision.text },
    })
    expect(await auditEntries(harness.server, { id })).toMatchObject([
      { action: 'decide', reason: 'evidence', text: decision.text },
    ])
  })

  test('is answered and closed; the same again is harmless, another move is refused', async () => {
    const id = await reportedTask()
    const answer = { statement: 'I am sorry, I missed it.' }
    const put = (person: { id: string }, what: string, body: object) =>
      send(person, 'put', `/api/problems/${id}/${what}`, body)
    expect((await put(harness.client, 'close', { outcome: 'solved' })).was).toBe(
      '409 problem_moved',
    )
    expect((await put(harness.pro, 'answer', { ...answer, accepts: true })).was).toBe(
      '422 invalid_input',
    )
    const { problem } = await put(harness.pro, 'answer', answer)
    expect(problem).toMatchObject({
      state: 'answered',
      answer: answer.statement,
      may: ['add_photo'],
    })
    expect((await put(harness.pro, 'answer', answer)).was).toBe('200')
    expect((await put(harness.pro, 'answer', { statement: STATEMENT })).was).toBe(
      '409 problem_moved',
    )
    expect((await put(harness.pro, 'close', { outcome: 'solved' })).was).toBe('403 not_yours')
    const reclean = await send(harness.client, 'post', `/api/problems/${id}/reclean`)
    expect(reclean.was).toBe('409 problem_moved')
    expect((await put(harness.client, 'close', { outcome: 'solved' })).problem).toMatchObject({
      state: 'solved',
      outcome: 'solved',
    })
    expect((await put(harness.client, 'close', { outcome: 'solved' })).was).toBe('200')
    expect((await put(harness.pro, 'answer', answer)).problem.state).toBe('solved')
    expect((await put(harness.client, 'close', { outcome: 'not_solved' })).was).toBe(
      '409 problem_moved',
    )
  })

  test('an answer against the background job: the first one wins', async () => {
    const id = await reportedTask()
    harness.now = new Date(+harness.now + 72 * HOUR_MS - 1)
    const answering = send(harness.pro, 'put', `/api/problems/${id}/answer`, {
      statement: STATEMENT,
    })
    harness.now = new Date(+harness.now + 1)
    const [answered] = await Promise.all([answering, moveProblems(harness.server.context)])
    await moveProblems(harness.server.context)
    const { problem } = await read(harness.client, id)
    expect(problem.state).toBe(answered.was === '200' ? 'answered' : 'disputed')
  })

  test('a person reports ten in a day', async () => {
    harness.now = END
    await press('finished')
    for (let count = 0; count < 10; count++) {
      const { problem } = await report(harness.client, { kind: 'other' })
      await close(problem.id, 'withdrawn')
    }
    harness.now = after(END, 60)
    const body = { kind: 'other', statement: STATEMENT }
    const caller = await as(harness.server, harness.client)
    const refused = await caller.post(`/api/bookings/${harness.booking}/problems`, body)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': String(23 * 3600) } })
  })
})

test('the other side is notified of a report and of its answer, both of its end, and no notice repeats the text', async () => {
  const id = await reportedTask()
  const titlesOf = async (person: { id: string }) => {
    await runDueJobs(harness.server.context)
    const { notices } = await send(person, 'get', '/api/notices')
    return notices.filter(({ href }: { href: string }) => href.includes(`problem=${id}`))
  }
  const ofPro = await titlesOf(harness.pro)
  expect(ofPro).toMatchObject([{ title: 'A report about your visit on Dec 1, 2026' }])
  expect(JSON.stringify(ofPro)).not.toContain(STATEMENT)
  expect(await titlesOf(harness.client)).toEqual([])
  await send(harness.pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
  const [answered] = await titlesOf(harness.client)
  expect(answered.title).toMatch(/ answered your report$/)
  harness.now = new Date(+harness.now + 72 * HOUR_MS)
  await moveProblems(harness.server.context)
  for (const person of [harness.client, harness.pro]) {
    expect((await titlesOf(person))[0].title).toBe(
      'The report about your visit on Dec 1, 2026 is settled',
    )
  }
})

test('both sides are notified that a report is settled, also who settled it, and the other side that it is disputed', async () => {
  const id = await reportedTask()
  const newest = async (person: { id: string }) => {
    await runDueJobs(harness.server.context)
    const { notices } = await send(person, 'get', '/api/notices')
    return notices.find(({ href }: { href: string }) => href.includes(`problem=${id}`))?.title
  }
  await send(harness.pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
  await close(id, 'not_solved')
  expect(await newest(harness.pro)).toBe('Our team decides about the report of Dec 1, 2026')
  expect(await newest(harness.client)).toMatch(/answered your report$/)
  const text = 'The photos show that it was done.'
  const decided = {
    decision: 'for_professional',
    reason: 'evidence',
    text,
    doneBy: 'olga',
  } as const
  await decideProblemByOperator(harness.server.context, id, decided)
  // A repeated answer is harmless, however far the problem has gone.
  const again = await close(id, 'not_solved')
  expect(again.problem).toMatchObject({ state: 'decided', decision: { text } })
  const { problem } = await report(harness.client, { kind: 'other' })
  await close(problem.id, 'withdrawn')
  for (const person of [harness.client, harness.pro]) {
    expect(await newest(person)).toBe('The report about your visit on Dec 1, 2026 is settled')
    const { notices } = await send(person, 'get', '/api/notices')
    expect(notices[0]).toMatchObject({
      title: 'The report about your visit on Dec 1, 2026 is settled',
      href: expect.stringContaining(problem.id),
    })
  }
})

// rule: problem-moves, account-deletion
test('a person who leaves ends what nobody has decided, and nothing can be written about them', async () => {
  const id = await reportedTask()
  await send(harness.pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
  const before = await rowCounts(harness.server)
  await leave(harness.client)
  const { problem } = await read(harness.pro, id)
  const erased = { state: 'withdrawn', statement: '', answer: '', answer_until: null, may: [] }
  expect(problem).toMatchObject(erased)
  await runDueJobs(harness.server.context)
  const { notices } = await send(harness.pro, 'get', '/api/notices')
  expect(notices[0].title).toBe('The report about your visit on Dec 1, 2026 is settled')

  harness.now = after(END, 60)
  const visit = (await send(harness.pro, 'get', `/api/bookings/${harness.booking}/visit`)).visit
  expect(visit).toMatchObject({ no_show: null })
  expect(visit.may).not.toContain('report_no_show')
  expect((await report(harness.pro, { kind: 'no_show' })).was).toBe('409 booking_already_moved')
  const log = `/api/bookings/${harness.booking}/contact-log`
  expect((await send(harness.pro, 'post', log, { way: 'call' })).was).toBe(
    '409 booking_already_moved',
  )
  const counts = await rowCounts(harness.server)
  expect([counts['problems'], counts['booking_contacts']]).toEqual([
    before['problems'],
    before['booking_contacts'],
  ])
})

test('the operator sees whose deleted account took the texts with it', async () => {
  const id = await reportedTask()
  await send(harness.pro, 'put', `/api/problems/${id}/answer`, { statement: STATEMENT })
  await close(id, 'not_solved')
  await leave(harness.pro)
  expect((await factsAtConsole(id)).problem).toMatchObject({
    statement: '',
    answer: '',
    client: { name: expect.stringContaining('Ana') },
    professional: { name: expect.stringContaining('Deleted user') },
  })
})

// rule: no-show
test('a no-show counts in no figure while it is undecided, nor once it stands', async () => {
  const id = await reportedNoShow()
  harness.now = after(END, 10)
  await move(harness.server, harness.pro, harness.booking, 'completed')
  expect(await figures()).toEqual([0, 0, 0])
  await close(id, 'withdrawn')
  expect(await figures()).toEqual([1, 130, 130])
  const again = (await report(harness.client, { kind: 'no_show' })).problem.id
  expect(await figures()).toEqual([0, 0, 0])
  const answer = `/api/problems/${again}/answer`
  expect((await send(harness.pro, 'put', answer, { accepts: true })).was).toBe('200')
  expect(await figures()).toEqual([0, 0, 0])
})

test('the client says once that all was good, unless something is reported', async () => {
  const good = () => send(harness.client, 'post', `/api/bookings/${harness.booking}/all-good`)
  expect((await good()).was).toBe('409 report_too_early')
  const id = await reportedTask()
  expect((await good()).was).toBe('409 problem_open')
  await close(id, 'withdrawn')
  expect((await send(harness.pro, 'post', `/api/bookings/${harness.booking}/all-good`)).was).toBe(
    '403 clients_only',
  )
  const noShow = async () =>
    (await send(harness.pro, 'get', `/api/bookings/${harness.booking}/visit`)).visit.no_show
  expect(await noShow()).not.toBeNull()
  const first = await good()
  expect(first.all_good_at).toBe(END.toISOString())
  expect(await noShow()).toBeNull()
  harness.now = new Date(+END + 73 * HOUR_MS)
  expect((await good()).all_good_at).toBe(first.all_good_at)
})
