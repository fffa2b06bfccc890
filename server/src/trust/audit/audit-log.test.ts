// rule: audit-log
import { grantByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { endSessions } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { auditHead, FIRST_PREV, recordOperatorAction } from './operator-actions.ts'
import { verifyAudit } from './verify-audit.ts'

const WHY = { reason: 'A mistake of ours, Noemi.', doneBy: 'cli:olga' }

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())
afterEach(async () => {
  await sql`set session_replication_role = replica; delete from audit_texts; delete from audit_log;
    set session_replication_role = origin`.execute(server.db)
})

const verify = () => verifyAudit(server.db)
async function actThrice() {
  const client = await buildClient(server)
  for (let turn = 0; turn < 3; turn++) await endSessions(server.context, client.id, WHY)
  return client
}
/**
 * Makes this change as a superuser who took triggers and constraints away. Returns the first bad row that the check
 * finds.
 */
async function verifyAfter(change: string) {
  const rolledBack = new Error('rolled back')
  let badSeq: number | null = null
  const tampered = server.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`alter table audit_log drop constraint audit_log_hash, drop constraint audit_log_body`.execute(
      tx,
    )
    await sql.raw(change).execute(tx)
    badSeq = (await verifyAudit(tx)).firstBadSeq
    throw rolledBack
  })
  await expect(tampered).rejects.toBe(rolledBack)
  return badSeq
}

test('an action has one entry with ids and states, and its text lies beside it', async () => {
  const client = await buildClient(server, { first_name: 'Noemi' })
  await endSessions(server.context, client.id, WHY)
  const { body, prev } = await server.db
    .selectFrom('audit_log')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(prev).toBe(FIRST_PREV)
  expect(JSON.parse(body)).toEqual({
    seq: 1,
    at: NOW.toISOString(),
    operator: 'cli:olga',
    action: 'end-sessions',
    subject: { kind: 'person', id: client.id },
    reason: 'stated',
    text_hash: null,
    note_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    case_id: null,
    before: null,
    after: { sessions: 0 },
    request_id: null,
  })
  expect(body).not.toMatch(/Noemi|mistake/)
  expect(await auditEntries(server, client)).toMatchObject([{ note: WHY.reason, text: null }])
})

test('ten actions at once have the numbers from 1 to 10 and one chain', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => buildClient(server)))
  await Promise.all(people.map(({ id }) => endSessions(server.context, id, WHY)))
  const { hash } = await auditHead(server.db)
  expect(await verify()).toEqual({ checked: 10, head: hash, firstBadSeq: null })
})

test('an action that is rolled back leaves no entry and no gap', async () => {
  const ana = await buildProfessional(server, { credits: 0 })
  const failed = server.db.transaction().execute(async (tx) => {
    const action = { action: 'suspend', subjectId: ana.id, doneBy: 'cli:olga', at: NOW } as const
    await recordOperatorAction(tx, action, { text: 'Never happened.' })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await grantByOperator(server.context, ana.id, 3, WHY)
  expect(await auditEntries(server)).toMatchObject([{ action: 'credits', after: { amount: 3 } }])
  expect((await verify()).firstBadSeq).toBeNull()
})

test('nobody changes or deletes an entry or changes a text', async () => {
  await actThrice()
  for (const change of [
    sql`update audit_log set body = body`,
    sql`delete from audit_log where seq = 3`,
    sql`truncate audit_log cascade`,
    sql`update audit_texts set note = 'Another one.'`,
  ])
    await expect(change.execute(server.db)).rejects.toThrow(
      'Nothing is changed in or taken out of audit_',
    )
  expect(await verify()).toMatchObject({ checked: 3, firstBadSeq: null })
})

test.each([
  [
    'a gap',
    `select seq + 2, at, hash, replace(body, '"seq":3', '"seq":5') from audit_log where seq = 3`,
  ],
  [
    'a wrong hash before',
    `select 4, at, prev, replace(body, '"seq":3', '"seq":4') from audit_log where seq = 3`,
  ],
  ['another number in the body', `select 4, at, hash, body from audit_log where seq = 3`],
  [
    'another moment than in the body',
    `select 4, now(), hash, replace(body, '"seq":3', '"seq":4') from audit_log where seq = 3`,
  ],
])('the database refuses a new entry with %s', async (_, entry) => {
  await actThrice()
  const insert = sql.raw(`
    with entry (seq, at, prev, body) as (${entry})
    insert into audit_log (seq, at, prev, body, hash)
    select seq, at, prev, body, encode(sha256(convert_to(prev || E'\\n' || body, 'UTF8')), 'hex') from entry`)
  await expect(insert.execute(server.db)).rejects.toThrow(/constraint/)
  expect(await verify()).toMatchObject({ checked: 3, firstBadSeq: null })
})

test('erased texts break nothing, and are erased after three years', async () => {
  await actThrice()
  const later = (time: string) => ({ ...server.context, clock: { now: () => new Date(time) } })
  await JOBS['forget-old'](later('2029-11-20T16:00:00.000Z'), {})
  expect((await auditEntries(server)).map(({ note }) => note)).toEqual(
    [1, 2, 3].map(() => WHY.reason),
  )
  await JOBS['forget-old'](later('2029-11-20T16:00:00.001Z'), {})
  expect((await auditEntries(server)).map(({ note }) => note)).toEqual([null, null, null])
  expect(await verify()).toMatchObject({ checked: 3, firstBadSeq: null })
})

test.each([
  [
    'one byte of a body',
    2,
    `update audit_log set body = replace(body, 'sions', 'sionz') where seq = 2`,
  ],
  ['a hash', 2, `update audit_log set hash = translate(hash, '0123', '1230') where seq = 2`],
  ['an entry in the middle', 2, 'delete from audit_log where seq = 2'],
  ['the first entry', 1, 'delete from audit_log where seq = 1'],
  ['a moment', 3, `update audit_log set at = at + interval '1 second' where seq = 3`],
  ['a note', 3, `update audit_texts set note = note || '!' where seq = 3`],
])('who changes or removes %s with all rights is found, by the number', async (_, bad, change) => {
  await actThrice()
  expect((await verify()).firstBadSeq).toBeNull()
  expect(await verifyAfter(change)).toBe(bad)
})
