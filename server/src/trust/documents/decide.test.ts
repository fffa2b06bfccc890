// rule: operator-decision
import { decideByOperator } from '#server/test/builders/by-operator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntries } from '#server/test/audit.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { eraseNumbers } from '../verification/erase-numbers.ts'

const NOW = new Date('2026-12-01T12:00:00Z')

let server: TestServer
beforeAll(async () => {
  server = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => NOW })
})
afterAll(() => server.close())

type Person = { id: string; slug: string }

async function submitNumber({ id }: Person, social_security_number: string) {
  const caller = await as(server, { id })
  const body = { user_id: id, social_security_number }
  return caller.put('/api/professional/update-profile', body)
}
const decide = ({ id }: Person, status: 'approved' | 'rejected', reason?: string) =>
  decideByOperator(server.context, id, { status, doneBy: 'olga', reason })
const publicOf = async ({ slug }: Person) =>
  (await visitor(server).get(`/api/public/professional/${slug}`)).body.professional
const dashboardOf = async ({ id }: Person) =>
  (await (await as(server, { id })).get(`/api/professional/dashboard/${id}`)).body

// rule: operator-decision, verification-states
test('an operator’s approval makes a pending check verified on every screen at once', async () => {
  const ana = await buildProfessional(server, { areas: ['99501'] })
  await submitNumber(ana, '234567891')
  expect(await publicOf(ana)).toMatchObject({
    isBackgroundCheckVerified: false,
    background_check: null,
  })
  expect(await decide(ana, 'approved')).toBe('done')
  expect(await dashboardOf(ana)).toMatchObject({
    verification_status: 'verified',
    isBackgroundCheckVerified: true,
  })
  expect(await publicOf(ana)).toMatchObject({
    background_check_status: 'approved',
    background_check: { checked_at: NOW.toISOString(), simulated: false },
  })
  const search = await visitor(server).get('/api/professionals/search/enhanced?zip_code=99501')
  expect(search.body.professionals[0].isBackgroundCheckVerified).toBe(true)
})

test('a decision is recorded with its author and reason, and a repetition changes nothing', async () => {
  const ana = await buildProfessional(server)
  await submitNumber(ana, '234567892')
  expect(await decide(ana, 'rejected', 'name differs')).toBe('done')
  expect(await decide(ana, 'rejected')).toBe('already')
  expect(await auditEntries(server, ana)).toMatchObject([
    {
      action: 'reject',
      before: { status: 'pending' },
      text: 'name differs',
      operator: 'olga',
    },
  ])
})

// rule: verification-states, ssn-rules
test('only the professional learns of a rejection; they may try again, and an operator decides then', async () => {
  const ana = await buildProfessional(server)
  await submitNumber(ana, '234567893')
  await decide(ana, 'rejected')
  expect(await publicOf(ana)).toMatchObject({ background_check_status: 'not_submitted' })
  expect(await dashboardOf(ana)).toMatchObject({
    verification_status: 'not_submitted',
    verification_rejected_at: NOW.toISOString(),
  })

  server.context.config.verificationMode = 'auto'
  try {
    for (const ssn of ['234567893', '234567894']) {
      expect((await submitNumber(ana, ssn)).body.auto_verified).toBe(false)
      expect(await dashboardOf(ana)).toMatchObject({
        verification_status: 'pending',
        verification_rejected_at: null,
      })
    }
  } finally {
    server.context.config.verificationMode = 'manual'
  }
})

test('without a number there is nothing to decide about', async () => {
  const ana = await buildProfessional(server)
  expect(await decide(ana, 'approved')).toBe('nothing_given')
  expect(await auditEntries(server, ana)).toEqual([])
  expect((await dashboardOf(ana)).verification_status).toBe('not_submitted')
})

// rule: ssn-secrecy
test('after an operator’s decision the number is erased', async () => {
  const ana = await buildProfessional(server)
  await submitNumber(ana, '234567895')
  await decide(ana, 'approved')
  await eraseNumbers(server.context)
  const row = await server.db
    .selectFrom('verifications')
    .select(['ssn_sealed', 'key_id', 'ssn_last4'])
    .where('professional_id', '=', ana.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ ssn_sealed: null, key_id: null, ssn_last4: '7895' })
})
