// rule: two-operators
import {
  grantByOperator,
  refundByOperator,
  decideApprovalByOperator,
} from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { findBroken } from '#server/test/invariants.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { lockAccount } from '../subscription/billing.queries.ts'
import { changeCredits } from './operator-credits.ts'

const WHY = { reason: 'The site was down on Monday.', doneBy: 'cli:olga' }
const AGREED = { reason: 'Checked with the logs.', doneBy: 'cli:pablo' }

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({ REFUND_SECOND_OPERATOR_DOLLARS: '5' }, { now: () => now })
})
afterAll(() => server.close())

const grant = (id: string, amount: number) => grantByOperator(server.context, id, amount, WHY)
const decide = (id: string, verdict: 'approved' | 'refused' = 'approved', why = AGREED) =>
  decideApprovalByOperator(server.context, id, verdict, why)
const waiting = (outcome: unknown) => outcome as { id: string; state: string }

async function balance({ id }: { id: string }) {
  const row = await server.db
    .selectFrom('lead_credits')
    .select('balance')
    .where('professional_id', '=', id)
    .executeTakeFirst()
  return row?.balance ?? 0
}

async function paid(professional: { id: string }) {
  await payAndReturn(server, professional, 'lead')
  return server.db
    .selectFrom('payments')
    .select(['id', 'number'])
    .where('professional_id', '=', professional.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
const orders = (payment: { id: string }) =>
  server.db
    .selectFrom('provider_tasks')
    .select('subject')
    .where('subject', '=', payment.id)
    .execute()

test('a decision waits for the account before it keeps other operators from the audit log', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const asked = waiting(await grant(professional.id, 11))
  const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = server.db.transaction().execute(async (tx) => {
    await lockAccount(tx, professional.id)
    locked.resolve()
    await ended.promise
  })
  await locked.promise
  const decision = decide(asked.id)
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and not granted and database = (
        select oid from pg_database where datname = current_database())`.execute(server.db)
    expect(rows).toHaveLength(1)
  })
  const { rows } = await sql`
    select pg_try_advisory_xact_lock(hashtextextended('audit log', 0)) as free`.execute(server.db)
  ended.resolve()
  await holder
  expect(rows).toEqual([{ free: true }])
  expect(await decision).toMatchObject({ approval: { state: 'approved' } })
})

test('credits beyond 10 in 30 days move only when another operator approves', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  expect(await grant(professional.id, 10)).toBe('granted')
  const asked = waiting(await grant(professional.id, 1))
  expect(asked.state).toBe('waiting')
  expect(await balance(professional)).toBe(10)
  expect(await decide(asked.id, 'approved', WHY)).toBe('other_operator_needed')
  expect(await decide(asked.id, 'refused', WHY)).toBe('other_operator_needed')
  expect(await decide(asked.id)).toMatchObject({ approval: { state: 'approved', text: null } })
  expect(await balance(professional)).toBe(11)
  expect(await decide(asked.id)).toBe('already_so')
  expect((await auditEntries(server)).slice(-3)).toMatchObject([
    { action: 'approval_asked', operator: 'cli:olga', note: WHY.reason },
    { action: 'approval_given', operator: 'cli:pablo', note: AGREED.reason },
    {
      action: 'credits',
      operator: 'cli:pablo',
      note: WHY.reason,
      after: { amount: 1, approval: asked.id, asked_by: 'cli:olga' },
    },
  ])
  now = new Date(+NOW + 30 * 86_400_000 - 1)
  expect(waiting(await grant(professional.id, 10)).state).toBe('waiting')
  now = new Date(+NOW + 30 * 86_400_000)
  expect(await grant(professional.id, 10)).toBe('granted')
  now = NOW
})

test('a refund above the limit waits, and two approvals at once order it once', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const payment = await paid(professional)
  const asked = waiting(await refundByOperator(server.context, payment.number, WHY))
  expect(asked.state).toBe('waiting')
  expect(await orders(payment)).toEqual([])
  expect(await refundByOperator(server.context, payment.number, WHY)).toBe(payment.id)
  const outcomes = await Promise.all([decide(asked.id), decide(asked.id), decide(asked.id)])
  expect(outcomes.filter((outcome) => outcome === 'already_so')).toHaveLength(2)
  expect(await orders(payment)).toHaveLength(1)
})

test('of ten refunds of one payment at once one waits', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const payment = await paid(professional)
  const tries = Array.from({ length: 10 }, () =>
    refundByOperator(server.context, payment.number, WHY),
  )
  await Promise.all(tries)
  const asked = await server.db
    .selectFrom('approvals')
    .select('id')
    .where('subject_id', '=', payment.id)
    .execute()
  expect(asked).toHaveLength(1)
})

test('refused or after 7 days it never happens', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  const refused = waiting(await grant(professional.id, 11))
  expect(await decide(refused.id, 'refused')).toMatchObject({ approval: { state: 'refused' } })
  expect(await decide(refused.id)).toBe('already_so')
  const at = (ms: number) => ({ ...server.context, clock: { now: () => new Date(+NOW + ms) } })
  const inTime = waiting(await grant(professional.id, 11))
  const justInTime = at(7 * 86_400_000 - 1)
  const answered = decideApprovalByOperator(justInTime, inTime.id, 'refused', AGREED)
  expect(await answered).toMatchObject({ approval: { state: 'refused' } })
  const late = waiting(await grant(professional.id, 11))
  const context = at(7 * 86_400_000)
  expect(await decideApprovalByOperator(context, late.id, 'approved', AGREED)).toBe('already_so')
  await JOBS['end-approvals'](context, {})
  await JOBS['end-approvals'](context, {})
  expect(await decide(late.id)).toBe('already_so')
  expect(await balance(professional)).toBe(0)
  expect((await auditEntries(server, late)).map(({ action }) => action)).toEqual([
    'approval_asked',
    'approval_ended',
  ])
  expect(await decide(professional.id)).toBe('not_found')
  expect(await decide('nonsense')).toBe('not_found')
})

test('credits are taken back, never more than there are', async () => {
  const professional = await buildProfessional(server, { credits: 0 })
  await grant(professional.id, 3)
  const take = (amount: number) =>
    server.db
      .transaction()
      .execute((tx) => changeCredits(tx, { professionalId: professional.id, amount, at: NOW }, WHY))
  expect(await take(-4)).toBe('not_enough_credits')
  expect(await balance(professional)).toBe(3)
  expect(await take(-3)).toHaveProperty('seq')
  expect(await balance(professional)).toBe(0)
})

test('after the refunds and credits above, also those at once, the invariants hold', async () => {
  expect(await findBroken(server)).toEqual({})
})
