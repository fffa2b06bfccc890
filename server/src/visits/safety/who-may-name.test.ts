// rule: who-may-name
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { JOBS } from '#server/jobs.ts'
import { addressHash } from '#server/people/person/letters-to-strangers.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { after, CHECK_BY, safetyHarness } from '#server/test/harness/safety-harness.ts'

const { harness, address, contactPath, saveContact, checkBy, runAlarms, answerOf, lettersTo } =
  safetyHarness()
const DAY_MINUTES = 24 * 60

/** A professional with or without a proved address, and the visit of a client that has come so far. */
async function professionalWith({ proved = true, visit = 'accepted' }) {
  const { server, client, password_hash } = harness
  const user = { password_hash, email_verified_at: proved ? harness.now : null }
  const pro = await buildProfessional(server, { user })
  if (visit !== 'none') {
    const facts = { booking_date: '2026-12-08' }
    const id = await requestBooking(server, client, pro, facts)
    if (visit !== 'pending') await move(server, pro, id, 'accepted')
    if (visit === 'cancelled') await move(server, client, id, 'cancelled', 'Plans changed')
  }
  return { pro, caller: await as(server, pro) }
}
const nameBy = async ({ pro, caller }: Awaited<ReturnType<typeof professionalWith>>, to: string) =>
  answerOf(await saveContact(to, {}, caller, pro))
async function invitations(): Promise<number> {
  const { rows } = await sql`select from graphile_worker.jobs
    where task_identifier = 'send-safety-invitation'`.execute(harness.server.db)
  return rows.length
}
/** Limits as in production, for this server. */
function withLimits(): void {
  Object.assign(harness.server.context.config, { rateLimitScale: 1 })
}

test.each([
  [{ proved: false }, '403 email_not_verified'],
  [{ visit: 'none' }, '409 first_visit_first'],
  [{ visit: 'pending' }, '409 first_visit_first'],
  [{ visit: 'cancelled' }, '409 first_visit_first'],
])('whoever has %j names nobody: it is said, and no letter is queued', async (facts, refusal) => {
  const person = await professionalWith(facts)
  expect(await nameBy(person, address())).toBe(refusal)
  expect(await invitations()).toBe(0)
  expect((await person.caller.get(contactPath(person.pro))).body.contact).toBeNull()
  expect(answerOf(await saveContact(null, {}, person.caller, person.pro))).toBe('200')
})

test('a professional without a profile can remove a contact, and name none', async () => {
  const { server, password_hash } = harness
  const user = { password_hash, email_verified_at: harness.now }
  const pro = await buildProfessional(server, { active: false, areas: [], user })
  const person = { pro, caller: await as(server, pro) }
  await sql`delete from search_entries where professional_id = ${pro.id}`.execute(server.db)
  await sql`delete from professionals where user_id = ${pro.id}`.execute(server.db)
  const email_hash = addressHash('rosa@example.com')
  await sql`insert into safety_contacts (professional_id, name, email, email_hash, language, created_at)
    values (${person.pro.id}, 'Rosa', 'rosa@example.com', ${email_hash}, 'en', now())`.execute(
    server.db,
  )
  expect(await nameBy(person, address())).toBe('409 first_visit_first')
  expect(answerOf(await saveContact(null, {}, person.caller, person.pro))).toBe('200')
  expect((await person.caller.get(contactPath(person.pro))).body.contact).toBeNull()
})

test('one address gets 3 letters a day from all accounts together, also of requests at once', async () => {
  const people = []
  for (let count = 0; count < 5; count += 1) people.push(await professionalWith({}))
  withLimits()
  const email = address()
  const answers = await Promise.all(
    people.map((person, at) => nameBy(person, at % 2 ? email.toUpperCase() : email)),
  )
  expect(answers.toSorted()).toEqual([
    ...Array(3).fill('200'),
    ...Array(2).fill('429 address_has_letters'),
  ])
  expect(await invitations()).toBe(3)
  const refused = people[answers.indexOf('429 address_has_letters')]!
  expect(await nameBy(refused, address())).toBe('200')
  const { headers } = await saveContact(email, {}, refused.caller, refused.pro)
  expect(headers['retry-after']).toBe(String(DAY_MINUTES * 60))
  // Saving the same contact again writes to nobody, so it is never refused.
  const named = people[answers.indexOf('200')]!
  expect(await nameBy(named, email)).toBe('200')
  harness.now = after(DAY_MINUTES)
  expect(await nameBy(refused, email)).toBe('200')
})

test('one address gets 10 letters in 30 days, and old ones are forgotten', async () => {
  const { server } = harness
  withLimits()
  const email = address()
  const email_hash = addressHash(email)
  const at = (days: number) => new Date(+harness.now - days * DAY_MINUTES * 60_000)
  const earlier = Array.from({ length: 10 }, (_, days) => ({
    email_hash,
    kind: 'named',
    at: at(29 - days),
  }))
  await server.db.insertInto('letters_to_strangers').values(earlier).execute()
  const refused = await saveContact(email)
  expect([answerOf(refused), refused.headers['retry-after']]).toEqual([
    '429 address_has_letters',
    String(DAY_MINUTES * 60),
  ])
  expect(await invitations()).toBe(0)
  harness.now = after(DAY_MINUTES)
  expect(answerOf(await saveContact(email))).toBe('200')
  harness.now = after(32 * DAY_MINUTES)
  await JOBS['forget-old'](server.context, {})
  expect(await server.db.selectFrom('letters_to_strangers').select('id').execute()).toEqual([])
})

test('an alarm leaves however many letters its address had, and counts for what comes later', async () => {
  const email = address()
  expect(answerOf(await saveContact(email))).toBe('200')
  await lettersTo(email)
  const { server } = harness
  const other = await professionalWith({})
  withLimits()
  const one = { email_hash: addressHash(email), kind: 'named', at: harness.now }
  await server.db.insertInto('letters_to_strangers').values([one, one]).execute()
  await checkBy(CHECK_BY)
  harness.now = after(181)
  await runAlarms()
  expect((await lettersTo(email)).map(({ subject }) => subject)).toEqual([
    'Safety alert: someone has not checked in',
  ])
  const { count } = await server.db
    .selectFrom('letters_to_strangers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('email_hash', '=', one.email_hash)
    .executeTakeFirstOrThrow()
  expect(count).toBe('4')
  expect(await nameBy(other, email)).toBe('429 address_has_letters')
})
