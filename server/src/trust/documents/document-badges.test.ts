// rule: badges, identity-documents, document-checks, operator-decision
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { documentsOf, sendIdentity, sendInsurance } from '#server/test/builders/documents.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const DAY_MS = 86_400_000
const TEXT = 'We looked at your document.'
const INSURED_UNTIL = new Date('2027-06-30T23:59:59.999Z')

let server: TestServer
let now = NOW
let olga: TestOperator
let ana: { id: string; slug: string }
let email: string
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  olga = await buildOperator(server)
  const user = { email: `ana.${Math.random()}@example.com` }
  email = user.email
  ana = await buildProfessional(server, { user })
})

const act = (id: string, move: string, reason: string) =>
  olga.calls.post(`/api/operator/verifications/${id}/${move}`, { reason, text: TEXT })
async function approved(send: typeof sendIdentity | typeof sendInsurance) {
  await send(server, ana)
  const { id } = await documentsOf(server, ana)
  expect((await act(id, 'approve', 'documents_seen')).body.code).toBe('claim_first')
  const { body } = await olga.calls.get(
    `/api/operator/cases?queue=verification&person_id=${ana.id}`,
  )
  await olga.calls.post(`/api/operator/cases/${body.cases[0].id}/claim`, {})
  const { status, body: answer } = await act(id, 'approve', 'documents_seen')
  expect([status, answer.verification]).toEqual([
    200,
    { id, kind: body.cases[0].kind, state: 'verified' },
  ])
  return id
}
const badges = async () =>
  (await visitor(server).get(`/api/public/professional/${ana.slug}`)).body.professional.badges
const dashboard = async () =>
  (await (await as(server, ana)).get(`/api/professional/dashboard/${ana.id}`)).body
const endBadges = async (at: Date) => {
  now = at
  await JOBS['end-badges'](server.context, {})
  await runDueJobs(server.context)
}
const ending = async () =>
  (await server.letters()).filter(
    (letter) => letter.includes('Your badge ends on') && letter.includes(`To: ${email}`),
  ).length

test('approved at the console, documents show what was seen and until when, and no check of records', async () => {
  await approved(sendIdentity)
  await approved(sendInsurance)
  const inAYear = new Date(NOW)
  inAYear.setUTCFullYear(NOW.getUTCFullYear() + 1)
  expect(await badges()).toEqual([
    {
      kind: 'identity',
      what: 'Identity document seen, two references heard. No criminal records were searched.',
      by: 'Lustra',
      checked_at: NOW.toISOString(),
      expires_at: inAYear.toISOString(),
      covers: 'person',
      simulated: false,
    },
    expect.objectContaining({
      kind: 'insurance',
      what: 'A certificate of insurance of Harbor Mutual over $1,000,000',
      insurer: 'Harbor Mutual',
      amount: 1_000_000,
      expires_at: INSURED_UNTIL.toISOString(),
    }),
  ])
  expect(await dashboard()).toMatchObject({
    identity_status: 'verified',
    insurance_status: 'verified',
    verification_status: 'not_submitted',
    isBackgroundCheckVerified: false,
  })
})

test('an insurance ends with its day, after two letters, and can be sent again', async () => {
  await approved(sendInsurance)
  const before = (days: number, ms = 0) => new Date(+INSURED_UNTIL - days * DAY_MS + ms)
  await endBadges(before(30, -1))
  expect(await ending()).toBe(0)
  await endBadges(before(30))
  await endBadges(before(7))
  expect(await ending()).toBe(2)
  expect((await dashboard()).may_send).toContain('insurance')
  now = before(0, -1)
  expect(await badges()).toHaveLength(1)
  await endBadges(INSURED_UNTIL)
  expect(await badges()).toBeUndefined()
  expect((await dashboard()).insurance_status).toBe('expired')
})

test('a badge of documents is taken back, and a notice is disputed like that of a number', async () => {
  const id = await approved(sendIdentity)
  const page = await olga.calls.get(`/api/operator/people/${ana.id}`)
  expect(page.body.professional.badges).toMatchObject([{ id, kind: 'identity' }])
  expect((await act(id, 'withdraw', 'false_document')).body.verification.state).toBe(
    'not_submitted',
  )
  expect(await badges()).toBeUndefined()
  await sendInsurance(server, ana)
  const insurance = (await documentsOf(server, ana)).id
  const { body } = await olga.calls.get(
    `/api/operator/cases?queue=verification&state=open&person_id=${ana.id}`,
  )
  await olga.calls.post(`/api/operator/cases/${body.cases[0].id}/claim`, {})
  expect((await act(insurance, 'notice', 'document_unreadable')).status).toBe(200)
  expect((await dashboard()).verification_notice).toMatchObject({
    kind: 'insurance',
    reason: 'document_unreadable',
    disputed: false,
  })
  const dispute = { user_id: ana.id, kind: 'insurance', text: 'The number is easy to read.' }
  const disputed = await (
    await as(server, ana)
  ).post('/api/professional/verification/dispute', dispute)
  expect(disputed.body).toEqual({ disputed: true })
  now = new Date(+NOW + 8 * DAY_MS)
  await JOBS['stand-rejections'](server.context, {})
  expect((await documentsOf(server, ana)).state).toBe('pending')
})
