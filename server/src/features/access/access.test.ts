// rule: access-vault
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ACCESS_VIEWS_PER_HOUR } from '#contract/access-rules.ts'
import { CURRENT_PASSWORD_HEADER } from '#contract/product.ts'
import { hashPassword } from '#server/features/identity/passwords.ts'
import { JOBS } from '#server/jobs.ts'
import { PASSWORD } from '#server/test/account.ts'
import { move, NOW, requestBooking } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { runDueJobs } from '#server/worker.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }
type Answer = { status: number; body: { code?: string } }

let server: TestServer
let now = NOW
let password_hash: string
let client: Person
let caller: Caller
let homeId: string

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  password_hash = await hashPassword(PASSWORD)
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, { password_hash, first_name: 'Ana' })
  caller = await as(server, client)
  homeId = (await caller.post('/api/homes', HOME)).body.home.id
})

const HOME = {
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  kind: 'house',
  bedrooms: 1,
  bathrooms: 1,
}
const VALUES = {
  door_code: 'Gate 4711#',
  key_place: 'Under the blue pot',
  alarm: '0815',
  wifi: 'Casa / limpeza&paz',
}
const NOTHING = { door_code: null, key_place: null, alarm: null, wifi: null }
const HOUR_MS = 3_600_000
/** Of the visit that `requestBooking` asks for: December 1, 9:00 to 11:00 in Austin. */
const STARTS_AT = new Date('2026-12-01T15:00:00Z')
const ENDS_AT = new Date('2026-12-01T17:00:00Z')
const OPENS_AT = new Date(+STARTS_AT - 24 * HOUR_MS)
const CLOSES_AT = new Date(+ENDS_AT + 2 * HOUR_MS)

const save = (values: object, who = caller, id = homeId) =>
  who.put(`/api/homes/${id}/access`, values)
const confirmed = (password = PASSWORD) => ({
  [CURRENT_PASSWORD_HEADER]: encodeURIComponent(password),
})
const reveal = (headers: Record<string, string> = confirmed(), who = caller) =>
  who.post(`/api/homes/${homeId}/access/reveal`, {}, headers)
const views = async () => (await caller.get(`/api/homes/${homeId}/access/views`)).body.views
const answerOf = ({ status, body }: Answer) => (status === 200 ? '200' : `${status} ${body.code}`)
const count = async (table: 'access_values' | 'access_views' | 'home_access') =>
  (await server.db.selectFrom(table).selectAll().where('home_id', '=', homeId).execute()).length

/** An accepted visit at the home, and calls about its access. */
async function visit(pro: Person, facts: object = {}) {
  const id = await requestBooking(server, client, pro, { home_id: homeId, ...facts })
  await move(server, pro, id, 'accepted')
  const asPro = await as(server, pro)
  return {
    id,
    view: (who: Caller = asPro) => who.post(`/api/bookings/${id}/access/view`, {}),
    open: (open: unknown, who: Caller = caller) => who.put(`/api/bookings/${id}/access`, { open }),
    seen: async (who: Caller) => {
      const { access, may } = (await who.get(`/api/bookings/${id}/visit`)).body.visit
      return { ...access, may: may.filter((one: string) => one.includes('access')) }
    },
    asPro,
  }
}

test('values are saved one by one, are told as saved only, and an empty one is erased', async () => {
  const home = async () => (await caller.get(`/api/homes/${homeId}`)).body.home.access
  const none = { door_code: false, key_place: false, alarm: false, wifi: false }
  expect(await home()).toEqual({ ...none, changed_at: null })
  const first = await save({ door_code: VALUES.door_code, wifi: VALUES.wifi })
  expect(first.headers['cache-control']).toBe('no-store')
  const saved = { ...none, door_code: true, wifi: true, changed_at: NOW.toISOString() }
  expect(first.body).toEqual({ access: saved })
  expect(await home()).toEqual(saved)

  now = new Date(+NOW + 60_000)
  await save({ alarm: VALUES.alarm, door_code: '', wifi: null })
  expect(await home()).toEqual({ ...none, alarm: true, changed_at: now.toISOString() })
  expect((await reveal()).body).toEqual({ ...NOTHING, alarm: VALUES.alarm })
  expect(await count('access_values')).toBe(1)

  await caller.delete(`/api/homes/${homeId}`)
  for (const table of ['access_values', 'access_views', 'home_access'] as const) {
    expect(await count(table)).toBe(0)
  }
})

test('other people and wrong values are refused, nothing is written, and no refusal repeats a value', async () => {
  const stranger = await as(server, await buildClient(server))
  const pro = await as(server, await buildProfessional(server))
  const long = 'Secret spruce '.repeat(40)
  const answers = [
    await save(VALUES, stranger),
    await save(VALUES, pro),
    await save(VALUES, visitor(server)),
    await save({ door_code: long }),
    await save({ alarm: 4711 }),
    await save(VALUES, caller, 'none'),
    await stranger.get(`/api/homes/${homeId}/access/views`),
    await reveal(confirmed(), stranger),
  ]
  expect(answers.map(answerOf)).toEqual([
    '404 home_not_found',
    '403 clients_only',
    '401 not_signed_in',
    '422 invalid_input',
    '422 invalid_input',
    '404 home_not_found',
    '404 home_not_found',
    '404 home_not_found',
  ])
  expect(JSON.stringify(answers)).not.toMatch(/Secret spruce|4711/)
  expect(await count('home_access')).toBe(0)
})

// rule: access-reveal, access-log
test('the client sees the values with their password, and their own look in the log', async () => {
  await save(VALUES)
  expect(answerOf(await reveal({}))).toBe('422 password_required')
  expect(answerOf(await reveal(confirmed('wrong')))).toBe('403 wrong_password')
  expect(await views()).toEqual([])
  const { body, headers } = await reveal()
  expect([body, headers['cache-control']]).toEqual([VALUES, 'no-store'])
  expect(await views()).toEqual([
    {
      at: NOW.toISOString(),
      by: 'you',
      professional: null,
      booking_id: null,
      fields: Object.keys(VALUES),
    },
  ])
})

// rule: access-unused, notice-still-true
test('values that nobody used for a year are told, then erased; a look keeps them', async () => {
  await save(VALUES)
  const forget = async (days: number) => {
    now = new Date(+NOW + days * 24 * HOUR_MS)
    await JOBS['forget-visits'](server.context, {})
    caller = await as(server, client)
  }
  const told = async () =>
    (await caller.get('/api/notices')).body.notices.map(({ title }: { title: string }) => title)
  await forget(364)
  expect(await told()).toEqual([])
  await forget(366)
  await forget(367)
  const first = 'Your unused access details will be erased on Dec 21, 2027'
  expect(await told()).toEqual([first])
  await runDueJobs(server.context)
  await runDueJobs(server.context)
  const letters = await Promise.all((await server.letters()).map((text) => PostalMime.parse(text)))
  expect(letters.map(({ subject }) => subject)).toContain(first)
  await reveal()
  await forget(400)
  expect(await count('access_values')).toBe(4)

  await forget(2 * 366 + 2)
  expect(await told()).toHaveLength(2)
  await forget(2 * 366 + 31)
  expect(await count('access_values')).toBe(4)
  await forget(2 * 366 + 33)
  expect(await count('access_values')).toBe(0)
})

// rule: access-view, access-window
test('the professional sees the values of an accepted visit from 24 hours before until 2 hours after it', async () => {
  const pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  const asked = await requestBooking(server, client, pro, { home_id: homeId })
  const asPro = await as(server, pro)
  const view = () => asPro.post(`/api/bookings/${asked}/access/view`, {})
  const at = async (moment: Date) => {
    now = moment
    return answerOf(await view())
  }
  await save(VALUES)
  expect(await at(STARTS_AT)).toBe('409 access_not_accepted')
  now = NOW
  await move(server, pro, asked, 'accepted')
  expect(await at(new Date(+OPENS_AT - 1))).toBe('409 access_not_yet')
  expect(await count('access_views')).toBe(0)

  now = OPENS_AT
  const { body, headers } = await view()
  expect(body).toEqual({ ...VALUES, closes_at: CLOSES_AT.toISOString() })
  expect(headers['cache-control']).toBe('no-store')
  await save({ alarm: null })
  now = ENDS_AT
  await move(server, pro, asked, 'completed')
  expect(await at(new Date(+CLOSES_AT - 1))).toBe('200')
  expect(await at(CLOSES_AT)).toBe('409 access_over')
  const viewedAt = async (who: Caller) =>
    (await who.get(`/api/bookings/${asked}/visit`)).body.visit.access.viewed_at
  expect(await viewedAt(caller)).toEqual(
    [new Date(+CLOSES_AT - 1), OPENS_AT].map((at) => at.toISOString()),
  )
  expect(await viewedAt(asPro)).toEqual([])
  const professional = { user_id: pro.id, full_name: 'Grace Walker Cleaning' }
  expect(await views()).toMatchObject([
    {
      by: 'professional',
      professional,
      booking_id: asked,
      fields: ['door_code', 'key_place', 'wifi'],
    },
    { at: OPENS_AT.toISOString(), professional, fields: Object.keys(VALUES) },
  ])
})

// rule: access-view, access-window
test('a moved visit moves its window, a cancelled one has none, and a visit without values or home is empty', async () => {
  const pro = await buildProfessional(server)
  const { id, view } = await visit(pro)
  now = STARTS_AT
  expect(answerOf(await view())).toBe('404 access_empty')
  await save(VALUES)
  await server.db
    .updateTable('bookings')
    .set({
      starts_at: new Date(+STARTS_AT + 25 * HOUR_MS),
      ends_at: new Date(+ENDS_AT + 25 * HOUR_MS),
    })
    .where('id', '=', id)
    .execute()
  expect(answerOf(await view())).toBe('409 access_not_yet')
  await move(server, client, id, 'cancelled', 'Plans changed')
  expect(answerOf(await view())).toBe('409 access_not_accepted')

  now = NOW
  const other = await visit(pro)
  await caller.delete(`/api/homes/${homeId}`)
  now = STARTS_AT
  expect(answerOf(await other.view())).toBe('404 access_empty')
})

// rule: access-view, access-end
test('nobody but the two sides uses the access of a visit', async () => {
  await save(VALUES)
  const { id, view, open, asPro } = await visit(await buildProfessional(server))
  now = STARTS_AT
  const others = [
    await as(server, await buildClient(server)),
    await as(server, await buildProfessional(server)),
  ] as const
  const answers = [
    await view(caller),
    await view(others[0]),
    await view(others[1]),
    await view(visitor(server)),
    await asPro.post('/api/bookings/none/access/view', {}),
    await open(false, asPro),
    await open(false, others[0]),
    await open(false, others[1]),
    await open('no'),
  ]
  expect(answers.map(answerOf)).toEqual([
    '403 professionals_only',
    '403 professionals_only',
    '404 booking_not_found',
    '401 not_signed_in',
    '404 booking_not_found',
    '403 clients_only',
    '404 booking_not_found',
    '403 clients_only',
    '422 invalid_input',
  ])
  expect(await count('access_views')).toBe(0)
  await server.db
    .updateTable('leads')
    .set({ opened_at: null })
    .where('client_id', '=', client.id)
    .execute()
  expect(answerOf(await view())).toBe('402 lead_locked')
  const events = server.db.selectFrom('events').select('kind').where('subject_id', '=', id)
  expect(await events.where('kind', 'like', 'access.%').execute()).toEqual([])
})

// rule: access-end
test('the client ends the access and opens it again, until the window is over', async () => {
  await save(VALUES)
  const { view, open, seen, asPro } = await visit(await buildProfessional(server))
  const window = { opens_at: OPENS_AT.toISOString(), closes_at: CLOSES_AT.toISOString() }
  const saved = Object.keys(VALUES)
  expect(await seen(caller)).toEqual({
    saved,
    open: true,
    ...window,
    viewed_at: [],
    may: ['end_access'],
  })
  expect(await seen(asPro)).toEqual({ saved, open: true, ...window, viewed_at: [], may: [] })
  now = STARTS_AT
  expect(await seen(asPro)).toMatchObject({ may: ['view_access'] })
  for (const _ of [1, 2]) expect((await open(false)).body).toEqual({ open: false, ...window })
  expect(answerOf(await view())).toBe('409 access_ended')
  expect(await seen(caller)).toMatchObject({ open: false, may: ['open_access'] })
  expect(await seen(asPro)).toMatchObject({ open: false, may: [] })
  expect((await open(true)).body).toEqual({ open: true, ...window })
  expect(answerOf(await view())).toBe('200')

  now = new Date(+CLOSES_AT - 1)
  expect(answerOf(await open(false))).toBe('200')
  now = CLOSES_AT
  expect(answerOf(await open(true))).toBe('409 access_over')
  expect(await seen(caller)).toMatchObject({ may: [] })
})

// rule: access-window
test('a block of either side ends the access', async () => {
  await save(VALUES)
  const pro = await buildProfessional(server)
  const { view, seen, asPro } = await visit(pro)
  now = STARTS_AT
  for (const [who, other] of [
    [caller, pro],
    [asPro, client],
  ] as const) {
    const block = { other_user_id: other.id }
    expect((await who.post('/api/chat/block', block)).status).toBe(200)
    expect(answerOf(await view())).toBe('409 access_ended')
    expect(await seen(caller)).toMatchObject({ open: false })
    await who.delete(`/api/chat/block/${other.id}`)
  }
  expect(answerOf(await view())).toBe('200')
})

// rule: access-limit
test('the values of a visit are shown at most 30 times an hour', async () => {
  await save(VALUES)
  const { view } = await visit(await buildProfessional(server))
  now = STARTS_AT
  for (let times = 0; times < ACCESS_VIEWS_PER_HOUR; times++)
    expect((await view()).status).toBe(200)
  const { status, body, headers } = await view()
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '3600'])
  expect(await count('access_views')).toBe(ACCESS_VIEWS_PER_HOUR)
  now = new Date(+STARTS_AT + HOUR_MS)
  expect((await view()).status).toBe(200)
})

// rule: access-end, access-view
test('after the end of the access was answered no look succeeds, also of those on their way', async () => {
  await save(VALUES)
  const { view, open } = await visit(await buildProfessional(server))
  now = STARTS_AT
  let isEnded = false
  const outcomes = await Promise.all([
    ...Array.from({ length: 6 }, async () => {
      const { status } = await view()
      return status
    }),
    open(false).then(async ({ status }) => {
      isEnded = status === 200
      return status
    }),
    ...Array.from({ length: 6 }, async () => (await view()).status),
  ])
  expect(isEnded).toBe(true)
  const shown = outcomes.filter((status) => status === 200).length - 1
  expect(await count('access_views')).toBe(shown)
  expect(answerOf(await view())).toBe('409 access_ended')
  expect(await count('access_views')).toBe(shown)
})

// rule: access-notices
test('the client is told of the first look of a visit and of the first after a change; the professional of the end', async () => {
  await save(VALUES)
  const pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  const { id, view, open } = await visit(pro)
  now = STARTS_AT
  await view()
  await view()
  await save({ alarm: '1234' })
  await view()
  await open(false)
  await open(false)
  const events = await server.db
    .selectFrom('events')
    .select(['id', 'kind', 'data'])
    .where('subject_id', '=', id)
    .where('kind', 'like', 'access.%')
    .orderBy('id')
    .execute()
  expect(events.map(({ kind, data }) => [kind, data])).toEqual([
    ['access.viewed', {}],
    ['access.viewed', {}],
    ['access.viewed', {}],
    ['access.ended', {}],
  ])
  const { rows } = await server.context.pool.query<{ payload: { event_id: string } }>(
    "select payload from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id where identifier = 'notify-visit' order by jobs.id",
  )
  const told = rows.map(({ payload }) => payload.event_id)
  expect(told.filter((event) => events.some((one) => one.id === event))).toEqual(
    [0, 2, 3].map((index) => events[index]!.id),
  )
  for (const event_id of told) await JOBS['notify-visit'](server.context, { event_id })
  const titles = async (person: Person) =>
    (await (await as(server, person)).get('/api/notices')).body.notices
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => /access/.test(title))
  expect(await titles(client)).toEqual([
    'Grace Walker opened your access details',
    'Grace Walker opened your access details',
  ])
  expect(await titles(pro)).toEqual(['Ana ended access to this visit'])
})
