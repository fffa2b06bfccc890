// rule: badges
import { decideByOperator, rejectByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { poison } from '#server/test/poison.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const CHECKED = new Date('2026-12-01T12:00:00Z')
const ENDS = new Date('2027-12-01T12:00:00Z')
const DAY_MS = 86_400_000
const before = (days: number, ms = 0) => new Date(+ENDS - days * DAY_MS + ms)

let now = CHECKED
let server: TestServer
let manual: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  manual = await testServer({ VERIFICATION_MODE: 'manual' }, { now: () => now })
})
afterAll(async () => {
  await server.close()
  await manual.close()
})

type Person = { id: string; slug: string }
let last = 456_789_100
async function submit(on: TestServer, { id }: { id: string }, social_security_number: string) {
  const body = { user_id: id, social_security_number }
  return (await as(on, { id })).put('/api/professional/update-profile', body)
}
async function checked(on: TestServer) {
  now = CHECKED
  const professional = await buildProfessional(on)
  const ssn = String(++last)
  expect((await submit(on, professional, ssn)).status).toBe(200)
  if (on === manual)
    await decideByOperator(on.context, professional.id, {
      status: 'approved',
      doneBy: 'cli:olga',
      reason: 'clear',
    })
  return { ...professional, id: professional.user_id, ssn }
}
const profileOf = async (on: TestServer, { slug }: Person) =>
  (await visitor(on).get(`/api/public/professional/${slug}`)).body.professional
const statusOf = async (on: TestServer, { id }: Person) => {
  const { body } = await (await as(on, { id })).get(`/api/professional/dashboard/${id}`)
  return [body.verification_status, body.profile.background_check_status]
}
const endBadges = async (on: TestServer, at: Date) => {
  now = at
  await JOBS['end-badges'](on.context, {})
}

test('a profile says what was checked, by whom, and until when it counts; without a check it has no badge', async () => {
  const ana = await checked(server)
  expect((await profileOf(server, ana)).badges).toEqual([
    {
      kind: 'background',
      what: 'The form of the Social Security number',
      by: 'Lustra',
      checked_at: CHECKED.toISOString(),
      expires_at: ENDS.toISOString(),
      covers: 'person',
      simulated: true,
    },
  ])
  const without = await buildProfessional(server)
  expect((await profileOf(server, without)).badges).toBeUndefined()
})

test('letters go 30 and 7 days before; after a year the badge is gone and the number can be given again', async () => {
  const ana = await checked(server)
  const letters = async () => {
    await runDueJobs(server.context)
    return (await server.letters()).filter((text) => text.includes('Your badge ends on')).length
  }
  const atFirst = await letters()
  const counts = []
  for (const at of [before(30, -1), before(30), before(29), before(7), before(6)]) {
    await endBadges(server, at)
    counts.push((await letters()) - atFirst)
  }
  expect(counts).toEqual([0, 1, 1, 2, 2].map((count) => count * 2))
  await endBadges(server, before(0, -1))
  expect(await statusOf(server, ana)).toEqual(['verified', 'approved'])
  await endBadges(server, ENDS)
  await endBadges(server, ENDS)
  expect(await statusOf(server, ana)).toEqual(['not_submitted', 'expired'])
  const profile = await profileOf(server, ana)
  expect([profile.isBackgroundCheckVerified, profile.badges]).toEqual([false, undefined])
  expect((await submit(server, ana, ana.ssn)).body.verification_status).toBe('verified')
})

// rule: scheduled-jobs
test('a letter about a badge that cannot be enqueued stops no other', async () => {
  const both = [await checked(server), await checked(server)].map(({ id }) => id).toSorted()
  const cure = await poison(
    server.db,
    'insert',
    'badge_letters',
    sql`new.professional_id = ${sql.lit(both[0])}`,
  )
  const lettersAfter = async () => {
    await endBadges(server, before(30))
    const rows = await server.db
      .selectFrom('badge_letters')
      .select('professional_id as id')
      .where('professional_id', 'in', both)
      .orderBy('professional_id')
      .execute()
    return rows.map(({ id }) => id)
  }
  expect(await lettersAfter()).toEqual([both[1]])
  await cure()
  expect(await lettersAfter()).toEqual(both)
})

test('from 60 days before the end the same number renews the badge, which stays until the decision', async () => {
  const ana = await checked(manual)
  now = before(60, -1)
  await submit(manual, ana, ana.ssn)
  const waiting = () =>
    manual.db
      .selectFrom('verifications')
      .select('renewal_at')
      .where('professional_id', '=', ana.id)
      .executeTakeFirst()
  expect((await waiting())?.renewal_at).toBeNull()
  now = before(60)
  expect((await submit(manual, ana, '123456780')).body.code).toBe('ssn_verified')
  expect((await submit(manual, ana, ana.ssn)).body.verification_status).toBe('verified')
  expect((await waiting())?.renewal_at).toEqual(now)
  expect(await statusOf(manual, ana)).toEqual(['verified', 'approved'])
  const decision = { status: 'approved', doneBy: 'cli:olga', reason: 'clear' } as const
  expect(await decideByOperator(manual.context, ana.id, decision)).toBe('done')
  expect((await profileOf(manual, ana)).badges[0].checked_at).toBe(now.toISOString())
  expect((await waiting())?.renewal_at).toBeNull()
})

test('a renewal is rejected after a notice of 7 days, and waits as a first check does once the badge is over', async () => {
  const [ana, bea] = [await checked(manual), await checked(manual)]
  now = before(5)
  for (const person of [ana, bea]) await submit(manual, person, person.ssn)
  const found = { doneBy: 'cli:olga', reason: 'The number belongs to another name.' }
  expect(await rejectByOperator(manual.context, ana.id, found)).toBe('done')
  await JOBS['stand-rejections'](manual.context, {})
  for (const person of [ana, bea])
    expect(await statusOf(manual, person)).toEqual(['verified', 'approved'])
  await endBadges(manual, ENDS)
  for (const person of [ana, bea])
    expect(await statusOf(manual, person)).toEqual(['pending', 'pending'])
  now = before(-2)
  await JOBS['stand-rejections'](manual.context, {})
  expect((await statusOf(manual, ana))[0]).toBe('not_submitted')
  expect((await profileOf(manual, ana)).badges).toBeUndefined()
  expect((await statusOf(manual, bea))[0]).toBe('pending')
})
