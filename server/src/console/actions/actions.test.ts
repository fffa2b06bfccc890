// rule: actions, two-operators, opened-conversations
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACTION_REASONS } from '#contract/trust/action-reasons.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { emptyQueue, failJobs } from '#server/test/queue.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { enqueue } from '#server/queue/queue.ts'
import { startWorker } from '#server/worker.ts'
import { openCase } from '#server/trust/cases/open-case.ts'
import { messagesOfOpened } from './open-conversation.ts'
import { verifyAudit } from '#server/trust/audit/verify-audit.ts'

const TEXT = 'We looked at it together.'
const NOBODY = '00000000-0000-7000-8000-000000000099'

let server: TestServer
let olga: TestOperator
let pablo: TestOperator
let client: { id: string }
let professional: { id: string }
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  olga = await buildOperator(server)
  pablo = await buildOperator(server)
  client = await buildClient(server)
  professional = await buildProfessional(server, { credits: 0 })
})
afterAll(() => server.close())

/** Each call with a valid body, the extra input beside reason and text. */
const CALLS = [
  ['people/ID/suspend', 'fraud', { visits: 'keep' }],
  ['people/ID/restore', 'mistake', {}],
  ['people/ID/end-sessions', 'takeover', {}],
  ['people/ID/remove-second-factor', 'identity_proved', {}],
  ['people/ID/message', 'answer', { subject: 'Your question' }],
  ['people/ID/credits', 'goodwill', { amount: 1 }],
  ['payments/L-999/refund', 'twice', {}],
  ['reviews/ID/hide', 'advert', {}],
  ['reviews/ID/show', 'cleared', {}],
  ['jobs/999999/retry', 'fault_mended', {}],
  ['jobs/999999/discard', 'obsolete', {}],
  ['claims/nonsense', 'proved', { enabled: true }],
  ['approvals/ID/approve', 'goodwill', {}],
  ['approvals/ID/refuse', 'goodwill', {}],
] as const

const post = ({ calls }: TestOperator, path: string, body: object, headers = {}) =>
  calls.post(`/api/operator/${path}`, body, headers)

test.each(CALLS)(
  '%s is refused to others, without a reason and a text',
  async (call, reason, more) => {
    const path = call.replace('ID', NOBODY)
    const body = { reason, text: TEXT, ...more }
    const before = (await auditEntries(server)).length
    const unconfirmed = await buildOperator(server, { confirmed: false })
    for (const caller of [
      visitor(server),
      await as(server, client),
      await as(server, professional),
    ])
      expect((await caller.post(`/api/operator/${path}`, body)).status).toBe(401)
    const isFree = call.includes('message') || call.startsWith('jobs')
    expect((await post(unconfirmed, path, body)).body.code).toBe(
      isFree ? 'not_found' : 'confirm_first',
    )
    expect((await post(olga, path, body)).body.code).toBe('not_found')
    // An approval has the reason of the action that was asked for: nothing to compare with here.
    const codes = call.startsWith('approvals') ? [] : ['no_breach', undefined]
    for (const wrong of codes) {
      const refused = await post(olga, path, { ...body, reason: wrong })
      expect(refused.body.code).toBe('reason_required')
    }
    expect((await post(olga, path, { ...body, text: 'Short.' })).body.code).toBe('text_too_short')
    expect((await post(olga, path, { ...body, text: undefined })).body.code).toBe('text_too_short')
    expect((await auditEntries(server)).length).toBe(before)
  },
)

test('the reasons of every action have a text', async () => {
  const { body } = await olga.calls.get('/api/operator/reasons')
  expect(Object.keys(body.actions).toSorted()).toEqual(Object.keys(ACTION_REASONS).toSorted())
  expect(body.actions.suspend).toContainEqual({ code: 'fraud', text: 'Fraud' })
  expect((await visitor(server).get('/api/operator/reasons')).status).toBe(401)
})

test('the letter about an action is in the language of the person who will read it', async () => {
  const reader = await buildClient(server, { first_name: 'Rui', language: 'pt' })
  const lettersOf = async ({ id }: { id: string }) =>
    (await olga.calls.get(`/api/operator/letters?person_id=${id}`)).body
  const { language, letters, reasons } = await lettersOf(reader)
  expect([language, reasons.fraud]).toEqual(['pt', 'Fraude'])
  expect(letters.suspend.sentence).toContain('Rui')
  expect(letters.hide).toMatchObject({ reason: 'Motivo', text: 'Mensagem da nossa equipe' })
  const unread = ['retry', 'discard', 'claims']
  const written = Object.keys(ACTION_REASONS).filter((name) => !unread.includes(name))
  expect(Object.keys(letters).toSorted()).toEqual(
    [...written, 'answer', 'withdraw_notice'].toSorted(),
  )
  expect(await lettersOf({ id: NOBODY })).toMatchObject({ code: 'not_found' })
  for (const caller of [visitor(server), await as(server, client), await as(server, professional)])
    expect((await caller.get('/api/operator/letters')).status).toBe(401)
})

test('suspended once for a key, restored, and the person reads both', async () => {
  const person = await buildClient(server)
  const path = `people/${person.id}/suspend`
  const body = { reason: 'safety', text: TEXT, note: 'Seen in two reports.', visits: 'keep' }
  const key = { 'idempotency-key': 'suspend-1' }
  const first = await post(olga, path, body, key)
  expect(first.body).toMatchObject({
    action: { action: 'suspend', at: NOW.toISOString() },
    person: { id: person.id, state: 'suspended', suspended_until: null },
  })
  expect((await post(olga, path, body, key)).body).toEqual(first.body)
  expect((await post(olga, path, body)).body.code).toBe('already_so')
  const restore = { reason: 'mistake', text: TEXT }
  expect((await post(pablo, `people/${person.id}/restore`, restore)).status).toBe(200)
  expect(await auditEntries(server, person)).toMatchObject([
    { action: 'suspend', operator: olga.id, reason: 'safety', text: TEXT, note: body.note },
    { action: 'restore', operator: pablo.id, reason: 'mistake', text: TEXT },
  ])
  const caller = await as(server, person)
  expect((await caller.get(`/api/users/${person.id}/decisions`)).body.decisions).toMatchObject([
    { action: 'restore', reason: 'mistake', reason_text: 'It was our mistake' },
    { action: 'suspend', reason: 'safety', text: TEXT },
  ])
})

test('credits beyond ten wait for another operator, who decides with a reason of the asked action', async () => {
  const give = (amount: number) =>
    post(olga, `people/${professional.id}/credits`, { reason: 'goodwill', text: TEXT, amount })
  expect((await give(0)).body.code).toBe('invalid_input')
  expect((await give(-1)).body.code).toBe('not_enough_credits')
  expect((await give(10)).body).toMatchObject({ action: { action: 'credits' }, credits: 10 })
  const { approval, credits } = (await give(5)).body
  expect([approval.state, credits]).toEqual(['waiting', 10])
  const path = `approvals/${approval.id}/approve`
  const body = { reason: 'goodwill', text: TEXT }
  expect((await post(olga, path, body)).body.code).toBe('other_operator_needed')
  const read = async ({ calls }: TestOperator) => {
    const { cases } = (await calls.get('/api/operator/cases?queue=refunds')).body
    return (await calls.get(`/api/operator/cases/${cases[0].id}`)).body.case
  }
  expect((await read(olga)).may).toEqual(['note'])
  expect(await read(pablo)).toMatchObject({
    may: ['note', 'claim', 'approve', 'refuse'],
    facts: {
      approval: { id: approval.id, action: 'credits', amount: 5, text: TEXT, payment: null },
    },
  })
  expect((await post(pablo, path, { ...body, reason: 'twice' })).body.code).toBe('reason_required')
  expect((await post(pablo, path, body)).body).toMatchObject({ approval: { state: 'approved' } })
  expect((await post(pablo, path, body)).body.code).toBe('already_so')
  expect(await read(pablo)).toMatchObject({
    facts: { approval: { state: 'approved', text: null } },
  })
  expect((await give(-15)).body).toMatchObject({ credits: 0 })
  expect((await verifyAudit(server.db)).firstBadSeq).toBeNull()
})

test('an appeal shows the decision, and its holder may undo it', async () => {
  const person = await buildClient(server)
  const body = { reason: 'safety', text: TEXT, visits: 'keep' }
  await post(olga, `people/${person.id}/suspend`, body)
  const caller = await as(server, person)
  const path = `/api/users/${person.id}/decisions`
  const [decision] = (await caller.get(path)).body.decisions
  const text = 'It was somebody else, please look again.'
  await caller.post(`${path}/${decision.id}/appeal`, { text })
  const list = `/api/operator/cases?queue=appeals&person_id=${person.id}`
  const { id } = (await pablo.calls.get(list)).body.cases[0]
  const { body: claimed } = await pablo.calls.post(`/api/operator/cases/${id}/claim`, {})
  expect(claimed.case).toMatchObject({
    may: ['note', 'release', 'resolve', 'restore'],
    facts: {
      decision: {
        action: 'suspend',
        text: TEXT,
        by: { id: olga.id },
        about: { id: person.id },
        appeal: { text },
      },
    },
  })
  const restore = { reason: 'appeal', text: TEXT, case_id: id }
  expect((await post(olga, `people/${person.id}/restore`, restore)).body.code).toBe(
    'other_operator_needed',
  )
  expect((await post(pablo, `people/${person.id}/restore`, restore)).status).toBe(200)
  const { body: ended } = await pablo.calls.get(`/api/operator/cases/${id}`)
  expect(ended.case).toMatchObject({ state: 'resolved', outcome: { code: 'acted', text: TEXT } })
})

test('a conversation is opened with a case and 40 characters, another operator is asked, and both are told later', async () => {
  const caller = await as(server, client)
  const pair = { client_id: client.id, professional_id: professional.id }
  const { conversation_id } = (await caller.post('/api/chat/initiate-contact', pair)).body
  const message = { sender_id: client.id, receiver_id: professional.id, message: 'Pay me outside.' }
  await caller.post('/api/chat/messages', message)
  const kase = await server.db.transaction().execute((tx) =>
    openCase(tx, {
      queue: 'reports',
      kind: 'person',
      subject: { kind: 'person', id: client.id },
      personId: client.id,
      title: { code: 'report', params: { subject: 'person' } },
      at: NOW,
    }),
  )
  const path = `conversations/${conversation_id}/open`
  const text = 'A report says that money was asked for outside of Lustra.'
  const body = { reason: 'fraud', text, case_id: kase.id }
  expect((await post(olga, path, { ...body, case_id: undefined })).body.code).toBe(
    'reason_required',
  )
  expect((await post(olga, path, { ...body, text: TEXT })).body.code).toBe('text_too_short')
  const key = { 'idempotency-key': 'open-once' }
  const opened = await post(olga, path, body, key)
  expect(opened.body.messages).toMatchObject([{ from: 'client', text: 'Pay me outside.' }])
  expect((await post(olga, path, body, key)).body).toEqual(opened.body)
  const kept = server.db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('key', '=', key['idempotency-key'])
  expect(JSON.stringify(await kept.execute())).not.toContain('Pay me outside.')
  const shownAfter = (ms: number) =>
    messagesOfOpened(
      { db: server.db, clock: { now: () => new Date(+NOW + ms) } },
      conversation_id,
      {
        at: NOW.toISOString(),
        until: opened.body.until,
      },
    )
  expect(await shownAfter(3_600_000 - 1)).toHaveLength(1)
  expect(await shownAfter(3_600_000)).toEqual([])
  const asked = await server.db
    .selectFrom('cases')
    .select(['id', 'queue', 'title_code', 'not_for'])
    .where('subject_id', '=', conversation_id)
    .execute()
  expect(asked).toMatchObject([{ queue: 'appeals', title_code: 'was_needed', not_for: olga.id }])
  const seen = await pablo.calls.get(`/api/operator/cases/${asked[0]!.id}`)
  expect(seen.body.case.facts.opening).toMatchObject({
    by: { id: olga.id },
    reason: 'fraud',
    text,
    case: { id: kase.id },
    client: { id: client.id },
    professional: { id: professional.id },
  })
  const decisions = await server.db
    .selectFrom('decisions')
    .select(['shown_at', 'told_at'])
    .where('about_id', '=', conversation_id)
    .execute()
  const shown_at = new Date(+NOW + 72 * 3_600_000)
  expect(decisions).toEqual([
    { shown_at, told_at: null },
    { shown_at, told_at: null },
  ])
})

// rule: actions, scheduled-jobs
test('failed jobs are listed, without scheduled ones that a later run has made up for', async () => {
  const { db } = server
  for (const task of ['renewals', 'complete-bookings']) {
    const { rows } = await sql<{ id: string }>`
      select (graphile_worker.add_job(${task}, queue_name => ${`clock ${task}`})).id
      from generate_series(1, 51)`.execute(db)
    const ids = rows.map(({ id }) => id)
    await failJobs(db, ids, 'no database')
  }
  await sql`insert into clock_runs values
    ('renewals', now() - interval '1 hour'), ('complete-bookings', now() + interval '1 hour')`.execute(
    db,
  )
  const read = async (query = '') => (await olga.calls.get(`/api/operator/jobs${query}`)).body
  const { jobs, has_more } = await read()
  expect([jobs.length, has_more]).toEqual([50, true])
  expect(new Set(jobs.map(({ name }: { name: string }) => name))).toEqual(new Set(['renewals']))
  const rest = await read(`?before=${jobs.at(-1).id}`)
  expect(rest).toMatchObject({
    jobs: [{ name: 'renewals', error: 'no database' }],
    has_more: false,
  })
  await emptyQueue(db)
})

test('a failed job that is tried again runs in the server', async () => {
  const id = await enqueue(server.db, 'send-reset-mail', { user_id: client.id })
  await failJobs(server.db, [id], 'the mail server is away')
  const before = (await server.letters()).length
  const body = { reason: 'fault_mended', text: TEXT }
  expect((await post(olga, `jobs/${id}/retry`, body)).status).toBe(200)
  const worker = await startWorker(server.context)
  try {
    await expect.poll(async () => (await server.letters()).length).toBe(before + 1)
  } finally {
    await worker.stop()
  }
  const action = (await auditEntries(server)).find((entry) => entry.action === 'retry')
  expect(action).toMatchObject({ after: { job: 'send-reset-mail' }, text: TEXT })
})
