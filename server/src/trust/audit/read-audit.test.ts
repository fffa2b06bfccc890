// rule: audit-log
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildOperator, endSessions } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { openCase } from '../cases/open-case.ts'
import { recordAction } from '../decisions/record-action.ts'
import { auditHead, recordOperatorAction } from './operator-actions.ts'

const PATHS = ['', '/verify', '/export'].map((part) => `/api/operator/audit${part}`)
const WHY = { reason: 'A mistake of ours.', doneBy: 'cli:olga' }

let server: TestServer
let operator: TestOperator
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  operator = await buildOperator(server, { name: 'Olga Reis' })
})
afterAll(() => server.close())

const read = (query = '') => operator.calls.get(`/api/operator/audit${query}`)
/** An action in the console about a person, whose text the person reads. */
const act = (subjectId: string, text: string) =>
  server.db.transaction().execute((tx) => {
    const action = { action: 'suspend', subjectId, doneBy: operator.id, at: NOW } as const
    return recordOperatorAction(tx, action, { reason: 'fraud', text, note: 'Inside.', caseId: 'c' })
  })

test('an empty log is whole, and its head is before the first entry', async () => {
  expect((await read()).body).toEqual({
    entries: [],
    has_more: false,
    head: { seq: 0, hash: '0'.repeat(64) },
  })
  const { body } = await operator.calls.get('/api/operator/audit/verify')
  expect(body).toEqual({ ok: true, checked: 0, first_bad_seq: null })
})

test('an operator reads who did what, newest first, without notes, and filters', async () => {
  const client = await buildClient(server)
  const seq = await act(client.id, 'You broke our rules.')
  await endSessions(server.context, client.id, WHY)
  const { body } = await read()
  expect(body.head).toEqual(await auditHead(server.db))
  expect(body.entries[1]).toEqual({
    seq,
    at: NOW.toISOString(),
    operator: { id: operator.id, name: 'Olga Reis' },
    action: 'suspend',
    subject: { kind: 'person', id: client.id, label: expect.stringMatching(/^Pat Person\d+$/) },
    reason: 'fraud',
    text: 'You broke our rules.',
    case_id: 'c',
  })
  expect(body.entries[0]).toMatchObject({
    seq: seq + 1,
    operator: { id: 'cli:olga', name: 'cli:olga' },
    text: null,
    case_id: null,
  })
  const found = async (query: string) =>
    ((await read(query)).body.entries as { seq: number }[]).map((entry) => entry.seq)
  expect(await found(`?operator_id=${operator.id}`)).toEqual([seq])
  expect(await found('?operator_id=cli:olga')).toEqual([seq + 1])
  expect(await found('?action=suspend')).toEqual([seq])
  expect(await found(`?person_id=${client.id}&before=${seq + 1}`)).toEqual([seq])
  expect(await found(`?person_id=${operator.id}`)).toEqual([])
})

test('a decision about something of a person, such as a review, is found with the person', async () => {
  const client = await buildClient(server)
  const action = {
    action: 'hide',
    subjectId: crypto.randomUUID(),
    at: NOW,
    people: [client.id],
  } as const
  const seq = await server.db
    .transaction()
    .execute((tx) => recordAction(tx, action, WHY, { as: 'text' }))
  expect((await read(`?person_id=${client.id}`)).body.entries).toMatchObject([
    { seq, subject: { kind: 'review' } },
  ])
})

test('what was done to a payment belongs to its professional', async () => {
  const grace = await buildProfessional(server)
  const { id: subjectId } = await server.db
    .insertInto('payments')
    .values({
      professional_id: grace.id,
      kind: 'lead',
      status: 'paid',
      provider: 'simulated',
      provider_payment_id: 'pay_1',
      amount_cents: 1990,
      billed_to: 'Grace',
      created_at: NOW,
      paid_at: NOW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.db.transaction().execute((tx) => {
    const action = { action: 'refund', subjectId, doneBy: 'cli:olga', at: NOW } as const
    return recordOperatorAction(tx, action, { note: 'x' })
  })
  const { entries } = (await read(`?person_id=${grace.id}`)).body
  expect(entries).toMatchObject([{ action: 'refund', subject: { kind: 'payment' } }])
})

test('the check of a Social Security number has the name of its professional', async () => {
  const { id } = await buildProfessional(server)
  await server.db.transaction().execute((tx) => {
    const action = { action: 'number_read', subjectId: id, doneBy: 'cli:olga', at: NOW } as const
    return recordOperatorAction(tx, action, { note: 'x' })
  })
  const { first_name, last_name } = await server.db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await read(`?person_id=${id}`)).body.entries).toMatchObject([
    { subject: { kind: 'verification', id, label: `${first_name} ${last_name}` } },
  ])
})

test('what was done to a case has its number, whatever other cases are about', async () => {
  const cases = await server.db.transaction().execute((tx) =>
    Promise.all(
      ['8', '9'].map((id) =>
        openCase(tx, {
          queue: 'jobs',
          kind: `job ${id}`,
          subject: { kind: 'job', id },
          personId: null,
          title: { code: 'job_failed', params: { name: 'send-mail' } },
          at: NOW,
        }),
      ),
    ),
  )
  const { id, number } = await server.db
    .selectFrom('cases')
    .select(['id', 'number'])
    .where('id', '=', cases[0]!.id)
    .executeTakeFirstOrThrow()
  await server.db.transaction().execute((tx) => {
    const action = { action: 'resolve', subjectId: id, doneBy: 'cli:olga', at: NOW } as const
    return recordOperatorAction(tx, action, { note: 'x' })
  })
  const { entries } = (await read('?action=resolve')).body
  expect(entries).toMatchObject([{ subject: { kind: 'case', id, label: `C-${number}` } }])
})

test('a page has 50 entries', async () => {
  const { id } = await buildClient(server)
  for (let turn = 0; turn < 51; turn++) await act(id, `Number ${turn} of many.`)
  const first = (await read(`?person_id=${id}`)).body
  expect([first.entries.length, first.has_more]).toEqual([50, true])
  const rest = (await read(`?person_id=${id}&before=${first.entries.at(-1).seq}`)).body
  expect([rest.entries.length, rest.has_more]).toEqual([1, false])
})

test('the download has the chain as it is, ends with itself, and proves itself', async () => {
  const { status, body, headers } = await operator.calls.get('/api/operator/audit/export')
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const { seq } = await auditHead(server.db)
  expect(headers['content-disposition']).toBe(`attachment; filename="audit-1-${seq}.ndjson"`)
  const lines = String(body)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; prev: string; hash: string; body: string })
  expect(lines.map((line) => line.seq)).toEqual(
    Array.from({ length: seq }, (_, index) => index + 1),
  )
  let prev = '0'.repeat(64)
  for (const line of lines) {
    expect(line.prev).toBe(prev)
    prev = createHash('sha256').update(`${prev}\n${line.body}`).digest('hex')
    expect(line.hash).toBe(prev)
  }
  expect(JSON.parse(lines.at(-1)!.body)).toMatchObject({
    action: 'audit_exported',
    operator: operator.id,
    subject: { kind: 'audit', id: '1' },
    request_id: headers['x-request-id'],
  })
  const part = await operator.calls.get(`/api/operator/audit/export?from=${seq}`)
  expect(String(part.body).trimEnd().split('\n')).toHaveLength(2)
})

test('a changed entry is found by its number', async () => {
  await sql`set session_replication_role = replica;
    update audit_texts set text = 'Another one.' where seq = 1;
    set session_replication_role = origin`.execute(server.db)
  const { body } = await operator.calls.get('/api/operator/audit/verify')
  expect(body).toEqual({ ok: false, checked: 0, first_bad_seq: 1 })
})

// rule: operator-sessions
test('nobody but an operator reads it, and only a confirmed one downloads it', async () => {
  const { seq } = await auditHead(server.db)
  const callers = [
    visitor(server),
    await as(server, await buildClient(server)),
    await as(server, await buildProfessional(server)),
  ]
  for (const caller of callers)
    for (const path of PATHS) {
      const { status, body } = await caller.get(path)
      expect([status, body.code]).toEqual([401, 'not_signed_in'])
    }
  const unconfirmed = await buildOperator(server, { confirmed: false })
  const statuses = await Promise.all(
    PATHS.map(async (path) => (await unconfirmed.calls.get(path)).status),
  )
  expect(statuses).toEqual([200, 200, 403])
  for (const query of ['from=0', 'from=x', 'from=1.5']) {
    const { status, body } = await operator.calls.get(`/api/operator/audit/export?${query}`)
    expect([status, body.code]).toEqual([422, 'invalid_input'])
  }
  expect((await read('?person_id=somebody')).status).toBe(422)
  expect((await auditHead(server.db)).seq).toBe(seq)
})
