// rule: ended-access, visit-calendar
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { sendFactorLetter } from '#server/people/factors/factor-letter.ts'
import { sendResetMail } from '../email/password-reset.ts'
import { sendSignInLetter } from '#server/people/sessions/sign-in-letter.ts'
import { cookieOf, meStatus, PASSWORD } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import {
  codeAt,
  confirmed,
  factorLettersOf,
  factorUser,
  login,
  withTotp,
} from '#server/test/harness/factors-harness.ts'
import type { FactorUser } from '#server/test/harness/factors-harness.ts'
import { tokenOfNewestLetter } from '#server/test/builders/letter-tokens.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const NEW_PASSWORD = 'clear windows 8'

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const feedCall = ({ id }: FactorUser) => `/api/client/calendar-feed/${id}`
const makeFeed = (user: FactorUser) =>
  visitor(server).post(feedCall(user), undefined, { cookie: user.cookie })

/** A user with a feed, and with a change of the email that waits; returns the feed's path. */
async function withLeftovers(): Promise<{ user: FactorUser; feed: string }> {
  const user = await factorUser(server)
  await confirmed(server, user)
  const { body } = await makeFeed(user)
  const change = { new_email: `other.${user.email}` }
  const asked = await visitor(server).post(`/api/users/${user.id}/email`, change, {
    cookie: user.cookie,
  })
  expect(asked.status).toBe(200)
  return { user, feed: new URL(body.feed_url).pathname }
}

const statusOf = async (feed: string) => (await visitor(server).get(feed)).status
async function pendingEmails({ id }: FactorUser): Promise<number> {
  const { rows } = await sql`
    select from email_changes where user_id = ${id} and state = 'pending'`.execute(server.db)
  return rows.length
}
const kindsOfLetters = (user: FactorUser) => factorLettersOf(server, user)

test('a calendar address is made only in a confirmed session, and its owner is told by a letter', async () => {
  const user = await factorUser(server)
  const refused = await makeFeed(user)
  expect([refused.status, refused.body.code]).toEqual([403, 'confirm_first'])
  const reading = { cookie: user.cookie }
  expect((await visitor(server).get(feedCall(user), reading)).body).toEqual({ created_at: null })
  expect(await kindsOfLetters(user)).toEqual([])
  await confirmed(server, user)
  expect((await makeFeed(user)).status).toBe(200)
  expect(await kindsOfLetters(user)).toEqual(['feed_made'])
  await sendFactorLetter(server.context, {
    user_id: user.id,
    change: 'feed_made',
    at: now.toISOString(),
  })
  const letter = (await server.letters()).at(-1)!
  expect(letter).toContain(user.email)
  expect(letter).toContain('Subject: Your calendar address was created')
})

// rule: who-may-name
test('no letter about a calendar address goes to an address that nobody has proved', async () => {
  const user = await factorUser(server)
  await sql`update users set email_verified_at = null where id = ${user.id}`.execute(server.db)
  const before = (await server.letters()).length
  const letter = { user_id: user.id, change: 'feed_made', at: now.toISOString() } as const
  await sendFactorLetter(server.context, letter)
  expect(await server.letters()).toHaveLength(before)
})

test('with a second factor, the password alone confirms no calendar address', async () => {
  const user = await factorUser(server)
  await withTotp(server, user)
  await sql`update sessions set confirmed_until = null where user_id = ${user.id}`.execute(
    server.db,
  )
  const { cookie } = user
  const answer = await visitor(server).post('/api/auth/confirm', { password: PASSWORD }, { cookie })
  expect(answer.body.code).toBe('code_wrong')
  expect((await makeFeed(user)).body.code).toBe('confirm_first')
})

const WAYS: [string, (user: FactorUser) => Promise<{ status: number }>][] = [
  [
    'a new password',
    ({ cookie }) =>
      visitor(server).post(
        '/api/auth/change-password',
        { current_password: PASSWORD, new_password: NEW_PASSWORD },
        { cookie },
      ),
  ],
  [
    'a password reset',
    async ({ id }) => {
      await sendResetMail(server.context, { user_id: id })
      const token = await tokenOfNewestLetter(server, 'reset-password')
      const reset = { token, new_password: NEW_PASSWORD }
      return visitor(server).post('/api/auth/reset-password', reset)
    },
  ],
  [
    'the link This was not me',
    async (user) => {
      now = new Date(+now + 3_600_000)
      await login(server, user)
      const { rows } = await sql<{ id: string }>`
        select id from sign_in_letters where user_id = ${user.id} order by id desc limit 1`.execute(
        server.db,
      )
      await sendSignInLetter(server.context, { letter_id: rows[0]!.id })
      const token = await tokenOfNewestLetter(server, 'not-me')
      return visitor(server).post('/api/auth/not-me', { token })
    },
  ],
  [
    'signing out everywhere',
    ({ id, cookie }) =>
      visitor(server).delete(`/api/users/${id}/sessions`, {
        cookie,
        [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
      }),
  ],
]

test.each(WAYS)(
  'after %s nobody reads the calendar address, and a new email that was asked for does not come',
  async (_way, end) => {
    const { user, feed } = await withLeftovers()
    expect([await statusOf(feed), await pendingEmails(user)]).toEqual([200, 1])
    expect((await end(user)).status).toBe(200)
    expect([await statusOf(feed), await pendingEmails(user)]).toEqual([404, 0])
  },
)

// rule: second-factor
test('signing out the other devices with a new factor ends the calendar address, not this session', async () => {
  const { user, feed } = await withLeftovers()
  const other = cookieOf(await login(server, user))
  const { cookie } = user
  const path = `/api/users/${user.id}/totp`
  const { secret } = (await visitor(server).post(path, undefined, { cookie })).body
  const code = codeAt(secret, now)
  const on = { code, sign_out_others: true }
  expect((await visitor(server).post(`${path}/confirm`, on, { cookie })).status).toBe(200)
  expect(await statusOf(feed)).toBe(404)
  expect([await meStatus(server, cookie), await meStatus(server, other)]).toEqual([200, 401])
})
