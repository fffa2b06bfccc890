// rule: homes
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockPeople } from '#server/people/person/lock-people.ts'
import { NOW, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

type Person = { id: string }

let server: TestServer
let now = NOW
let client: Person
let caller: Caller

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server)
  caller = await as(server, client)
})

const HOME = {
  label: 'Lake house',
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701-1234',
  kind: 'house',
  bedrooms: 2,
  bathrooms: 1.5,
  square_feet: 1400,
  floors: 2,
  pets: ['dog', 'cat', 'dog'],
  parking: 'Behind the house',
  supplies_at_home: true,
}
const homeOf = (facts: object = {}) => ({ ...HOME, ...facts })
const saveHome = async (facts: object = {}) => {
  const { status, body } = await caller.post('/api/homes', homeOf(facts))
  expect(status).toBe(200)
  return body.home
}
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status === 200 ? '200' : `${status} ${body.code}`
const homes = async () => (await caller.get('/api/homes')).body.homes

// rule: homes
test('a home is saved with the usual rooms, and read again', async () => {
  const home = await saveHome({})
  expect(home).toMatchObject({
    ...HOME,
    zip_code: '78701',
    pets: ['cat', 'dog'],
    version: 1,
    usual: [],
    coming_bookings: 0,
  })
  const kinds = home.rooms.map(({ kind }: { kind: string }) => kind)
  expect(kinds.join()).toBe('bedroom,bedroom,bathroom,bathroom,kitchen,living_room')
  expect(await homes()).toEqual([home])
  expect((await caller.get(`/api/homes/${home.id}`)).body).toEqual({ home })

  const office = await saveHome({ kind: 'office', bedrooms: 0, bathrooms: 2 })
  expect(office.rooms).toMatchObject([{ kind: 'office', important: false, do_not_enter: false }])
})

test('a change keeps the ids of the rooms that are sent, and an older version changes nothing', async () => {
  const home = await saveHome({})
  const stranger = await as(server, await buildClient(server))
  const foreign = (await stranger.post('/api/homes', homeOf())).body.home.rooms[0].id
  const [first, second] = home.rooms
  const rooms = [
    { ...second, name: 'Nursery', important: true },
    { id: foreign, kind: 'garage', do_not_enter: true, note: 'Wet paint' },
    first,
  ]
  const url = `/api/homes/${home.id}`
  const { body } = await caller.put(url, homeOf({ label: 'Home', rooms, version: 1 }))
  expect(body.home).toMatchObject({ version: 2, label: 'Home' })
  expect(body.home.rooms).toMatchObject([
    { id: second.id, name: 'Nursery', important: true },
    { kind: 'garage', do_not_enter: true, note: 'Wet paint' },
    { id: first.id },
  ])
  expect(body.home.rooms[1].id).not.toBe(foreign)
  const late = await caller.put(url, homeOf({ label: 'Late', version: 1 }))
  expect(answerOf(late)).toBe('409 home_changed')
  expect(await homes()).toEqual([body.home])
})

// rule: homes, booking-home
test('what cannot be a home is refused, and nothing is written', async () => {
  const room = { kind: 'bedroom' }
  const refused = {
    invalid_input: [
      { bathrooms: 1.2 },
      { bathrooms: 10.5 },
      { bedrooms: 11 },
      { floors: 0 },
      { floors: 6 },
      { square_feet: 99 },
      { square_feet: 20_001 },
      { kind: 'castle' },
      { pets: ['dragon'] },
      { label: 'x'.repeat(41) },
      { parking: 'x'.repeat(201) },
      { rooms: Array.from({ length: 31 }, () => room) },
      { rooms: [{ kind: 'cellar' }] },
      { rooms: [{ ...room, name: 'x'.repeat(41) }] },
      { rooms: [{ ...room, note: 'x'.repeat(281) }] },
      { rooms: [{ ...room, important: true, do_not_enter: true }] },
    ],
    zip_unknown: [{ zip_code: '00000' }],
    state_not_of_zip: [{ state: 'FL' }],
    address_required: [{ address: ' ' }],
  }
  for (const [code, all] of Object.entries(refused)) {
    for (const facts of all) {
      const answer = answerOf(await caller.post('/api/homes', homeOf(facts)))
      expect([facts, answer]).toEqual([facts, `422 ${code}`])
    }
  }
  expect(await homes()).toEqual([])
})

test('professionals, visitors and other clients neither read nor change a home', async () => {
  const home = await saveHome({})
  const url = `/api/homes/${home.id}`
  const calls = (who: Caller, at: string) => [
    who.get(at),
    who.put(at, homeOf({ version: 1 })),
    who.delete(at),
  ]
  const answers = async (who: Caller, at: string) =>
    (await Promise.all(calls(who, at))).map((answer) => answerOf(answer))
  const pro = await as(server, await buildProfessional(server))
  const other = await as(server, await buildClient(server))
  expect(new Set(await answers(pro, url))).toEqual(new Set(['403 clients_only']))
  expect(new Set(await answers(visitor(server), url))).toEqual(new Set(['401 not_signed_in']))
  expect(new Set(await answers(other, url))).toEqual(new Set(['404 home_not_found']))
  expect(new Set(await answers(caller, '/api/homes/mine'))).toEqual(new Set(['404 home_not_found']))
  expect(answerOf(await pro.post('/api/homes', homeOf()))).toBe('403 clients_only')
  expect(answerOf(await visitor(server).get('/api/homes'))).toBe('401 not_signed_in')
  expect(await homes()).toEqual([home])
})

test('of requests at one moment only those up to the tenth home are saved, and a repeat saves one', async () => {
  for (let count = 0; count < 8; count++) await saveHome({ label: `Home ${count}` })
  const key = { 'idempotency-key': 'one' }
  const answers = await Promise.all([
    caller.post('/api/homes', homeOf({ label: 'A' }), key),
    caller.post('/api/homes', homeOf({ label: 'A' }), key),
    ...['B', 'C', 'D'].map((label) =>
      caller.post('/api/homes', homeOf({ label }), { 'idempotency-key': label }),
    ),
  ])
  expect(await homes()).toHaveLength(10)
  const saved = answers.filter(({ status }) => status === 200).map(({ body }) => body.home.id)
  expect(new Set(saved).size).toBe(2)
  const full = answers.find(({ status }) => status !== 200)!
  expect(answerOf(full)).toBe('409 homes_full')
  const [id] = saved
  expect((await caller.delete(`/api/homes/${id}`)).body).toEqual({ deleted: true })
  const { rows } =
    await sql`select from idempotency_keys where answer #>> '{saved,id}' = ${id}`.execute(server.db)
  expect(rows).toEqual([])
  expect(answerOf(await caller.delete(`/api/homes/${id}`))).toBe('404 home_not_found')
  await saveHome({ label: 'Again room' })
})

test('a home is deleted while a visit there is locked: the deletion waits, and neither side fails', async () => {
  const pro = await buildProfessional(server)
  const home = await saveHome()
  const id = await requestBooking(server, client, pro, { home_id: home.id })
  const visit = await server.db.startTransaction().execute()
  await lockPeople(visit, client.id, pro.id)
  await sql`select from bookings where id = ${id}::uuid for update`.execute(visit)
  const deleted = caller.delete(`/api/homes/${home.id}`)
  const isWaiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await isWaiting.execute(server.db)).rows.length).toBeGreaterThan(0)
  // The home is not locked yet: what waits is the lock of the client.
  await sql`select from homes where id = ${home.id}::uuid for share nowait`.execute(visit)
  await visit.commit().execute()
  expect(answerOf(await deleted)).toBe('200')
})

// rule: home-of-booking
test('a new home is given to a coming visit without one, and stays there as it was', async () => {
  const pro = await buildProfessional(server)
  const booking_id = await requestBooking(server, client, pro)
  const copy = () =>
    server.db
      .selectFrom('bookings')
      .select(['home_id', 'home_facts', 'home_rooms', 'home_parking'])
      .where('id', '=', booking_id)
      .executeTakeFirstOrThrow()
  const addFor = async (facts: object) =>
    answerOf(await caller.post('/api/homes', homeOf({ booking_id, ...facts })))
  expect(await addFor({ zip_code: '78702' })).toBe('404 booking_not_found')
  expect(await addFor({ booking_id: 'none' })).toBe('404 booking_not_found')
  const stranger = await as(server, await buildClient(server))
  const foreign = await stranger.post('/api/homes', homeOf({ booking_id }))
  expect(answerOf(foreign)).toBe('404 booking_not_found')
  now = new Date('2026-12-01T15:00:00Z')
  expect(await addFor({})).toBe('409 booking_already_moved')
  now = NOW
  expect(await homes()).toEqual([])
  expect((await copy()).home_id).toBeNull()

  const home = await saveHome({ booking_id })
  const { kind, bedrooms, bathrooms, square_feet, floors, supplies_at_home } = HOME
  const copied = {
    home_id: home.id,
    home_facts: {
      kind,
      bedrooms,
      bathrooms,
      square_feet,
      floors,
      pets: ['cat', 'dog'],
      supplies_at_home,
    },
    home_rooms: home.rooms,
    home_parking: HOME.parking,
  }
  expect(await copy()).toEqual(copied)
  expect(await homes()).toMatchObject([{ coming_bookings: 1 }])
  expect(await addFor({})).toBe('404 booking_not_found')

  await caller.put(`/api/homes/${home.id}`, homeOf({ bedrooms: 5, version: 1 }))
  expect(await copy()).toEqual(copied)
  await caller.delete(`/api/homes/${home.id}`)
  expect(await copy()).toEqual({ ...copied, home_id: null })
})
