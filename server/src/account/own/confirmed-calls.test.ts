// rule: confirmation, end-sessions, new-password, access-details
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CURRENT_PASSWORD_HEADER } from '#contract/browser-names.ts'
import { meStatus, PASSWORD } from '#server/test/builders/account.ts'
import { AUSTIN_HOME, bookingBody, move } from '#server/test/builders/booking.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { codeAt, confirmed, factorUser, withTotp } from '#server/test/harness/factors-harness.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let now = new Date('2026-12-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

type Answer = { status: number; body: { code?: string } }
type User = { id: string; cookie: string }
const typed = ({ cookie }: User) => ({
  cookie,
  [CURRENT_PASSWORD_HEADER]: encodeURIComponent(PASSWORD),
})

const CALLS: [string, (user: User) => Promise<Answer>][] = [
  [
    'a new password',
    ({ cookie }) =>
      visitor(server).post(
        '/api/auth/change-password',
        { current_password: PASSWORD, new_password: 'clear windows 8' },
        { cookie },
      ),
  ],
  [
    'the end of all sessions',
    (user) => visitor(server).delete(`/api/users/${user.id}/sessions`, typed(user)),
  ],
  [
    'the end of one session',
    async (user) => {
      const path = `/api/users/${user.id}/sessions`
      const { body } = await visitor(server).get(path, { cookie: user.cookie })
      return visitor(server).delete(`${path}/${body.sessions[0].id}`, typed(user))
    },
  ],
  [
    'the access details of a home',
    async (user) => {
      const { cookie } = user
      const made = await visitor(server).post('/api/homes', AUSTIN_HOME, { cookie })
      const path = `/api/homes/${made.body.home.id}/access`
      return visitor(server).post(`${path}/reveal`, undefined, typed(user))
    },
  ],
]

test.each(CALLS)(
  'with a second factor, the password alone is not enough for %s',
  async (_what, call) => {
    const user = await factorUser(server)
    const { secret } = await withTotp(server, user)
    await sql`update sessions set confirmed_until = null where user_id = ${user.id}`.execute(
      server.db,
    )
    const facts = server.db.selectFrom('users').where('id', '=', user.id)
    const version = () => facts.select('password_version').executeTakeFirstOrThrow()
    const before = await version()
    const refused = await call(user)
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm_first'])
    expect([await version(), await meStatus(server, user.cookie)]).toEqual([before, 200])
    now = new Date(+now + 60_000)
    await confirmed(server, user, codeAt(secret, now))
    expect((await call(user)).status).toBe(200)
  },
)

test("with a second factor, a professional's session alone shows no door code, and no look is noted", async () => {
  const client = await factorUser(server)
  const pro = await buildProfessional(server)
  const asClient = (path: string, body: object) =>
    visitor(server).post(path, body, { cookie: client.cookie })
  const { home } = (await asClient('/api/homes', AUSTIN_HOME)).body
  await visitor(server).put(
    `/api/homes/${home.id}/access`,
    { door_code: '4711' },
    { cookie: client.cookie },
  )
  const facts = { home_id: home.id, booking_date: '2026-12-02' }
  const { id } = (await asClient('/api/bookings', bookingBody(client, pro, facts))).body
  await move(server, pro, id, 'accepted')
  now = new Date('2026-12-02T14:30:00Z')
  const asPro = await as(server, pro)
  const look = (headers = {}) => asPro.post(`/api/bookings/${id}/access/view`, {}, headers)
  // Without a factor nothing is asked.
  expect((await look()).body.door_code).toBe('4711')
  await server.db
    .insertInto('totp_secrets')
    .values({
      user_id: pro.id,
      secret_sealed: Buffer.alloc(1),
      key_id: 'k',
      created_at: now,
      confirmed_at: now,
    })
    .execute()
  const refused = await look()
  expect([refused.status, refused.body.code]).toEqual([403, 'confirm_first'])
  const looks = server.db.selectFrom('access_views').select('at').where('home_id', '=', home.id)
  expect(await looks.execute()).toHaveLength(1)
  await sql`update sessions set confirmed_until = ${new Date(+now + 1)} where user_id = ${pro.id}`.execute(
    server.db,
  )
  expect((await look()).body.door_code).toBe('4711')
  now = new Date(+now + 1)
  expect((await look()).body.code).toBe('confirm_first')
})
