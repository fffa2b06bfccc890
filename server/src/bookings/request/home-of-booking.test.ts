// rule: home-of-booking
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NOW, bookingBody, move, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }
type Home = { id: string; version: number; rooms: object[] }

let server: TestServer
let now = NOW
let client: Person
let pro: Person
let caller: Caller
let home: Home

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  pro = await buildProfessional(server)
  caller = await as(server, client)
  home = (await caller.post('/api/homes', HOME)).body.home
})

const ADDRESS = { address: '100 Congress Ave', city: 'Austin', state: 'TX', zip_code: '78701' }
const FACTS = {
  kind: 'house',
  bedrooms: 2,
  bathrooms: 1.5,
  square_feet: null,
  floors: 2,
  pets: ['dog'],
  supplies_at_home: false,
}
const HOME = { ...ADDRESS, ...FACTS, parking: 'Behind the house' }

const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`

/** Sends a request that names the home; by default without an address. */
function book(facts: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const { address: _, city: __, state: ___, zip_code: ____, ...body } = bookingBody(client, pro)
  return caller.post('/api/bookings', { ...body, home_id: home.id, ...facts }, headers)
}
const stored = (id: string) =>
  server.db
    .selectFrom('bookings')
    .select(['address', 'zip_code', 'home_id', 'home_facts', 'home_rooms', 'home_parking'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const change = (facts: object, version = home.version) =>
  caller.put(`/api/homes/${home.id}`, { ...HOME, rooms: home.rooms, ...facts, version })

test('a visit booked by a home has its address and facts, and an edited or deleted home leaves it as it was', async () => {
  const key = { 'idempotency-key': 'once' }
  const { body } = await book({}, key)
  const copied = {
    address: ADDRESS.address,
    zip_code: '78701',
    home_id: home.id,
    home_facts: FACTS,
    home_rooms: home.rooms,
    home_parking: HOME.parking,
  }
  expect(await stored(body.id)).toEqual(copied)

  const seen = (await caller.get(`/api/bookings/${body.id}`)).body.booking
  expect(seen).toMatchObject({ ...ADDRESS, home_id: home.id, home: FACTS })
  const professional = await as(server, pro)
  const list = (await professional.get(`/api/bookings/professional/${pro.id}`)).body.bookings
  expect(list).toMatchObject([{ home: FACTS }])
  for (const hidden of ['home_id', 'rooms', 'parking']) expect(list[0]).not.toHaveProperty(hidden)
  const thread = (await caller.get(`/api/chat/messages/${client.id}/${pro.id}`)).body.messages
  expect(thread).toMatchObject([{ booking: { home: FACTS } }])

  await change({ address: '9 Other St', bedrooms: 9, parking: '' })
  expect(await stored(body.id)).toEqual(copied)
  await caller.delete(`/api/homes/${home.id}`)
  expect(await stored(body.id)).toEqual({ ...copied, home_id: null })
  expect((await book({}, key)).body.id).toBe(body.id)
})

// rule: home-of-booking, lead-locked
test('the professional of a locked lead sees the facts of the home, not its street', async () => {
  pro = await buildProfessional(server, { credits: 0 })
  await book()
  const { body } = await (await as(server, pro)).get(`/api/bookings/professional/${pro.id}`)
  expect(body.bookings).toMatchObject([{ locked: true, home: FACTS, address: '' }])
})

test('an address beside the home must be the same, and a foreign home is none; nothing is written', async () => {
  const before = await rowCounts(server)
  const refused = await book({ address: '101 Congress Ave', zip_code: '78702', city: 'Austin' })
  expect(answerOf(refused)).toBe('422 home_differs')
  expect(refused.body.params).toEqual({ fields: 'address zip_code' })
  const other = await as(server, await buildClient(server))
  const foreign = (await other.post('/api/homes', HOME)).body.home.id
  expect(answerOf(await book({ home_id: foreign }))).toBe('404 home_not_found')
  expect(answerOf(await book({ home_id: 'mine' }))).toBe('404 home_not_found')
  expect(answerOf(await book({ home_id: undefined }))).toBe('422 address_required')
  expect(await rowCounts(server)).toEqual(before)

  const same = { address: ' 100 congress  ave', city: 'AUSTIN', state: 'tx', zip_code: '78701' }
  expect((await book(same)).status).toBe(200)
})

test('a refresh copies the facts again and keeps the address', async () => {
  const { id } = (await book()).body
  await change({ address: '9 Other St', bedrooms: 3, parking: 'In front' })
  const refresh = (version: number) => caller.post(`/api/bookings/${id}/refresh-home`, { version })
  expect(answerOf(await refresh(1))).toBe('409 home_changed')
  expect(await stored(id)).toMatchObject({ home_facts: FACTS })

  const { visit } = (await refresh(2)).body
  expect(visit).toMatchObject({ booking_id: id, status: 'pending', home: { bedrooms: 3 } })
  expect(visit.home).not.toHaveProperty('rooms')
  expect(await stored(id)).toMatchObject({ address: ADDRESS.address, home_parking: 'In front' })
  await move(server, pro, id, 'accepted')
  const accepted = (await refresh(2)).body.visit
  expect(accepted.home).toEqual({
    ...FACTS,
    photos: [],
    bedrooms: 3,
    rooms: home.rooms,
    parking: 'In front',
  })
})

test('a home that has not changed makes the next agreement too, and the same request again none', async () => {
  const { id } = (await book()).body
  await move(server, pro, id, 'accepted')
  const refresh = () => caller.post(`/api/bookings/${id}/refresh-home`, { version: 1 })
  for (const { body } of [await refresh(), await refresh()]) {
    expect(body.visit.agreement).toMatchObject({ version: 2 })
  }
  const { agreement } = (await caller.get(`/api/bookings/${id}/agreement`)).body
  expect(agreement).toMatchObject({ because: 'home', difference: [] })
})

test('its client is told of a home that has changed since, until the visit has it', async () => {
  const { id } = (await book()).body
  const newer = async () => (await caller.get(`/api/bookings/${id}`)).body.booking.newer_home
  expect(await newer()).toBeNull()
  home = (await change({ parking: 'In front' })).body.home
  expect(await newer()).toBe(2)
  home = (await change({ parking: HOME.parking })).body.home
  expect(await newer()).toBeNull()
  await change({ bedrooms: 3 })
  expect(await newer()).toBe(4)
  await caller.post(`/api/bookings/${id}/refresh-home`, { version: 4 })
  expect(await newer()).toBeNull()
})

test('only its client refreshes a visit, and only while it is coming and has a home', async () => {
  const { id } = (await book()).body
  const without = (await caller.post('/api/bookings', bookingBody(client, pro))).body.id
  const refresh = (who: Caller, bookingId = id) =>
    who.post(`/api/bookings/${bookingId}/refresh-home`, { version: 1 })
  const other = await as(server, await buildClient(server))
  expect(answerOf(await refresh(await as(server, pro)))).toBe('403 clients_only')
  expect(answerOf(await refresh(other))).toBe('404 booking_not_found')
  expect(answerOf(await refresh(caller, without))).toBe('404 home_not_found')
  await move(server, pro, id, 'accepted')
  now = new Date('2026-12-01T15:00:00Z')
  expect(answerOf(await refresh(caller))).toBe('409 booking_started')
  now = NOW
  await move(server, client, id, 'cancelled', 'Plans changed')
  expect(answerOf(await refresh(caller))).toBe('409 booking_already_moved')
})

// rule: booking-moves
test('work that began before its time keeps the rooms that it began with', async () => {
  const weekly = { cleaning_frequency: 'weekly', series: {} }
  const { id, series_id } = (await book(weekly)).body
  await move(server, pro, id, 'accepted')
  const { id: later } = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('series_id', '=', series_id)
    .where('id', '!=', id)
    .orderBy('starts_at')
    .executeTakeFirstOrThrow()
  const without = (
    await caller.post('/api/bookings', bookingBody(client, pro, { booking_time: '11:00' }))
  ).body.id
  await move(server, pro, without, 'accepted')
  home = (await change({ bedrooms: 3 })).body.home

  now = new Date('2026-12-01T14:40:00Z')
  const asPro = await as(server, pro)
  const coming = async () => (await caller.get('/api/homes')).body.homes[0].coming_bookings
  const comingBefore = await coming()
  for (const begun of [id, without]) {
    const pressed = await asPro.post(`/api/bookings/${begun}/stages`, { stage: 'started' })
    expect(pressed.status).toBe(200)
  }
  expect(await coming()).toBe(comingBefore - 1)
  const before = await stored(id)
  const agreed = async (of: string) =>
    (await caller.get(`/api/bookings/${of}/agreement`)).body.agreement.versions.length
  const counts = await rowCounts(server)
  const refresh = (of: string) => caller.post(`/api/bookings/${of}/refresh-home`, { version: 2 })
  expect(answerOf(await refresh(id))).toBe('409 booking_started')
  const added = await caller.post('/api/homes', { ...HOME, booking_id: without })
  expect(answerOf(added)).toBe('409 booking_started')
  expect(await rowCounts(server)).toEqual(counts)
  expect((await caller.get(`/api/bookings/${id}`)).body.booking.newer_home).toBeNull()

  expect(answerOf(await refresh(later))).toBe('200')
  expect(await stored(later)).toMatchObject({ home_facts: { bedrooms: 3 } })
  expect(await stored(id)).toEqual(before)
  expect([await agreed(id), await agreed(later)]).toEqual([1, 2])
})

test('a series gives its home to each visit, and a refresh reaches all coming ones', async () => {
  const { body } = await book({ cleaning_frequency: 'weekly', series: {} })
  await move(server, pro, body.id, 'accepted')
  const facts = async () => {
    const rows = await server.db
      .selectFrom('bookings')
      .select(['home_id', 'home_facts'])
      .where('series_id', '=', body.series_id)
      .execute()
    return new Set(rows.map((row) => JSON.stringify(row)))
  }
  const visits = await server.db
    .selectFrom('bookings')
    .select('id')
    .where('series_id', '=', body.series_id)
    .execute()
  expect(visits.length).toBeGreaterThan(2)
  expect((await facts()).size).toBe(1)
  await change({ bedrooms: 4 })
  const last = visits.at(-1)!.id
  const answer = await caller.post(`/api/bookings/${last}/refresh-home`, { version: 2 })
  expect(answer.body.visit.home).toMatchObject({ bedrooms: 4 })
  const [only, ...others] = [...(await facts())].map((row) => JSON.parse(row))
  expect(others).toEqual([])
  expect(only).toMatchObject({ home_id: home.id, home_facts: { bedrooms: 4 } })
  const series = await server.db
    .selectFrom('series')
    .select('home_facts')
    .where('id', '=', body.series_id)
    .executeTakeFirstOrThrow()
  expect(series.home_facts).toMatchObject({ bedrooms: 4 })
})
