// rule: rejection-notice
import { decideByOperator, rejectByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { auditEntries } from '#server/test/audit.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { poison } from '#server/test/poison.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { sendNotice } from './rejection-notice.ts'

const DAY_MS = 86_400_000
const URL = '/api/professional/verification/dispute'
const FOUND = 'The number belongs to another name.'
const DISPUTE = 'I took the name of my husband in May 2026.'

let server: TestServer
let now = NOW
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => now })
})
afterAll(() => server.close())
beforeEach(() => {
  now = NOW
})

let number = 345_678_100
async function waiting() {
  const professional = await buildProfessional(server)
  await giveNumber(professional, String(++number))
  return professional
}
const giveNumber = async ({ id }: { id: string }, social_security_number: string) => {
  const body = { user_id: id, social_security_number }
  expect(
    (await (await as(server, { id })).put('/api/professional/update-profile', body)).status,
  ).toBe(200)
}
const reject = ({ id }: { id: string }, doneBy = 'cli:olga') =>
  rejectByOperator(server.context, id, { doneBy, reason: FOUND })
const notify = ({ id }: { id: string }, doneBy: string) =>
  server.db
    .transaction()
    .execute((tx) =>
      sendNotice(tx, id, { kind: 'ssn', reason: 'number_mismatch', text: FOUND, doneBy, at: now }),
    )
const dispute = async ({ id }: { id: string }, changes: object = {}) =>
  (await as(server, { id })).post(URL, { user_id: id, kind: 'ssn', text: DISPUTE, ...changes })
const dashboardOf = async ({ id }: { id: string }) =>
  (await (await as(server, { id })).get(`/api/professional/dashboard/${id}`)).body
const stand = (at: Date) =>
  JOBS['stand-rejections']({ ...server.context, clock: { now: () => at } }, {})
const casesOf = ({ id }: { id: string }) =>
  server.db
    .selectFrom('cases')
    .select(['state', 'kind', 'title_code'])
    .where('queue', '=', 'verification')
    .where('subject_id', '=', id)
    .orderBy('number')
    .execute()
const later = (days: number, ms = 0) => new Date(+NOW + days * DAY_MS + ms)

test('a rejection begins with a letter and a notice; it stands after 7 days, never sooner', async () => {
  const ana = await waiting()
  expect(await casesOf(ana)).toMatchObject([{ state: 'open', kind: 'ssn' }])
  expect([await reject(ana), await reject(ana)]).toEqual(['done', 'already'])
  await runDueJobs(server.context)
  expect((await server.letters()).join()).toContain('Before we decide')
  expect(await dashboardOf(ana)).toMatchObject({
    verification_status: 'pending',
    verification_rejected_at: null,
    verification_notice: {
      kind: 'ssn',
      reason: 'record_found',
      text: FOUND,
      stands_at: later(7).toISOString(),
      disputed: false,
    },
  })
  expect(await casesOf(ana)).toMatchObject([{ state: 'resolved' }])
  const profile = await visitor(server).get(`/api/public/professional/${ana.slug}`)
  expect(profile.body.professional.background_check_status).toBe('pending')

  await stand(later(7, -1))
  expect((await dashboardOf(ana)).verification_status).toBe('pending')
  await stand(later(7))
  await stand(later(7))
  const after = await dashboardOf(ana)
  expect(after.verification_rejected_at).toBe(later(7).toISOString())
  expect(after.verification_notice).toBeUndefined()
  const entries = (await auditEntries(server)).filter(({ action }) => action === 'notice')
  expect(entries).toHaveLength(1)
})

test('a dispute stops the 7 days; another operator decides, and that notice is final', async () => {
  const ana = await waiting()
  await notify(ana, 'cli:olga')
  expect((await dispute(ana)).body).toEqual({ disputed: true })
  expect((await dispute(ana)).body.code).toBe('already_so')
  expect((await dashboardOf(ana)).verification_notice.disputed).toBe(true)
  expect((await casesOf(ana)).at(-1)).toEqual({
    state: 'open',
    kind: 'ssn',
    title_code: 'notice_disputed',
  })
  await stand(later(30))
  expect((await dashboardOf(ana)).verification_status).toBe('pending')

  expect(await notify(ana, 'cli:olga')).toBe('other_operator_needed')
  now = later(3)
  expect(await notify(ana, 'cli:pedro')).toHaveProperty('stands_at')
  expect((await dispute(ana)).body.code).toBe('already_so')
  await stand(later(10, -1))
  expect((await dashboardOf(ana)).verification_status).toBe('pending')
  await stand(later(10))
  expect((await dashboardOf(ana)).verification_rejected_at).toBe(later(10).toISOString())
})

test.each([
  [
    'an approval',
    async (ana: { id: string }) => {
      const decision = {
        status: 'approved',
        doneBy: 'cli:pedro',
        reason: 'the name changed',
      } as const
      await decideByOperator(server.context, ana.id, decision)
      return 'verified'
    },
  ],
  [
    'another number',
    async (ana: { id: string }) => {
      await giveNumber(ana, String(++number))
      return 'pending'
    },
  ],
])('%s ends the notice', async (_, change) => {
  const ana = await waiting()
  await notify(ana, 'cli:olga')
  const status = await change(ana)
  await stand(later(8))
  const after = await dashboardOf(ana)
  expect([after.verification_status, after.verification_notice]).toEqual([status, undefined])
})

test('nobody else disputes, and nothing without a notice; a refused dispute changes nothing', async () => {
  const ana = await waiting()
  expect((await dispute(ana)).body.code).toBe('not_found')
  await notify(ana, 'cli:olga')
  const body = { user_id: ana.id, kind: 'ssn', text: DISPUTE }
  expect((await visitor(server).post(URL, body)).status).toBe(401)
  for (const other of [await buildClient(server), await buildProfessional(server)]) {
    const refused = await (await as(server, other)).post(URL, body)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_yours'])
  }
  expect((await dispute(ana, { text: 'Too short.' })).body.code).toBe('text_too_short')
  expect((await dispute(ana, { kind: 'insurance' })).body.code).toBe('not_found')
  expect((await dashboardOf(ana)).verification_notice.disputed).toBe(false)
})

test('a check that does not wait gets no notice', async () => {
  const without = await buildProfessional(server)
  expect(await reject(without)).toBe('nothing_given')
  const approved = await buildProfessional(server, { background_check_status: 'approved' })
  expect(await reject(approved)).toBe('approved')
})

// rule: scheduled-jobs
test('a rejection that cannot stand stops no other', async () => {
  const [ana, bea] = [await waiting(), await waiting()]
  await notify(ana, 'cli:olga')
  await notify(bea, 'cli:olga')
  const cure = await poison(
    server.db,
    'update',
    'professionals',
    sql`new.user_id = ${sql.lit(ana.id)}`,
  )
  await stand(later(7))
  const rejectedAt = async (pro: typeof ana) =>
    (await dashboardOf(pro)).verification_rejected_at !== null
  expect([await rejectedAt(ana), await rejectedAt(bea)]).toEqual([false, true])
  await cure()
  await stand(later(7))
  expect(await rejectedAt(ana)).toBe(true)
})
