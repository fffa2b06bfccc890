// rule: operator-decision, rejection-notice, appeals
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const TEXT = 'We compared it with the records.'
const DISPUTE = 'I took the name of my husband in May 2026.'
const DAY_MS = 86_400_000
const NOBODY = '00000000-0000-7000-8000-000000000099'
const REASONS = {
  approve: 'records_clear',
  notice: 'number_mismatch',
  withdraw: 'false_document',
} as const
type Move = keyof typeof REASONS

let server: TestServer
let now = NOW
let olga: TestOperator
let pablo: TestOperator
let ana: { id: string; slug: string }
let number = 345_679_100
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  olga = await buildOperator(server)
  pablo = await buildOperator(server)
  ana = await buildProfessional(server)
  const body = { user_id: ana.id, social_security_number: String(++number) }
  await (await as(server, ana)).put('/api/professional/update-profile', body)
})

const act = (by: TestOperator, move: Move, changes: object = {}, headers = {}) =>
  by.calls.post(
    `/api/operator/verifications/${ana.id}/${move}`,
    { reason: REASONS[move], text: TEXT, ...changes },
    headers,
  )
const openCases = async (queue: string) =>
  (await olga.calls.get(`/api/operator/cases?queue=${queue}&state=open&person_id=${ana.id}`)).body
    .cases as { id: string; title: string }[]
const claim = async (by: TestOperator, queue = 'verification') => {
  const [waiting] = await openCases(queue)
  return (await by.calls.post(`/api/operator/cases/${waiting!.id}/claim`, {})).body
}
const dispute = async () =>
  (await as(server, ana)).post('/api/professional/verification/dispute', {
    user_id: ana.id,
    kind: 'ssn',
    text: DISPUTE,
  })
const dashboard = async () =>
  (await (await as(server, ana)).get(`/api/professional/dashboard/${ana.id}`)).body
const decisions = async () =>
  (await (await as(server, ana)).get(`/api/users/${ana.id}/decisions`)).body.decisions
const appeal = async (id: string) =>
  (await as(server, ana)).post(`/api/users/${ana.id}/decisions/${id}/appeal`, {
    text: 'Please look at it again, it was not me.',
  })
const later = async (days: number) => {
  now = new Date(+NOW + days * DAY_MS)
  olga = await buildOperator(server)
  pablo = await buildOperator(server)
}

test.each(Object.keys(REASONS) as Move[])(
  '%s is refused to others, without its reason and a text, and writes nothing',
  async (move) => {
    const before = await auditEntries(server)
    const path = `/api/operator/verifications/${ana.id}/${move}`
    const body = { reason: REASONS[move], text: TEXT }
    for (const caller of [
      visitor(server),
      await as(server, await buildClient(server)),
      await as(server, ana),
      await as(server, await buildProfessional(server)),
    ])
      expect((await caller.post(path, body)).status).toBe(401)
    const unconfirmed = await buildOperator(server, { confirmed: false })
    expect((await act(unconfirmed, move)).body.code).toBe('confirm_first')
    for (const id of [NOBODY, 'x', (await buildClient(server)).id]) {
      const refused = await olga.calls.post(`/api/operator/verifications/${id}/${move}`, body)
      expect(refused.body.code).toBe('not_found')
    }
    expect((await act(olga, move, { reason: 'goodwill' })).body.code).toBe('reason_required')
    expect((await act(olga, move, { text: 'Short.' })).body.code).toBe('text_too_short')
    const code = move === 'withdraw' ? 'already_so' : 'claim_first'
    expect((await act(olga, move)).body.code).toBe(code)
    await claim(pablo)
    expect((await act(olga, move)).body.code).toBe(code)
    expect(await auditEntries(server)).toEqual(before)
    expect(await decisions()).toEqual([])
  },
)

test('the holder of the case approves once for a key; the badge shows, and the professional reads why', async () => {
  expect((await claim(olga)).case.may).toEqual(expect.arrayContaining(['approve', 'notice']))
  const key = { 'idempotency-key': 'approve-1' }
  const first = await act(olga, 'approve', { note: 'County records.' }, key)
  expect(first.body).toMatchObject({
    action: { action: 'approve', at: NOW.toISOString() },
    verification: { id: ana.id, kind: 'ssn', state: 'verified' },
  })
  expect((await act(olga, 'approve', { note: 'County records.' }, key)).body).toEqual(first.body)
  expect((await dashboard()).verification_status).toBe('verified')
  expect(await auditEntries(server, ana)).toMatchObject([
    { action: 'approve', operator: olga.id, reason: 'records_clear', text: TEXT },
  ])
  expect(await decisions()).toMatchObject([{ action: 'approve', text: TEXT, may_appeal: false }])
  expect(await openCases('verification')).toEqual([])
})

test('a notice that is taken back lets the check wait again, with a case', async () => {
  const { id } = (await claim(olga)).case
  const sent = await act(olga, 'notice')
  const stands_at = new Date(+NOW + 7 * DAY_MS).toISOString()
  expect(sent.body.verification).toEqual({ id: ana.id, kind: 'ssn', state: 'pending', stands_at })
  expect(await openCases('verification')).toEqual([])
  const may = async () => (await pablo.calls.get(`/api/operator/cases/${id}`)).body.case.may
  expect(await may()).toContain('withdraw')
  expect((await act(pablo, 'withdraw', { reason: 'mistake' })).body).toMatchObject({
    action: { action: 'withdraw' },
    verification: { state: 'pending' },
  })
  expect(await may()).not.toContain('withdraw')
  expect((await dashboard()).verification_notice).toBeUndefined()
  expect(await openCases('verification')).toHaveLength(1)
  expect((await decisions()).map(({ action }: { action: string }) => action)).toEqual([
    'withdraw_notice',
    'notice',
  ])
})

test('after a dispute whoever sent the notice can neither approve nor take it back', async () => {
  await claim(olga)
  await act(olga, 'notice')
  expect((await dispute()).status).toBe(200)
  const before = await auditEntries(server)
  // The case cannot be theirs, so an earlier hold is what they could have.
  expect((await act(olga, 'withdraw')).body.code).toBe('other_operator_needed')
  const { id } = (await openCases('verification'))[0]!
  expect((await olga.calls.post(`/api/operator/cases/${id}/claim`, {})).body.code).toBe(
    'other_operator_needed',
  )
  expect(await auditEntries(server)).toEqual(before)
  await claim(pablo)
  expect((await act(pablo, 'approve')).status).toBe(200)
  expect((await dashboard()).verification_status).toBe('verified')
})

test('a rejection that stood can be appealed; who sent its notice does not answer, another one approves', async () => {
  await claim(olga)
  await act(olga, 'notice')
  await later(7)
  await JOBS['stand-rejections'](server.context, {})
  const [rejected] = await decisions()
  expect(rejected).toMatchObject({ action: 'reject', text: TEXT, may_appeal: true })
  expect((await auditEntries(server, ana)).at(-1)).toMatchObject({
    action: 'reject',
    operator: 'clock',
    reason: 'number_mismatch',
  })
  expect((await appeal(rejected.id)).status).toBe(200)
  const stored = await server.db
    .selectFrom('cases')
    .select('not_for')
    .where('subject_id', '=', rejected.id)
    .executeTakeFirstOrThrow()
  const [notice] = (await auditEntries(server, ana)).filter(({ action }) => action === 'notice')
  expect(stored.not_for).toBe(notice!.operator)
  expect((await act(pablo, 'approve')).body.code).toBe('claim_first')
  expect((await claim(pablo, 'appeals')).case.may).toContain('approve')
  expect((await act(pablo, 'approve')).body.verification.state).toBe('verified')
  expect(await decisions()).toMatchObject([
    { action: 'approve' },
    { action: 'reject', appeal: { state: 'overturned', answer: TEXT } },
    { action: 'notice' },
  ])
  expect((await dashboard()).verification_status).toBe('verified')
})

test('a badge that is taken back is gone at once, can be appealed, and its number stays taken', async () => {
  await claim(olga)
  await act(olga, 'approve')
  expect((await act(olga, 'withdraw')).body.verification.state).toBe('not_submitted')
  expect((await act(olga, 'withdraw')).body.code).toBe('already_so')
  const profile = await visitor(server).get(`/api/public/professional/${ana.slug}`)
  expect(profile.body.professional).toMatchObject({
    isBackgroundCheckVerified: false,
    background_check_status: 'not_submitted',
  })
  const [withdrawn] = await decisions()
  expect(withdrawn).toMatchObject({ action: 'withdraw', may_appeal: true })
  expect((await appeal(withdrawn.id)).status).toBe(200)
  await claim(pablo, 'appeals')
  expect((await act(pablo, 'approve')).status).toBe(200)
  expect((await dashboard()).verification_status).toBe('verified')
})
