// rule: email-verification
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetUnverified } from '#server/account/close/forget-unverified.ts'
import { remindUnverified } from '#server/account/email/remind-unverified.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { poison } from '#server/test/poison.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const DAY_MS = 86_400_000

const now = NOW
let server: TestServer
beforeAll(async () => {
  server = await testServer({ EMAIL_VERIFICATION: 'required' }, { now: () => now })
})
afterAll(() => server.close())

const build = (days: number, facts = {}) =>
  buildClient(server, { created_at: new Date(+NOW - days * DAY_MS), ...facts })
const isDeleted = async ({ id }: { id: string }) => {
  const user = await server.db
    .selectFrom('users')
    .select('deleted_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return user.deleted_at !== null
}

const isReminded = async ({ id }: { id: string }) => {
  const user = await server.db
    .selectFrom('users')
    .select('verification_reminded_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return user.verification_reminded_at !== null
}

test('one letter reminds each unproved account after a day', async () => {
  const late = await build(1)
  const others = [
    await build(1 - 1 / DAY_MS),
    await build(2, { email_verified_at: NOW }),
    await build(2, { never_held: true }),
  ]
  for (let run = 1; run <= 2; run++) {
    await remindUnverified(server.context)
    await runDueJobs(server.context)
  }
  const letters = await server.letters()
  const sentTo = ({ email }: { email: string }) =>
    letters.filter((raw) => raw.includes(`To: ${email}`)).length
  expect(sentTo(late)).toBe(1)
  expect(others.map(sentTo)).toEqual([0, 0, 0])
})

test('an account that nobody proved, paid for or used for 60 days is deleted, with what it started', async () => {
  const pro = await buildProfessional(server, { user: { created_at: new Date(0) } })
  const unused = await build(60)
  await requestBooking(server, unused, pro)
  await server.db.deleteFrom('sessions').where('user_id', '=', unused.id).execute()
  const used = await build(60)
  await as(server, used)
  const kept = [used, await build(59), await build(70, { email_verified_at: NOW })]
  kept.push(await build(70, { never_held: true }))
  await forgetUnverified(server.context)
  expect(await isDeleted(unused)).toBe(true)
  expect(await Promise.all(kept.map(isDeleted))).toEqual([false, false, false, false])
  // The professional has paid.
  expect(await isDeleted(pro)).toBe(false)
  await runDueJobs(server.context)
  const caller = await as(server, pro)
  expect((await caller.get(`/api/bookings/professional/${pro.id}`)).body.bookings).toEqual([])
  expect((await caller.get('/api/notices')).body.notices).toEqual([])
  await forgetUnverified(server.context)
})

// rule: scheduled-jobs
test('an account that cannot be reminded, or deleted, stops no other', async () => {
  const outcomes: boolean[] = []
  for (const [days, job, isDone] of [
    [1, remindUnverified, isReminded],
    [60, forgetUnverified, isDeleted],
  ] as const) {
    const first = await build(days)
    const second = await build(days)
    const cure = await poison(server.db, 'update', 'users', sql`new.id = ${sql.lit(first.id)}`)
    await job(server.context)
    outcomes.push(await isDone(first), await isDone(second))
    await cure()
    await job(server.context)
    outcomes.push(await isDone(first))
  }
  expect(outcomes).toEqual([false, true, true, false, true, true])
})

// rule: held-starts
test('a professional proves the address before a payment page opens', async () => {
  const pro = await buildProfessional(server, { active: false })
  const lapsed = await buildProfessional(server)
  await server.db
    .updateTable('subscriptions')
    .set({ status: 'lapsed' })
    .where('professional_id', '=', lapsed.id)
    .execute()
  const origin_url = 'http://localhost:3000'
  const pay = async ({ id }: { id: string }) => {
    const caller = await as(server, { id })
    const body = { user_id: id, origin_url, return_url: `${origin_url}/dashboard` }
    return [
      await caller.post(`/api/professional/activate/${id}`, {}),
      await caller.post('/api/create-checkout-session', body),
    ]
  }
  const buy = async ({ id }: { id: string }) =>
    (await as(server, { id })).post('/api/payments/lead-payment', {
      professional_id: id,
      origin_url,
    })
  const refused = [...(await pay(pro)), await buy(lapsed)]
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([403, 'email_not_verified'])
  }
  expect(await server.db.selectFrom('checkouts').select('id').execute()).toEqual([])
  await server.db.updateTable('users').set({ email_verified_at: now }).execute()
  const paid = [...(await pay(pro)), await buy(lapsed)]
  expect(paid.map(({ status }) => status)).toEqual([200, 200, 200])
})
