// rule: actions, problem-moves, decisions
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#server/test/audit.ts'
import { as } from '#server/test/call.ts'
import { whilePersonLocked } from '#server/test/lock-wait.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'
import { problemsHarness } from '#server/test/harness/problems-harness.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { suspend } from '#server/account/suspend/suspend-account.ts'

const TEXT = 'We looked at it together.'

const { harness, send, reportedTask } = problemsHarness()
let olga: TestOperator
let pablo: TestOperator
let caseId: string

const buildOperators = async () => {
  olga = await buildOperator(harness.server)
  pablo = await buildOperator(harness.server)
}
beforeEach(buildOperators)

const post = (path: string, body: object, { calls }: TestOperator = olga) =>
  calls.post(`/api/operator/${path}`, { text: TEXT, ...body })
/** Takes the only open case of a queue. */
async function claim(queue: string): Promise<string> {
  const { cases } = (await olga.calls.get(`/api/operator/cases?queue=${queue}&state=open`)).body
  expect((await post(`cases/${cases[0].id}/claim`, {})).status).toBe(200)
  return cases[0].id
}
const decide = (id: string, by = olga) =>
  post(`problems/${id}/decide`, { reason: 'evidence', outcome: 'for_client' }, by)
/** The conversation of both, and the case that it belongs to. */
const conversation = async () => {
  const report = {
    subject: { kind: 'person', id: harness.pro.id },
    reason: 'spam',
    text: 'Writes adverts.',
  }
  await (await as(harness.server, harness.client)).post('/api/reports', report)
  caseId = await claim('reports')
  const pair = { client_id: harness.client.id, professional_id: harness.pro.id }
  const contact = await (
    await as(harness.server, harness.client)
  ).post('/api/chat/initiate-contact', pair)
  return contact.body.conversation_id
}

/** A problem whose answer did not satisfy the client. */
async function disputedTask(): Promise<string> {
  const id = await reportedTask()
  await send(harness.pro, 'put', `/api/problems/${id}/answer`, { statement: 'I cleaned it.' })
  const closed = await send(harness.client, 'put', `/api/problems/${id}/close`, {
    outcome: 'not_solved',
  })
  expect(closed.problem.state).toBe('disputed')
  await buildOperators()
  await claim('visits')
  return id
}

/** A check whose badge was withdrawn, with the professional's appeal. */
async function heldCheck(): Promise<string> {
  const { server, pro } = harness
  await server.db
    .updateTable('professionals')
    .set({ background_check_status: 'not_submitted' })
    .where('user_id', '=', pro.id)
    .execute()
  const body = { user_id: pro.id, social_security_number: `3456${String(Date.now()).slice(-5)}` }
  await (await as(server, pro)).put('/api/professional/update-profile', body)
  await server.db
    .updateTable('professionals')
    .set({ background_check_status: 'approved', background_checked_at: harness.now })
    .where('user_id', '=', pro.id)
    .execute()
  return pro.id
}

async function publicReview(): Promise<string> {
  const { server, client, pro } = harness
  const review = { professional_id: pro.id, client_id: client.id, rating: 2 }
  const { id } = await server.db
    .insertInto('reviews')
    .values({
      ...review,
      title: 'Late',
      comment: 'An hour late.',
      created_at: harness.now,
      state: 'public',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function invoice(): Promise<string> {
  await payAndReturn(harness.server, harness.pro, 'lead')
  const paid = harness.server.db.selectFrom('payments').select('number')
  const of = paid.where('professional_id', '=', harness.pro.id)
  return (await of.executeTakeFirstOrThrow()).number
}

async function askedCredits(): Promise<string> {
  const asked = { reason: 'goodwill', amount: 11 }
  return (await post(`people/${harness.pro.id}/credits`, asked, pablo)).body.approval.id
}

type Command = (id: string) => ReturnType<typeof post>
const COMMANDS: [string, 'client' | 'pro', () => Promise<string>, Command][] = [
  ['decides a problem', 'client', disputedTask, (id) => decide(id)],
  [
    'withdraws a badge',
    'pro',
    heldCheck,
    (id) => post(`verifications/${id}/withdraw`, { reason: 'false_document' }),
  ],
  [
    'hides a review',
    'client',
    publicReview,
    (id) => post(`reviews/${id}/hide`, { reason: 'advert' }),
  ],
  [
    'gives credits',
    'pro',
    async () => harness.pro.id,
    (id) => post(`people/${id}/credits`, { reason: 'goodwill', amount: 1 }),
  ],
  [
    'refunds a payment',
    'pro',
    invoice,
    (number) => post(`payments/L-${number}/refund`, { reason: 'twice' }),
  ],
  [
    'approves credits',
    'pro',
    askedCredits,
    (id) => post(`approvals/${id}/approve`, { reason: 'goodwill' }),
  ],
  [
    'ends sessions',
    'client',
    async () => harness.client.id,
    (id) => post(`people/${id}/end-sessions`, { reason: 'asked' }),
  ],
  [
    'sees as a person',
    'client',
    async () => harness.client.id,
    (id) => post(`people/${id}/view`, { reason: 'asked', text: TEXT.repeat(2) }),
  ],
  [
    'opens a conversation',
    'client',
    conversation,
    (id) =>
      post(`conversations/${id}/open`, {
        reason: 'safety',
        text: TEXT.repeat(2),
        case_id: caseId,
      }),
  ],
]

test.each(COMMANDS)(
  'an operator who %s waits for the person and holds nothing that comes after',
  async (_name, side, prepare, command) => {
    const id = await prepare()
    expect(await whilePersonLocked(harness.server, harness[side], () => command(id))).toBe(200)
  },
)

test('a problem of a suspended person is decided without holding the case while the person is locked', async () => {
  const id = await disputedTask()
  const { context } = harness.server
  const why = { reason: TEXT, doneBy: pablo.id, said: { code: 'safety' } }
  await context.db
    .transaction()
    .execute((tx) => suspend(tx, context, harness.client.id, why, { visits: 'keep' }))
  expect(await whilePersonLocked(harness.server, harness.client, () => decide(id))).toBe(200)
})

test('an unknown problem is 404, also for who holds no case; a known one without its case is 409, and nothing is written', async () => {
  const id = await disputedTask()
  const before = await auditEntries(harness.server)
  for (const unknown of ['00000000-0000-7000-8000-000000000099', 'x']) {
    const { status, body } = await decide(unknown, pablo)
    expect([status, body.code]).toEqual([404, 'not_found'])
  }
  const { status, body } = await decide(id, pablo)
  expect([status, body.code]).toEqual([409, 'claim_first'])
  expect(await auditEntries(harness.server)).toEqual(before)
  expect((await decide(id)).body).toMatchObject({ problem: { id, state: 'decided' } })
})

test('a message of an operator stands among the decisions and at the bell, and is one letter with the link to answer', async () => {
  const { server, client } = harness
  const sent = { reason: 'warning', subject: 'Your visits in May' }
  await runDueJobs(server.context)
  const lettersBefore = (await server.letters()).length
  expect((await post(`people/${client.id}/message`, sent)).status).toBe(200)
  await runDueJobs(server.context)
  const caller = await as(server, client)
  expect((await caller.get(`/api/users/${client.id}/decisions`)).body.decisions).toMatchObject([
    {
      action: 'message',
      reason: 'warning',
      text: TEXT,
      about: { label: sent.subject },
      may_appeal: false,
    },
  ])
  expect((await caller.get('/api/notices')).body.notices[0]).toMatchObject({
    topic: 'account',
    title: 'Our team wrote to you',
    href: '/decisions',
  })
  const letters = (await server.letters()).slice(lettersBefore)
  expect(letters).toHaveLength(1)
  expect(letters[0]!.replaceAll('=\r\n', '')).toMatch(/We looked at it together.*\/support#token=/s)
})
