// rule: case-states
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { enqueue } from '#server/queue/queue.ts'
import { auditEntries } from '#server/test/audit.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { sendForm } from '#server/test/builders/form.ts'
import { openAppeal } from '#server/test/builders/cases.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { poison } from '#server/test/poison.ts'
import { HOUR_MS, problemsHarness } from '#server/test/harness/problems-harness.ts'
import { failJobs } from '#server/test/queue.ts'
import { requireHeldCase } from '#server/trust/cases/case-moves.ts'
import { openCase } from '#server/trust/cases/open-case.ts'

const { harness, send, reportedTask } = problemsHarness()
const DAY_MS = 24 * HOUR_MS
const TEXT = 'We spoke with both of them.'

let olga: TestOperator
let ed: TestOperator
/** Sessions of operators end after hours, so a test that moves the clock signs in again. */
const signIn = async () => {
  olga = await buildOperator(harness.server)
  ed = await buildOperator(harness.server)
}
beforeEach(() => signIn())

const open = (notFor?: string) =>
  openAppeal(harness.server, { personId: harness.client.id, at: harness.now, notFor })
const at = (id: string, move = '') => `/api/operator/cases/${id}${move && `/${move}`}`
const press = async (by: TestOperator, id: string, move: string, body?: object) => {
  const { status, body: answer } = await by.calls.post(at(id, move), body ?? {})
  return status === 200 ? answer.case : `${status} ${answer.code}`
}
const stored = (id: string) =>
  harness.server.db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('of ten operators who claim a case at once one holds it, and their claim repeated is harmless', async () => {
  const { id } = await open()
  const operators = await Promise.all(
    Array.from({ length: 10 }, () => buildOperator(harness.server)),
  )
  const answers = await Promise.all(operators.map((one) => press(one, id, 'claim')))
  const won = answers.findIndex((answer) => typeof answer === 'object')
  expect(answers.toSpliced(won, 1)).toEqual(Array(9).fill('409 case_taken'))
  const holder = operators[won]!
  expect(answers[won]).toMatchObject({
    state: 'claimed',
    claimed_by: { id: holder.id, name: holder.name },
    person: { id: harness.client.id, role: 'client' },
    may: ['note', 'release', 'resolve'],
  })
  expect((await press(holder, id, 'claim')).history).toHaveLength(2)
})

// rule: case-states, case-screen
test('a case is released, noted on, resolved by its holder alone, and opened again', async () => {
  const { id } = await open()
  expect(await press(olga, id, 'resolve', { outcome: 'acted', text: TEXT })).toBe('409 claim_first')
  await press(olga, id, 'claim')
  for (const move of ['release', 'resolve']) {
    const body = { outcome: 'acted', text: TEXT }
    expect(await press(ed, id, move, body)).toBe('409 claim_first')
  }
  expect(await stored(id)).toMatchObject({ state: 'claimed', claimed_by: olga.id })
  expect(await press(olga, id, 'release')).toMatchObject({ state: 'open', may: ['note', 'claim'] })
  expect(await press(olga, id, 'release')).toMatchObject({ state: 'open' })
  await press(olga, id, 'claim')
  expect((await press(ed, id, 'notes', { text: 'Look at C-1 too.' })).notes).toMatchObject([
    { by: { id: ed.id, name: ed.name }, text: 'Look at C-1 too.' },
  ])
  expect(await press(olga, id, 'resolve', { outcome: 'acted', text: TEXT })).toMatchObject({
    state: 'resolved',
    claimed_by: null,
    outcome: { code: 'acted', text: TEXT },
    may: ['note', 'reopen'],
  })
  for (const move of ['claim', 'release', 'resolve']) {
    const body = move === 'resolve' ? { outcome: 'acted', text: TEXT } : {}
    expect(await press(olga, id, move, body)).toBe('409 case_closed')
  }
  const reopened = await press(ed, id, 'reopen', { text: 'They wrote again.' })
  expect(reopened).toMatchObject({ state: 'open', outcome: null })
  expect(reopened.history.map(({ what }: { what: string }) => what).toSorted()).toEqual(
    ['opened', 'claimed', 'released', 'claimed', 'resolved', 'reopened'].toSorted(),
  )
  expect(await auditEntries(harness.server, { id })).toMatchObject([
    { action: 'resolve', operator: olga.id, text: TEXT, after: { outcome: 'acted' } },
  ])
})

test('an action about a subject needs its case, held by the operator, and keeps it held', async () => {
  const { id } = await open()
  const { subject_id } = await stored(id)
  await press(olga, id, 'claim')
  harness.now = new Date(+harness.now + HOUR_MS)
  const act = (operatorId: string) =>
    harness.server.db.transaction().execute((tx) =>
      requireHeldCase(tx, { operatorId, at: harness.now }, 'appeals', {
        kind: 'decision',
        id: subject_id,
      }),
    )
  await expect(act(ed.id)).rejects.toThrow('claim_first')
  expect(await act(olga.id)).toBe(id)
  expect((await stored(id)).acted_at).toEqual(harness.now)
})

test('another operator takes a case over, which is recorded; not the one whose action it is about', async () => {
  const { id } = await open(ed.id)
  await press(olga, id, 'claim')
  expect(await press(ed, id, 'claim', { take_over: true })).toBe('403 other_operator_needed')
  const third = await buildOperator(harness.server)
  const taken = await press(third, id, 'claim', { take_over: true, text: 'Olga is ill.' })
  expect(taken).toMatchObject({ claimed_by: { id: third.id } })
  expect(await auditEntries(harness.server, { id })).toMatchObject([
    {
      action: 'take_over',
      operator: third.id,
      note: 'Olga is ill.',
      before: { holder: olga.id },
      after: { holder: third.id },
    },
  ])
})

test('a case opens again for 30 days, unless its subject has another open one', async () => {
  const first = await open()
  await press(olga, first.id, 'claim')
  await press(olga, first.id, 'resolve', { outcome: 'no_breach', text: TEXT })
  const { subject_id } = await stored(first.id)
  const second = await harness.server.db.transaction().execute((tx) =>
    openCase(tx, {
      queue: 'appeals',
      kind: 'decision',
      subject: { kind: 'decision', id: subject_id },
      personId: null,
      title: { code: 'appeal', params: { action: 'hide' } },
      at: harness.now,
    }),
  )
  expect(await press(olga, first.id, 'reopen', { text: TEXT })).toBe('409 already_so')
  await press(olga, second.id, 'claim')
  await press(olga, second.id, 'resolve', { outcome: 'duplicate', text: TEXT })
  harness.now = new Date(+harness.now + 30 * DAY_MS)
  await signIn()
  expect(await press(olga, second.id, 'reopen', { text: TEXT })).toMatchObject({ state: 'open' })
  harness.now = new Date(+harness.now + 1)
  expect(await press(olga, first.id, 'reopen', { text: TEXT })).toBe('409 too_late')
  expect(await stored(first.id)).toMatchObject({ state: 'resolved' })
})

test.each([
  ['acted', 'We found that our rules were broken and took action.'],
  ['no_breach', 'found that no rules were broken.'],
] as const)(
  'reporters hear that the outcome is %s; the report is closed',
  async (outcome, said) => {
    const text = { other_user_id: harness.pro.id, reason: 'Asks for a cheque' }
    const asClient = await as(harness.server, harness.client)
    await asClient.post('/api/chat/messages', {
      sender_id: harness.client.id,
      receiver_id: harness.pro.id,
      message: 'Please be here at nine.',
    })
    await asClient.post('/api/chat/report', text)
    const report = await harness.server.db
      .selectFrom('reports')
      .selectAll()
      .where('reporter_id', '=', harness.client.id)
      .executeTakeFirstOrThrow()
    const id = report.case_id!
    expect((await press(olga, id, 'claim')).facts).toMatchObject({
      reports: [{ number: Number(report.id), text: 'Asks for a cheque', state: 'open' }],
      messages: [{ from: 'client', text: 'Please be here at nine.' }],
      conversations: [{ client: { id: harness.client.id }, professional: { id: harness.pro.id } }],
    })
    await press(olga, id, 'resolve', { outcome, text: TEXT })
    for (const _ of [1, 2]) await JOBS['notify-reporters'](harness.server.context, { case_id: id })
    const { notices } = (await asClient.get('/api/notices')).body
    const told = notices.filter(({ topic }: { topic: string }) => topic === 'account')
    expect(told).toHaveLength(1)
    expect(told[0].text).toContain(said)
    const closed = await harness.server.db
      .selectFrom('reports')
      .select('closed_at')
      .where('id', '=', report.id)
      .executeTakeFirstOrThrow()
    expect(closed.closed_at).toEqual(harness.now)
  },
)

// rule: case-screen, actions
test('the street of a visit and the photos of its problem are for the holder of the case', async () => {
  const problemId = await reportedTask()
  const form = { image: harness.image }
  const photo = `/api/problems/${problemId}/photos`
  const { body } = await sendForm(harness.server, harness.client, 'POST', photo, form)
  const { file } = body.problem.photos[0]
  await send(harness.pro, 'put', `/api/problems/${problemId}/answer`, { statement: TEXT })
  await send(harness.client, 'put', `/api/problems/${problemId}/close`, { outcome: 'not_solved' })
  await signIn()
  const list = await olga.calls.get('/api/operator/cases?queue=visits&state=open')
  const found = list.body.cases.find(
    ({ subject }: { subject: { id: string } }) => subject.id === problemId,
  )
  expect(found).toMatchObject({ kind: 'missed_task', person: { id: harness.pro.id } })
  const { id } = found
  const seen = async (by: TestOperator) =>
    (await by.calls.get(`/api/operator/problem-photos/${file}`)).status
  const facts = async (by: TestOperator) => (await by.calls.get(at(id))).body.case.facts
  expect(await facts(olga)).toMatchObject({
    problem: { street: null },
    photos: [{ file }],
    conversations: [{ client: { id: harness.client.id }, professional: { id: harness.pro.id } }],
  })
  expect(await seen(olga)).toBe(404)
  const letter = (problem: string) =>
    olga.calls.get(`/api/operator/letters?person_id=${harness.client.id}&problem_id=${problem}`)
  const { title } = (await letter(problemId)).body.letters.decide
  expect(title).toMatch(/^The report about your visit on \w{3} \d+, 20\d\d is settled$/)
  expect((await letter(harness.client.id)).status).toBe(404)
  await press(olga, id, 'claim')
  expect((await facts(olga)).problem.street).toMatch(/\w/)
  expect((await facts(ed)).problem.street).toBeNull()
  expect([await seen(olga), await seen(ed)]).toEqual([200, 404])
})

// rule: contact-page
test('the holder of a support case answers by a letter, and keeps the case', async () => {
  const text = 'My visit of last Friday is still open.'
  const contact = { topic: 'booking', name: 'Noor', email: 'noor@example.com', text }
  const { number } = (await visitor(harness.server).post('/api/contact', contact)).body
  const { cases } = (await olga.calls.get('/api/operator/cases?queue=support')).body
  const { id } = cases.find((one: { number: string }) => one.number === number)
  expect(await press(olga, id, 'answer', { text: TEXT })).toBe('409 claim_first')
  await press(olga, id, 'claim')
  expect(await press(olga, id, 'answer', { text: 'Short' })).toBe('422 text_too_short')
  const answered = await press(olga, id, 'answer', { text: TEXT })
  expect(answered).toMatchObject({ state: 'claimed', facts: { topic: 'booking' } })
  expect(
    answered.facts.messages.map(({ from, text }: { from: string; text: string }) => [from, text]),
  ).toEqual([
    ['you', text],
    ['lustra', TEXT],
  ])
  await press(olga, id, 'resolve', { outcome: 'answered', text: TEXT })
  expect(await press(olga, id, 'answer', { text: TEXT })).toBe('409 case_closed')
  const appeal = await open()
  await press(olga, appeal.id, 'claim')
  expect(await press(olga, appeal.id, 'answer', { text: TEXT })).toBe('404 not_found')
})

// rule: case-queues
test('failed jobs of one name are one case, and a later failure another one', async () => {
  const { db, context } = harness.server
  // The queue's functions work by the clock of the database.
  harness.now = new Date()
  await signIn()
  const fail = async () => {
    const id = await enqueue(db, 'make-avif', { file: crypto.randomUUID() })
    await failJobs(db, [id], 'No such file')
    return id
  }
  const found = async () => {
    await JOBS['release-cases'](context, {})
    return (await olga.calls.get('/api/operator/cases?queue=jobs')).body.cases
  }
  await fail()
  const newest = await fail()
  const [first, ...others] = await found()
  expect([first.subject, others]).toEqual([{ kind: 'job', id: newest, label: 'make-avif' }, []])
  const claimed = await press(olga, first.id, 'claim')
  expect(claimed.facts.job).toMatchObject({ id: newest, name: 'make-avif', error: 'No such file' })
  harness.now = new Date()
  await press(olga, first.id, 'resolve', { outcome: 'acted', text: TEXT })
  expect(await found()).toHaveLength(1)
  const failed = [await fail(), await fail()]
  const [second] = await found()
  expect(second).toMatchObject({ state: 'open', subject: { id: failed[1] } })
  await press(olga, second.id, 'claim')
  const said = { reason: 'fault_mended', text: TEXT, case_id: second.id }
  const stateAfter = async (what: 'retry' | 'discard', id: string) => {
    expect((await olga.calls.post(`/api/operator/jobs/${id}/${what}`, said)).status).toBe(200)
    return (await olga.calls.get(at(second.id))).body.case.state
  }
  expect(await stateAfter('retry', failed[1]!)).toBe('claimed')
  expect(await stateAfter('discard', failed[0]!)).toBe('resolved')
})

// rule: case-queues, scheduled-jobs
test('a failed job whose case cannot be opened stops no other', async () => {
  const { db, context } = harness.server
  const ids = [
    await enqueue(db, 'forget-picture', { file: 'x' }),
    await enqueue(db, 'read-calendar', { calendar_id: olga.id }),
  ]
  await failJobs(db, ids, 'Broken')
  const cure = await poison(db, 'insert', 'cases', sql`new.subject_key = 'forget-picture'`)
  const found = async () => {
    await JOBS['release-cases'](context, {})
    const { rows } = await sql<{ key: string }>`
      select subject_key as key from cases where subject_key in ('forget-picture', 'read-calendar') order by 1`.execute(
      db,
    )
    return rows.map(({ key }) => key)
  }
  expect(await found()).toEqual(['read-calendar'])
  await cure()
  expect(await found()).toEqual(['forget-picture', 'read-calendar'])
})

test('nobody but an operator reads or moves a case, and wrong input changes nothing', async () => {
  const { id } = await open()
  const callers: Caller[] = [
    visitor(harness.server),
    await as(harness.server, harness.client),
    await as(harness.server, await buildClient(harness.server)),
    await as(harness.server, harness.pro),
  ]
  for (const caller of callers) {
    for (const path of ['/api/operator/queues', '/api/operator/cases', at(id)])
      expect((await caller.get(path)).status).toBe(401)
    for (const move of ['claim', 'release', 'reopen', 'notes', 'resolve'])
      expect((await caller.post(at(id, move), {})).status).toBe(401)
    expect((await caller.get('/api/operator/problem-photos/x.webp')).status).toBe(401)
  }
  await press(olga, id, 'claim')
  const wrong = await Promise.all([
    press(olga, id, 'resolve', { outcome: 'acted', text: 'Too few' }),
    press(olga, id, 'resolve', { outcome: 'ignored', text: TEXT }),
    press(olga, id, 'notes', { text: ' ' }),
    press(olga, crypto.randomUUID(), 'claim'),
    press(olga, 'x', 'claim'),
  ])
  expect(wrong).toEqual([
    '422 text_too_short',
    '422 invalid_input',
    '422 text_too_short',
    '404 not_found',
    '404 not_found',
  ])
  expect(await stored(id)).toMatchObject({ state: 'claimed' })
})
