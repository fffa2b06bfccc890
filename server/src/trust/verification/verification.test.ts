// rule: ssn-rules
import { decideByOperator } from '#server/test/builders/by-operator.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CONSENT_VERSION } from '#contract/trust/ssn.ts'
import { auditEntries } from '#server/test/audit.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { photo } from '#server/test/builders/form.ts'
import { saveProfile, validFields } from '#server/test/harness/profile-harness.ts'
import type { Fields } from '#server/test/harness/profile-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { freeByOperator } from '../documents/decide.ts'
import { eraseNumbers } from './erase-numbers.ts'
import { unseal } from '../documents/seal.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const URL = '/api/professional/update-profile'

let server: TestServer
let manualServer: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
  manualServer = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => NOW })
})
afterAll(async () => {
  await server.close()
  await manualServer.close()
})

type Person = { id: string }
const why = { doneBy: 'olga', reason: 'a typing error' }

let last = 100_000_000
/** A valid number that no test has used before. */
function newSsn(): string {
  last += 10_101
  return /^\d{3}00|0000$/.test(String(last)) ? newSsn() : String(last)
}

async function submitNumber(on: TestServer, user: Person, ssn: unknown, fields: object = {}) {
  const caller = await as(on, user)
  return caller.put(URL, { user_id: user.id, social_security_number: ssn, ...fields })
}

const rowOf = (on: TestServer, { id }: Person) =>
  on.db.selectFrom('verifications').selectAll().where('professional_id', '=', id).executeTakeFirst()
const statusOf = async (on: TestServer, { id }: Person) => {
  const caller = await as(on, { id })
  const { body } = await caller.get(`/api/professional/dashboard/${id}`)
  const { verification_status, isBackgroundCheckVerified, profile } = body
  return [verification_status, isBackgroundCheckVerified, profile.background_check_status]
}
const eventsOf = async (on: TestServer, { id }: Person) => {
  const events = on.db.selectFrom('events').where('subject_id', '=', id).orderBy('id')
  return (await events.select('kind').execute()).map(({ kind }) => kind)
}

// rule: verification-states
test('in the mode auto a number is verified immediately', async () => {
  const ana = await buildProfessional(server)
  expect(await statusOf(server, ana)).toEqual(['not_submitted', false, 'not_submitted'])
  const ssn = newSsn()
  const { status, body } = await submitNumber(server, ana, ssn)
  expect([status, body]).toEqual([
    200,
    { auto_verified: true, verification_status: 'verified', ssn_last4: ssn.slice(-4) },
  ])
  expect(await statusOf(server, ana)).toEqual(['verified', true, 'approved'])
  expect(await eventsOf(server, ana)).toEqual(['verification.submitted', 'verification.approved'])
})

// rule: verification-states
test('a check goes from not submitted to pending with the number, then to verified', async () => {
  const ana = await buildProfessional(manualServer)
  const { status, body } = await submitNumber(manualServer, ana, newSsn())
  expect([status, body.auto_verified]).toEqual([200, false])
  expect(await statusOf(manualServer, ana)).toEqual(['pending', false, 'pending'])
  expect(await eventsOf(manualServer, ana)).toEqual(['verification.submitted'])
})

// rule: verification-states
test('verified on the dashboard, approved in the profile and the tick in search are one fact', async () => {
  const ana = await buildProfessional(server, { areas: ['99501'] })
  await submitNumber(server, ana, newSsn())
  const profile = await visitor(server).get(`/api/public/professional/${ana.slug}`)
  expect(profile.body.professional).toMatchObject({
    isBackgroundCheckVerified: true,
    background_check_status: 'approved',
    background_check: { checked_at: NOW.toISOString(), simulated: true },
  })
  const search = await visitor(server).get('/api/professionals/search/enhanced?zip_code=99501')
  expect(search.body.professionals[0]).toMatchObject({
    user_id: ana.id,
    isBackgroundCheckVerified: true,
    background_check_status: 'approved',
  })
})

test('the number may have hyphens; only its digits count', async () => {
  const ana = await buildProfessional(server)
  const { status, body } = await submitNumber(server, ana, '321-45-6789')
  expect([status, body.ssn_last4]).toEqual([200, '6789'])
})

test('an empty and an invalid number are refused with their sentences, and nothing is written', async () => {
  const ana = await buildProfessional(server)
  for (const empty of ['', '  ', undefined, null]) {
    const { status, body } = await submitNumber(server, ana, empty)
    expect([status, body]).toEqual([
      422,
      { code: 'ssn_required', detail: 'Please enter your Social Security Number' },
    ])
  }
  const wrong = ['1', '000000000', '123456789', '666121234', '000121234', '1234567890']
  for (const ssn of [...wrong, '•••-••-6789', 'XXX-XX-6789']) {
    const { status, body } = await submitNumber(server, ana, ssn)
    expect([ssn, status, body]).toEqual([
      ssn,
      422,
      {
        code: 'ssn_invalid',
        detail: 'Please enter a valid Social Security Number (XXX-XX-XXXX format)',
      },
    ])
  }
  expect(await rowOf(server, ana)).toBeUndefined()
  expect(await statusOf(server, ana)).toEqual(['not_submitted', false, 'not_submitted'])
})

test('update-profile takes user_id and social_security_number, and answers auto_verified or a detail', async () => {
  const ana = await buildProfessional(server)
  const valid = await submitNumber(server, ana, newSsn())
  expect([valid.status, valid.body.auto_verified]).toEqual([200, true])
  const invalid = await submitNumber(server, ana, '1')
  expect([invalid.status, typeof invalid.body.detail]).toEqual([422, 'string'])
})

test('numbers that were never issued are accepted and stay pending', async () => {
  for (const ssn of ['912345678', '345006789', '345670000']) {
    const ana = await buildProfessional(server)
    const { status, body } = await submitNumber(server, ana, ssn)
    expect([ssn, status, body.auto_verified]).toEqual([ssn, 200, false])
    expect(await statusOf(server, ana)).toEqual(['pending', false, 'pending'])
  }
})

// rule: ssn-unique
test('another professional’s number is refused with This SSN is already registered, and nothing is written', async () => {
  const [ana, bea] = [await buildProfessional(server), await buildProfessional(server)]
  const ssn = newSsn()
  await submitNumber(server, ana, ssn)
  const { status, body } = await submitNumber(server, bea, ssn)
  expect([status, body]).toEqual([
    409,
    { code: 'ssn_taken', detail: 'This SSN is already registered.' },
  ])
  expect(await rowOf(server, bea)).toBeUndefined()
  expect(await statusOf(server, bea)).toEqual(['not_submitted', false, 'not_submitted'])
  expect(await eventsOf(server, bea)).toEqual([])
})

// rule: ssn-unique
test('of many simultaneous submissions of one number, one succeeds', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => buildProfessional(server)))
  const ssn = newSsn()
  const answers = await Promise.all(people.map((person) => submitNumber(server, person, ssn)))
  const countStatus = (status: number) =>
    answers.filter((answer) => answer.status === status).length
  expect([countStatus(200), countStatus(409)]).toEqual([1, 7])
  const rows = await Promise.all(people.map((person) => rowOf(server, person)))
  expect(rows.filter(Boolean)).toHaveLength(1)
})

// rule: ssn-unique
test('the professional’s own number again gives the same answer, is no try, and writes nothing', async () => {
  const ana = await buildProfessional(server)
  const ssn = newSsn()
  const first = await submitNumber(server, ana, ssn)
  const row = await rowOf(server, ana)
  const answers = await Promise.all([1, 2, 3, 4].map(() => submitNumber(server, ana, ssn)))
  expect(answers.map(({ body }) => body)).toEqual(Array(4).fill(first.body))
  expect(await rowOf(server, ana)).toEqual(row)
  expect(await eventsOf(server, ana)).toHaveLength(2)
})

// rule: verification-states
test('another number replaces the first and starts a new check', async () => {
  const ana = await buildProfessional(manualServer)
  const [wrong, right] = [newSsn(), newSsn()]
  await submitNumber(manualServer, ana, wrong)
  expect((await submitNumber(manualServer, ana, right)).body).toMatchObject({
    ssn_last4: right.slice(-4),
  })
  const bea = await buildProfessional(manualServer)
  expect((await submitNumber(manualServer, bea, wrong)).status).toBe(200)
})

// rule: ssn-unique
describe('once a check is approved, another number', () => {
  const FIXED = {
    code: 'ssn_verified',
    detail: "Your number is verified and can't be changed. If it's wrong, please contact support.",
  }

  test.each(['auto', 'by an operator'])('is refused, and nothing is written: %s', async (way) => {
    const on = way === 'auto' ? server : manualServer
    const ana = await buildProfessional(on)
    const first = newSsn()
    await submitNumber(on, ana, first)
    if (way !== 'auto') await decideByOperator(on.context, ana.id, { status: 'approved', ...why })
    const before = [await rowOf(on, ana), await eventsOf(on, ana), await statusOf(on, ana)]
    for (const _ of [1, 2, 3, 4]) {
      const { status, body } = await submitNumber(on, ana, newSsn())
      expect([status, body]).toEqual([409, FIXED])
    }
    const other = { full_name: 'Ana Other', ssn: newSsn(), profile_image: await photo() }
    const form = await save(on, ana, other)
    expect([form.status, form.body]).toEqual([409, FIXED])
    expect([await rowOf(on, ana), await eventsOf(on, ana), await statusOf(on, ana)]).toEqual(before)
    const { full_name } = await on.db
      .selectFrom('professionals')
      .where('user_id', '=', ana.id)
      .select('full_name')
      .executeTakeFirstOrThrow()
    expect(full_name).not.toBe('Ana Other')
    const bea = await buildProfessional(on)
    expect((await submitNumber(on, bea, first)).body.code).toBe('ssn_taken')
    expect((await submitNumber(on, ana, first)).status).toBe(200)
  })

  test('is refused also when both come at the same moment; one number twice is not', async () => {
    const ana = await buildProfessional(server)
    const numbers = [newSsn(), newSsn(), newSsn(), newSsn()]
    const answers = await Promise.all(numbers.map((ssn) => submitNumber(server, ana, ssn)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ])
    expect(answers.filter(({ body }) => body.code === 'ssn_verified')).toHaveLength(3)
    const bea = await buildProfessional(server)
    const ssn = newSsn()
    const same = await Promise.all([1, 2, 3, 4].map(() => submitNumber(server, bea, ssn)))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await eventsOf(server, bea)).toHaveLength(2)
  })

  // rule: ssn-unique
  test('can be given after an operator freed the first one, which others can use then', async () => {
    const [ana, bea] = [
      await buildProfessional(server, { areas: ['99501'] }),
      await buildProfessional(server),
    ]
    const first = newSsn()
    await submitNumber(server, ana, first)
    expect(await freeByOperator(server.context, ana.id, why)).toBe(true)
    expect(await freeByOperator(server.context, ana.id, why)).toBe(false)
    expect(await rowOf(server, ana)).toBeUndefined()
    expect(await statusOf(server, ana)).toEqual(['not_submitted', false, 'not_submitted'])
    const search = await visitor(server).get('/api/professionals/search/enhanced?zip_code=99501')
    const found = search.body.professionals.find(
      ({ user_id }: { user_id: string }) => user_id === ana.id,
    )
    expect(found.isBackgroundCheckVerified).toBe(false)
    expect(await auditEntries(server, ana)).toMatchObject([
      { action: 'withdraw', note: 'a typing error', operator: 'olga' },
    ])
    expect(await eventsOf(server, ana)).toEqual([
      'verification.submitted',
      'verification.approved',
      'verification.freed',
    ])
    expect((await submitNumber(server, bea, first)).status).toBe(200)
    expect((await submitNumber(server, ana, newSsn())).body.auto_verified).toBe(true)
  })

  // rule: ssn-unique
  test('a number that waits or was rejected is not freed', async () => {
    const ana = await buildProfessional(manualServer)
    await submitNumber(manualServer, ana, newSsn())
    const before = await rowOf(manualServer, ana)
    expect(await freeByOperator(manualServer.context, ana.id, why)).toBe(false)
    expect(await rowOf(manualServer, ana)).toEqual(before)
    await decideByOperator(manualServer.context, ana.id, { status: 'rejected', ...why })
    expect(await freeByOperator(manualServer.context, ana.id, why)).toBe(false)
    expect((await submitNumber(manualServer, ana, newSsn())).status).toBe(200)
  })
})

// rule: ssn-unique
test('a fourth number within a day is refused, also in the form', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1', VERIFICATION_MODE: 'manual' })
  try {
    const ana = await buildProfessional(strict)
    const numbers = [newSsn(), newSsn(), newSsn()]
    for (const ssn of numbers) expect((await submitNumber(strict, ana, ssn)).status).toBe(200)
    const fourth = await submitNumber(strict, ana, newSsn())
    expect([fourth.status, fourth.body.code]).toEqual([429, 'too_many_requests'])
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(80_000)
    const form = await save(strict, ana, { ssn: newSsn(), profile_image: await photo() })
    expect([form.status, form.body.code]).toEqual([429, 'too_many_requests'])
    expect((await rowOf(strict, ana))?.ssn_last4).toBe(numbers[2]!.slice(-4))
    expect((await submitNumber(strict, ana, numbers[2])).status).toBe(200)
  } finally {
    await strict.close()
  }
})

test('only a professional gives a number, and only for themselves', async () => {
  const [ana, bea] = [await buildProfessional(server), await buildProfessional(server)]
  const maya = await buildClient(server)
  const body = { user_id: ana.id, social_security_number: newSsn() }
  expect((await visitor(server).put(URL, body)).status).toBe(401)
  for (const person of [maya, bea]) {
    const { status, body: refusal } = await (await as(server, person)).put(URL, body)
    expect([status, refusal.code]).toEqual([403, 'not_yours'])
  }
  expect(await rowOf(server, ana)).toBeUndefined()
})

test('verification needs a profile and no subscription', async () => {
  const idle = await buildProfessional(server, { active: false })
  expect((await submitNumber(server, idle, newSsn())).status).toBe(200)
  const withoutProfile = await buildClient(server, { role: 'professional' })
  const { status, body } = await submitNumber(server, withoutProfile, newSsn())
  expect([status, body.detail]).toEqual([409, 'Complete your profile first'])
})

test('the consent is stored with version and time; another version is refused', async () => {
  const ana = await buildProfessional(server)
  const old = await submitNumber(server, ana, newSsn(), { consent_version: '2019-01' })
  expect([old.status, old.body.code]).toEqual([422, 'consent_outdated'])
  expect(await rowOf(server, ana)).toBeUndefined()
  await submitNumber(server, ana, newSsn(), { consent_version: CONSENT_VERSION })
  expect(await rowOf(server, ana)).toMatchObject({
    consent_version: CONSENT_VERSION,
    consented_at: NOW,
  })
})

const save = (on: TestServer, user: Person, fields: Fields) =>
  saveProfile(on, user, { ...validFields, ...fields })

// rule: ssn-rules, ssn-secrecy
test('the profile form takes the number too, and the owner sees four digits of it', async () => {
  const ana = await buildClient(server, { role: 'professional' })
  const ssn = newSsn()
  const saved = await save(server, ana, { ssn, profile_image: await photo() })
  expect([saved.status, saved.body.ssn_last4]).toEqual([200, ssn.slice(-4)])
  expect(await statusOf(server, ana)).toEqual(['verified', true, 'approved'])
  for (const placeholder of ['', '•••-••-1120', `XXX-XX-${ssn.slice(-4)}`]) {
    const answer = await save(server, ana, { ssn: placeholder })
    expect([answer.status, answer.body.ssn_last4]).toEqual([200, ssn.slice(-4)])
  }
  expect(await eventsOf(server, ana)).toContain('verification.approved')
})

// rule: ssn-unique
test('a form with another professional’s number saves nothing at all', async () => {
  const ana = await buildProfessional(server)
  const ssn = newSsn()
  await submitNumber(server, ana, ssn)
  const bea = await buildClient(server, { role: 'professional' })
  const { status, body } = await save(server, bea, { ssn, profile_image: await photo() })
  expect([status, body.code]).toEqual([409, 'ssn_taken'])
  const profileOfBea = await (await as(server, bea)).get(`/api/professional/profile/${bea.id}`)
  expect(profileOfBea.body).toEqual({ profile: null })
})

// rule: ssn-secrecy
test('the number is encrypted for its owner, and erased after the decision', async () => {
  const [ana, bea] = [await buildProfessional(manualServer), await buildProfessional(server)]
  const [waiting, decided] = [newSsn(), newSsn()]
  await submitNumber(manualServer, ana, waiting)
  await submitNumber(server, bea, decided)
  const row = (await rowOf(manualServer, ana))!
  const sealed = { key_id: row.key_id!, ssn_sealed: row.ssn_sealed! }
  const { verificationKeys } = manualServer.context
  expect(unseal(verificationKeys, ana.id, sealed)).toBe(waiting)
  expect(() => unseal(verificationKeys, bea.id, sealed)).toThrow(/authenticate/)

  await eraseNumbers(manualServer.context)
  await eraseNumbers(server.context)
  expect(await rowOf(manualServer, ana)).toEqual(row)
  expect(await rowOf(server, bea)).toMatchObject({ ssn_sealed: null, key_id: null })
  // The number still belongs to the first professional.
  const carla = await buildProfessional(server)
  expect((await submitNumber(server, carla, decided)).status).toBe(409)
})
