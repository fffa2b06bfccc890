// rule: case-queues
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CASE_DUE_HOURS, CASE_QUEUES } from '#contract/trust/case-rules.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { JOBS } from '#server/jobs.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { openCase, resolveCaseOf } from './open-case.ts'

const AT = new Date('2026-12-01T10:00:00Z')
const HOUR_MS = 3_600_000
const hoursLater = (hours: number) => new Date(+AT + hours * HOUR_MS)

let server: TestServer
let operator: string
beforeAll(async () => {
  server = await testServer()
  operator = (await buildOperator(server)).id
})
afterAll(() => server.close())
beforeEach(() => server.db.deleteFrom('cases').execute())

type NewCase = Parameters<typeof openCase>[1]
const subject = { kind: 'payment', id: 'p1', label: 'L-12' } as const
const open = (changes: Partial<NewCase> = {}) =>
  server.db.transaction().execute((tx) =>
    openCase(tx, {
      queue: 'refunds',
      kind: 'failed',
      subject,
      personId: null,
      title: { code: 'refund_failed', params: { payment: 'L-12' } },
      at: AT,
      ...changes,
    }),
  )
const resolve = () =>
  server.db
    .transaction()
    .execute((tx) => resolveCaseOf(tx, 'refunds', subject, { outcome: 'acted', at: AT }))
const cases = () => server.db.selectFrom('cases').selectAll().orderBy('number').execute()
const historyOf = async (id: string) =>
  (
    await server.db
      .selectFrom('case_history')
      .select('what')
      .where('case_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ what }) => what)
const runJob = (job: 'release-cases' | 'forget-cases', at: Date) =>
  JOBS[job]({ ...server.context, clock: { now: () => at } }, {})

// rule: connections-bounded
test('a connection opens its tenth case as it opened the first', async () => {
  await server.db.transaction().execute(async (tx) => {
    for (let number = 1; number <= 10; number += 1) {
      const title = { code: 'refund_failed', params: { payment: `L-${number}` } } as const
      const one = { ...subject, id: `p${number}` }
      await openCase(tx, {
        queue: 'refunds',
        kind: 'failed',
        subject: one,
        personId: null,
        title,
        at: AT,
      })
    }
  })
  expect(await cases()).toHaveLength(10)
})

test.each(CASE_QUEUES)('a case of the queue %s is due in time', async (queue) => {
  await open({ queue })
  await open({ queue, key: 'urgent', urgent: true })
  expect((await cases()).map(({ due_at }) => due_at)).toEqual([
    hoursLater(CASE_DUE_HOURS[queue]),
    hoursLater(4),
  ])
})

test('ten that open a case of one subject at once open one', async () => {
  const opened = await Promise.all(Array.from({ length: 10 }, () => open()))
  expect(new Set(opened.map(({ number }) => number)).size).toBe(1)
  expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
  const [only, ...others] = await cases()
  expect(others).toEqual([])
  expect(opened[0]).toMatchObject({ id: only!.id, number: `C-${only!.number}` })
  expect(await historyOf(only!.id)).toEqual(['opened'])
})

test('an open case becomes urgent, and the earlier time counts', async () => {
  await open()
  await open({ urgent: true, at: hoursLater(1) })
  await open({ at: hoursLater(2) })
  expect(await cases()).toMatchObject([{ urgent: true, due_at: hoursLater(5) }])
})

// rule: case-states
test('what is settled resolves its case once; then the subject can have another one', async () => {
  const first = await open()
  await resolve()
  await resolve()
  expect(await cases()).toMatchObject([{ state: 'resolved', outcome: 'acted', resolved_at: AT }])
  expect(await historyOf(first.id)).toEqual(['opened', 'resolved'])
  expect((await open()).isNew).toBe(true)
})

// rule: case-states
test.each([
  ['a holder of an open case', `set claimed_by = OPERATOR, acted_at = now()`],
  ['a claimed case without a holder', `set state = 'claimed'`],
  ['a resolved case without an outcome', `set state = 'resolved', resolved_at = now()`],
  ['an outcome of an open case', `set outcome = 'acted'`],
  [
    'the operator who may not take it',
    `set state = 'claimed', claimed_by = OPERATOR, acted_at = now()`,
  ],
])('the database refuses %s', async (_, change) => {
  await open({ notFor: operator })
  const update = sql.raw(`update cases ${change.replace('OPERATOR', `'${operator}'`)}`)
  await expect(update.execute(server.db)).rejects.toThrow(/constraint/)
})

// rule: case-states
test('a case whose holder does nothing for 4 hours is open again', async () => {
  const { id } = await open()
  await server.db
    .updateTable('cases')
    .set({ state: 'claimed', claimed_by: operator, acted_at: AT })
    .execute()
  await runJob('release-cases', new Date(+hoursLater(4) - 1))
  expect(await cases()).toMatchObject([{ state: 'claimed' }])
  await runJob('release-cases', hoursLater(4))
  await runJob('release-cases', hoursLater(4))
  expect(await cases()).toMatchObject([{ state: 'open', claimed_by: null }])
  expect(await historyOf(id)).toEqual(['opened', 'ran_out'])
})

// rule: case-states
test('a case goes 24 months after it was resolved, an open one stays', async () => {
  await open({ key: 'stays' })
  await open()
  await resolve()
  await runJob('forget-cases', new Date('2028-12-01T10:00:00Z'))
  expect(await cases()).toHaveLength(2)
  await runJob('forget-cases', new Date('2028-12-01T10:00:01Z'))
  expect(await cases()).toMatchObject([{ subject_key: 'stays' }])
})

// rule: case-screen, case-queues
test('messages, reports and cases share one sequence; reports of one person are one case', async () => {
  const grace = await buildProfessional(server)
  const [client, other] = [await buildClient(server), await buildClient(server)]
  const [asClient, asOther] = [await as(server, client), await as(server, other)]
  const text = 'My visit of last Friday is still open.'
  const contact = { topic: 'safety', name: 'Noor', email: 'noor@example.com', text }
  const { number } = (await visitor(server).post('/api/contact', contact)).body
  for (const [caller, id] of [
    [asClient, client.id],
    [asOther, other.id],
  ] as const) {
    const to = { client_id: id, professional_id: grace.id }
    expect((await caller.post('/api/chat/initiate-contact', to)).status).toBe(200)
    const report = { other_user_id: grace.id, reason: 'Asks for a cheque' }
    for (const _ of [1, 2]) await caller.post('/api/chat/report', report)
  }
  const reports = await server.db.selectFrom('reports').select(['id', 'case_id']).execute()
  const [message, report, ...others] = await cases()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    queue: 'support',
    kind: 'safety',
    person_id: null,
    urgent: false,
  })
  expect(`C-${message!.number}`).toBe(number)
  expect(report).toMatchObject({
    queue: 'reports',
    kind: 'person',
    person_id: grace.id,
    subject_id: grace.id,
    number: reports[0]!.id,
  })
  expect(reports.map(({ case_id }) => case_id)).toEqual([report!.id, report!.id])
  expect(new Set([message!.number, ...reports.map(({ id }) => id)]).size).toBe(3)
})

// rule: case-states
test('the cases about a person stay without them when they delete the account', async () => {
  const password = 'a long enough passphrase'
  const client = await buildClient(server, { password_hash: await hashPassword(password) })
  await open({ personId: client.id })
  const headers = { [CURRENT_PASSWORD_HEADER]: encodeURIComponent(password) }
  const asClient = await as(server, client)
  expect((await asClient.delete(`/api/users/${client.id}`, headers)).status).toBe(200)
  expect(await cases()).toMatchObject([{ person_id: null, state: 'open' }])
})
