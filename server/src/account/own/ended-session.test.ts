// rule: ended-access, end-sessions
import { suspendByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { sendFactorLetter } from '#server/people/factors/factor-letter.ts'
import { sendSignInLetter } from '#server/people/sessions/sign-in-letter.ts'
import { JOBS } from '#server/jobs.ts'
import { cookieOf, PASSWORD } from '#server/test/builders/account.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { visitor } from '#server/test/call.ts'
import { confirmed, factorLettersOf } from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const MINUTE_MS = 60_000
const NOW = new Date('2026-12-01T15:00:00Z')

let now = NOW
let server: TestServer
let password_hash: string
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())

type Session = FactorUser & { sessionId: string }

/** A professional with an accepted visit that has begun, and a further session, such as a stranger's. */
async function professional() {
  now = new Date('2026-11-20T16:00:00Z')
  const user = { password_hash, email_verified_at: now }
  const { id } = await buildProfessional(server, { user })
  const client = await buildClient(server)
  const visit = await requestBooking(server, client, { id })
  await move(server, { id }, visit, 'accepted')
  now = NOW
  const users = server.db.selectFrom('users').select('email').where('id', '=', id)
  const { email } = await users.executeTakeFirstOrThrow()
  return { id, visit, owner: await session(id, email), stranger: await session(id, email) }
}

async function session(id: string, email: string): Promise<Session> {
  const answer = await visitor(server).post('/api/login', { email, password: PASSWORD })
  const cookie = cookieOf(answer)
  const listed = await visitor(server).get(`/api/users/${id}/sessions`, { cookie })
  const current = listed.body.sessions.find(({ current }: { current: boolean }) => current)
  return { id, email, cookie, sessionId: current.id }
}

const call = ({ cookie }: Session) => ({ cookie })
const typed = ({ cookie }: Session) => ({
  cookie,
  [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
})
async function makeFeed(one: Session): Promise<string> {
  await confirmed(server, one)
  const path = `/api/professional/calendar-feed/${one.id}`
  const { body } = await visitor(server).post(path, undefined, call(one))
  return new URL(body.feed_url).pathname
}
const nameContact = (one: Session, email = `rosa-${one.sessionId}@example.com`) =>
  visitor(server).put(
    `/api/professional/safety/${one.id}`,
    { contact: { name: 'Rosa', email, language: 'en' } },
    call(one),
  )
const contactOf = async (one: Session) =>
  (await visitor(server).get(`/api/professional/safety/${one.id}`, call(one))).body.contact
const endOne = (by: Session, ended: Session) =>
  visitor(server).delete(`/api/users/${by.id}/sessions/${ended.sessionId}`, typed(by))
const statusOf = async (path: string) => (await visitor(server).get(path)).status

test('the end of one session ends the calendar address, the new email and the contact that it made', async () => {
  const { owner, stranger } = await professional()
  const feed = await makeFeed(stranger)
  const change = { new_email: `other.${owner.email}` }
  const asked = await visitor(server).post(`/api/users/${owner.id}/email`, change, call(stranger))
  expect([asked.status, (await nameContact(stranger)).status]).toEqual([200, 200])
  expect((await endOne(owner, stranger)).status).toBe(200)
  expect(await statusOf(feed)).toBe(404)
  const waiting = server.db.selectFrom('email_changes').select('state')
  expect(await waiting.where('user_id', '=', owner.id).execute()).toEqual([{ state: 'withdrawn' }])
  expect(await contactOf(owner)).toBeNull()
  expect(await factorLettersOf(server, owner)).toEqual([
    'feed_made',
    'contact_named',
    'contact_removed',
  ])
})

test('the end of one session leaves what another one has made', async () => {
  const { owner, stranger } = await professional()
  const feed = await makeFeed(owner)
  const change = { new_email: `other.${owner.email}` }
  await visitor(server).post(`/api/users/${owner.id}/email`, change, call(owner))
  await nameContact(owner, 'rosa.kept@example.com')
  // A corrected name is no new contact.
  await nameContact(stranger, 'rosa.kept@example.com')
  expect((await endOne(owner, stranger)).status).toBe(200)
  expect(await statusOf(feed)).toBe(200)
  const waiting = server.db.selectFrom('email_changes').select('state')
  expect(await waiting.where('user_id', '=', owner.id).execute()).toEqual([{ state: 'pending' }])
  expect((await contactOf(owner)).email).toBe('rosa.kept@example.com')
})

test("nobody ends what another person's session has made", async () => {
  const [one, other] = [await professional(), await professional()]
  const feed = await makeFeed(one.owner)
  await nameContact(one.owner)
  const path = `/api/users/${other.owner.id}/sessions/${one.owner.sessionId}`
  const refused = await visitor(server).delete(path, typed(other.owner))
  expect([refused.status, refused.body.code]).toEqual([404, 'session_not_found'])
  expect([await statusOf(feed), (await contactOf(one.owner)).name]).toEqual([200, 'Rosa'])
})

test('a session that has ended makes nothing more, also in a request that was on its way', async () => {
  const { owner, stranger } = await professional()
  await confirmed(server, stranger)
  const contact = `ended-${owner.id}@example.com`
  const feedPath = `/api/professional/calendar-feed/${owner.id}`
  await Promise.all([
    endOne(owner, stranger),
    nameContact(stranger, contact),
    visitor(server).post(feedPath, undefined, call(stranger)),
  ])
  expect(await contactOf(owner)).toBeNull()
  expect((await visitor(server).get(feedPath, call(owner))).body.created_at).toBeNull()
})

const WAYS: [string, (owner: Session) => Promise<{ status: number }>][] = [
  [
    'a new password',
    (owner) =>
      visitor(server).post(
        '/api/auth/change-password',
        { current_password: PASSWORD, new_password: 'clear windows 8' },
        call(owner),
      ),
  ],
  [
    'signing out everywhere',
    (owner) => visitor(server).delete(`/api/users/${owner.id}/sessions`, typed(owner)),
  ],
]
test.each(WAYS)(
  "after %s a stranger's contact gets no alarm, and the owner is told",
  async (_way, end) => {
    const { id, visit, owner, stranger } = await professional()
    await nameContact(stranger)
    await runDueJobs(server.context)
    const check_by = new Date(+NOW + 60 * MINUTE_MS).toISOString()
    const timer = await visitor(server).put(
      `/api/bookings/${visit}/safety`,
      { check_by },
      call(stranger),
    )
    expect(timer.status).toBe(200)
    expect((await end(owner)).status).toBe(200)
    const contacts = server.db.selectFrom('safety_contacts').selectAll()
    expect(await contacts.where('professional_id', '=', id).execute()).toEqual([])
    await sendFactorLetter(server.context, { user_id: id, change: 'contact_removed' })
    expect((await server.letters()).at(-1)).toContain('Subject: Your safety contact was removed')
    const before = (await server.letters()).length
    now = new Date(+NOW + 61 * MINUTE_MS)
    await JOBS['safety-alarms'](server.context, {})
    const { rows } = await sql`select from graphile_worker.jobs
    where task_identifier = 'send-safety-letter'`.execute(server.db)
    expect([rows.length, (await server.letters()).length]).toEqual([0, before])
  },
)

test('the link of an alarm that a stranger has got shows nothing once the session is ended', async () => {
  const { visit, owner, stranger } = await professional()
  await nameContact(stranger)
  const check_by = new Date(+NOW + 60 * MINUTE_MS).toISOString()
  await visitor(server).put(`/api/bookings/${visit}/safety`, { check_by }, call(stranger))
  now = new Date(+NOW + 61 * MINUTE_MS)
  await JOBS['safety-alarms'](server.context, {})
  await runDueJobs(server.context)
  const letter = (await server.letters()).findLast((one) => /\/safety\/[\w-]{43}/.test(one))!
  const link = `/api${/\/safety\/[\w-]{43}/.exec(letter.replaceAll('=\r\n', ''))![0]}`
  expect(await statusOf(link)).toBe(200)
  expect((await endOne(owner, stranger)).status).toBe(200)
  expect(await statusOf(link)).toBe(404)
})

// rule: not-me
test("'This was not me' removes a contact of since the sign-in, also of a session that has signed out", async () => {
  const { id, owner, stranger } = await professional()
  now = new Date(+NOW + 2 * 60 * MINUTE_MS)
  const late = await session(id, owner.email)
  await nameContact(late)
  await visitor(server).post('/api/auth/logout', undefined, call(late))
  const { rows } = await sql<{ id: string }>`
    select id from sign_in_letters where user_id = ${id} order by id desc limit 1`.execute(
    server.db,
  )
  await sendSignInLetter(server.context, { letter_id: rows[0]!.id })
  expect((await contactOf(stranger)).name).toBe('Rosa')
  const token = await tokenOfNewestLetter(server, 'not-me')
  expect((await visitor(server).post('/api/auth/not-me', { token })).status).toBe(200)
  const contacts = server.db.selectFrom('safety_contacts').selectAll()
  expect(await contacts.where('professional_id', '=', id).execute()).toEqual([])
})

// rule: suspension
test('a suspension keeps the safety contact of visits that go on', async () => {
  const { id, owner } = await professional()
  await nameContact(owner)
  const why = { reason: 'To look into it.', doneBy: 'olga' }
  await suspendByOperator(server.context, id, why, 'keep')
  const contacts = server.db.selectFrom('safety_contacts').select('name')
  expect(await contacts.where('professional_id', '=', id).execute()).toEqual([{ name: 'Rosa' }])
})
