// rule: case-states, appeals
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CaseOutcome } from '#contract/trust/case-rules.ts'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { findBroken } from '#server/test/invariants.ts'
import { whileLocked } from '#server/test/lock-wait.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { openCase } from '#server/trust/cases/open-case.ts'

const TEXT = 'We looked at it together.'
const APPEAL = 'Please look at it again, it was not me.'

let server: TestServer
let olga: TestOperator
let pablo: TestOperator
let client: { id: string }
let pro: { id: string }
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => NOW })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('cases').execute()
  olga = await buildOperator(server)
  pablo = await buildOperator(server)
  client = await buildClient(server)
  pro = await buildProfessional(server, { credits: 20 })
})

const post = (by: TestOperator, path: string, body: object = {}, headers = {}) =>
  by.calls.post(`/api/operator/${path}`, body, headers)
const claimed = async (by: TestOperator, queue: string) => {
  const { cases } = (await by.calls.get(`/api/operator/cases?queue=${queue}&state=open`)).body
  const { id, subject } = cases[0] as { id: string; subject: { id: string } }
  await post(by, `cases/${id}/claim`)
  return { id, subjectId: subject.id }
}
const resolve = (by: TestOperator, id: string, outcome: CaseOutcome) =>
  post(by, `cases/${id}/resolve`, { outcome, text: TEXT })
const decisionsOf = async (person: { id: string }) =>
  (await (await as(server, person)).get(`/api/users/${person.id}/decisions`)).body.decisions
const appeal = async (person: { id: string }) => {
  const [{ id }] = await decisionsOf(person)
  const path = `/api/users/${person.id}/decisions/${id}/appeal`
  await (await as(server, person)).post(path, { text: APPEAL })
  return id as string
}
const contact = () =>
  visitor(server).post('/api/contact', {
    topic: 'booking',
    name: 'Noor',
    email: 'noor@example.com',
    text: 'My visit of last Friday is still open.',
  })
const report = async () => {
  const body = { subject: { kind: 'person', id: pro.id }, reason: 'spam', text: 'Writes adverts.' }
  await (await as(server, client)).post('/api/reports', body)
}
const suspend = () =>
  post(olga, `people/${client.id}/suspend`, { reason: 'safety', text: TEXT, visits: 'keep' })
const giveNumber = async () =>
  (await as(server, pro)).put('/api/professional/update-profile', {
    user_id: pro.id,
    social_security_number: `3456${String(Date.now()).slice(-5)}`,
  })

type Held = { id: string; subjectId: string }

test.each([
  [
    'a thread',
    'support',
    contact,
    'support_messages',
    (held: Held) => resolve(pablo, held.id, 'answered'),
  ],
  [
    'a thread',
    'support',
    contact,
    'support_messages',
    (held: Held) => post(pablo, `cases/${held.id}/answer`, { text: TEXT }),
  ],
  ['a report', 'reports', report, 'reports', (held: Held) => resolve(pablo, held.id, 'acted')],
  [
    'a check',
    'verification',
    giveNumber,
    'professionals',
    (held: Held) =>
      post(pablo, `verifications/${held.subjectId}/approve`, {
        reason: 'records_clear',
        text: TEXT,
        case_id: held.id,
      }),
  ],
] as const)(
  'whoever waits for %s in the queue %s holds nothing that comes after it',
  async (_, queue, begin, table, command) => {
    await begin()
    const held = await claimed(pablo, queue)
    const lock = `select from ${table} for update`
    const free = [`select from cases where id = '${held.id}' for update nowait`]
    expect(await whileLocked(server, lock, () => command(held), free)).toBe(200)
  },
)

test('commands about one matter at once end without a deadlock, and afterwards the invariants hold', async () => {
  for (let round = 0; round < 3; round++) {
    await contact()
    await report()
    await suspend()
    await appeal(client)
    const [thread, reported, appealed] = [
      await claimed(pablo, 'support'),
      await claimed(pablo, 'reports'),
      await claimed(pablo, 'appeals'),
    ]
    const said = { reason: 'answer', subject: 'Your question', text: TEXT }
    const answers = await Promise.all([
      post(pablo, `cases/${thread.id}/answer`, { text: TEXT }),
      resolve(pablo, thread.id, 'answered'),
      resolve(pablo, reported.id, 'acted'),
      report(),
      resolve(pablo, appealed.id, 'no_breach'),
      post(pablo, `people/${client.id}/restore`, {
        reason: 'appeal',
        text: TEXT,
        case_id: appealed.id,
      }),
      post(olga, `people/${client.id}/message`, { ...said, case_id: reported.id }),
      post(pablo, `people/${client.id}/message`, { ...said, case_id: thread.id }),
    ])
    for (const answer of answers) expect([200, 409, undefined]).toContain(answer?.status)
    client = await buildClient(server)
  }
  expect(await findBroken(server)).toEqual({})
})

test.each(['acted', 'answered', 'duplicate', 'withdrawn'] as const)(
  'an appeal is not resolved as %s: the opposite action decides it',
  async (outcome) => {
    await suspend()
    await appeal(client)
    const { id } = await claimed(pablo, 'appeals')
    const before = await auditEntries(server)
    expect((await resolve(pablo, id, outcome)).body.code).toBe('decide_first')
    expect(await auditEntries(server)).toEqual(before)
    expect(await decisionsOf(client)).toMatchObject([{ appeal: { state: 'open' } }])
    expect((await resolve(pablo, id, 'no_breach')).status).toBe(200)
    expect(await decisionsOf(client)).toMatchObject([{ appeal: { state: 'upheld', answer: TEXT } }])
  },
)

test('a check that waits keeps its case until it is decided', async () => {
  await giveNumber()
  const { id } = await claimed(pablo, 'verification')
  for (const outcome of ['acted', 'duplicate'] as const)
    expect((await resolve(pablo, id, outcome)).body.code).toBe('decide_first')
  const kept = server.db.selectFrom('cases').select('state').where('id', '=', id)
  expect(await kept.execute()).toEqual([{ state: 'claimed' }])
})

test('credits overturn an appeal only if they name its case; an action overturns every appeal that it undoes', async () => {
  const credits = (by: TestOperator, amount: number, more = {}) =>
    post(by, `people/${pro.id}/credits`, { reason: 'by_mistake', text: TEXT, amount, ...more })
  await credits(olga, -3)
  await appeal(pro)
  const state = async () =>
    (await decisionsOf(pro)).find(({ appeal: one }: { appeal: object | null }) => one)?.appeal.state
  await credits(pablo, 1)
  expect(await state()).toBe('open')
  const { id } = await claimed(pablo, 'appeals')
  expect((await credits(pablo, 3, { case_id: id })).status).toBe(200)
  expect(await state()).toBe('overturned')

  await suspend()
  await appeal(client)
  await server.db
    .updateTable('suspensions')
    .set({ began_at: new Date(+NOW - 1000), until: NOW })
    .where('user_id', '=', client.id)
    .execute()
  await JOBS['end-suspensions'](server.context, {})
  await suspend()
  await appeal(client)
  await post(pablo, `people/${client.id}/restore`, { reason: 'appeal', text: TEXT })
  const answered = (await decisionsOf(client)).filter(({ appeal: one }: { appeal: unknown }) => one)
  expect(answered.map(({ appeal: one }: { appeal: { state: string } }) => one.state)).toEqual([
    'overturned',
    'overturned',
  ])
})

test('a case that is opened again for another matter is not for its operator, who gives it back', async () => {
  const open = (notFor?: string) =>
    server.db.transaction().execute((tx) =>
      openCase(tx, {
        queue: 'verification',
        kind: 'ssn',
        subject: { kind: 'verification', id: pro.id },
        personId: pro.id,
        title: { code: 'check_waits', params: { kind: 'ssn' } },
        at: NOW,
        notFor,
      }),
    )
  await open()
  const { id } = await claimed(olga, 'verification')
  await open(olga.id)
  const kept = server.db.selectFrom('cases').select(['state', 'not_for', 'claimed_by'])
  expect(await kept.where('id', '=', id).execute()).toEqual([
    { state: 'open', not_for: olga.id, claimed_by: null },
  ])
})

// rule: contact-page
test('an answer is one letter for its key, however often it is sent', async () => {
  await contact()
  const { id } = await claimed(olga, 'support')
  const key = { 'idempotency-key': 'answer-1' }
  const path = `cases/${id}/answer`
  for (const _ of [1, 2]) {
    const { body } = await post(olga, path, { text: TEXT }, key)
    expect(body.case.facts.messages).toHaveLength(2)
  }
  const saved = server.db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', '=', 'answer-1')
  expect(JSON.stringify(await saved.execute())).not.toContain(TEXT)
})
