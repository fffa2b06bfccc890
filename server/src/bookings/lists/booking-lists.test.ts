// rule: booking-lists, booking-fields
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { move, NOW, requestBooking } from '#server/test/builders/booking.ts'

type Person = { id: string }

let server: TestServer
let now = NOW
let client: Person & { email: string }
let professional: Person

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())
beforeEach(async () => {
  now = NOW
  client = await buildClient(server, {
    first_name: 'Maya',
    last_name: 'Thompson',
    phone: '(512) 555-0101',
  })
  professional = await buildProfessional(server, { full_name: 'Grace Walker' })
})

async function readList(side: 'client' | 'professional') {
  const person = side === 'client' ? client : professional
  const answer = await (await as(server, person)).get(`/api/bookings/${side}/${person.id}`)
  expect(answer.status).toBe(200)
  return answer.body.bookings
}

// rule: booking-lists, dashboard
test('a professional’s list and dashboard have the latest visit first, whenever it was requested', async () => {
  const request = (booking_date: string) =>
    requestBooking(server, client, professional, { booking_date })
  const dates = ['2026-12-10', '2026-12-11', '2026-12-02', '2026-12-03']
  for (const date of dates) {
    await move(server, professional, await request(date), 'accepted')
    now = new Date(now.getTime() + 1000)
  }
  const expected = dates.toSorted().toReversed()
  const dateOf = ({ booking_date }: { booking_date: string }) => booking_date
  expect((await readList('professional')).map(dateOf)).toEqual(expected)
  const caller = await as(server, professional)
  const { body } = await caller.get(`/api/professional/dashboard/${professional.id}`)
  expect(body.recent_bookings.map(dateOf)).toEqual(expected)
})

test('a professional’s list has every field under both names, with the clients', async () => {
  await requestBooking(server, client, professional)
  now = new Date(NOW.getTime() + 1000)
  const newest = await requestBooking(server, client, professional, { notes: 'Two cats' })
  const bookings = await readList('professional')
  expect(bookings).toHaveLength(2)
  expect(bookings[0]).toMatchObject({
    id: newest,
    status: 'pending',
    service_type: 'standard',
    frequency: 'one_time',
    address: '100 Congress Ave',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    estimated_hours: 2,
    notes: 'Two cats',
    booking_date: '2026-12-01',
    preferred_date: '2026-12-01',
    booking_time: '09:00',
    preferred_time: '09:00',
    cleaning_type: 'standard',
    street_address: '100 Congress Ave',
    special_instructions: 'Two cats',
    total_amount: 130,
    starts_at: '2026-12-01T15:00:00.000Z',
    client_id: client.id,
    client_details: {
      first_name: 'Maya',
      last_name: 'Thompson',
      email: client.email,
      phone: '(512) 555-0101',
    },
    phone: '(512) 555-0101',
    email: client.email,
    may: ['accepted', 'declined', 'cancelled'],
    clashes: [],
  })
})

// rule: lead-locked
test('while the lead is locked, the professional sees first name, ZIP, service, date and price, and no contact', async () => {
  await requestBooking(server, client, professional, { notes: 'Call me at 555' })
  await server.db
    .updateTable('leads')
    .set({ opened_at: null })
    .where('client_id', '=', client.id)
    .execute()
  const [booking] = await readList('professional')
  expect(booking).not.toHaveProperty('client_id')
  expect(booking).toMatchObject({
    zip_code: '78701',
    service_type: 'standard',
    total_amount: 130,
    address: '',
    street_address: '',
    notes: '',
    special_instructions: '',
    client_details: { first_name: 'Maya', last_name: '', email: '', phone: '' },
    email: '',
    phone: '',
  })
  expect(JSON.stringify(booking)).not.toMatch(/Thompson|Congress|0101|555/)
})

// rule: booking-conflict
test('a pending request lists the accepted bookings that it would overlap', async () => {
  const first = await requestBooking(server, client, professional)
  await requestBooking(server, client, professional, { booking_time: '10:00' })
  await requestBooking(server, client, professional, { booking_time: '11:00' })
  await move(server, professional, first, 'accepted')
  const clashes = (await readList('professional')).map(
    (booking: { booking_time: string; clashes: unknown }) => [
      booking.booking_time,
      booking.clashes,
    ],
  )
  expect(Object.fromEntries(clashes)).toEqual({
    '09:00': [],
    '10:00': [
      {
        id: first,
        first_name: 'Maya',
        city: 'Austin',
        time_zone: 'America/Chicago',
        starts_at: '2026-12-01T15:00:00.000Z',
        ends_at: '2026-12-01T17:00:00.000Z',
      },
    ],
    '11:00': [],
  })
})

// rule: booking-roles
test('a client’s list shows of the professional only what the public sees', async () => {
  const id = await requestBooking(server, client, professional)
  const [booking] = await readList('client')
  expect(booking).toMatchObject({
    id,
    status: 'pending',
    expires_at: '2026-11-23T16:00:00.000Z',
    may: ['cancelled'],
    professional: {
      user_id: professional.id,
      full_name: 'Grace Walker',
      profile_image_url: null,
      reachable: true,
    },
  })
  expect(JSON.stringify(booking)).not.toMatch(/email|phone/)
})

// rule: booking-moves
test('both lists say what the reader may do with a booking now', async () => {
  const mayOf = async (side: 'client' | 'professional') => (await readList(side))[0].may
  const id = await requestBooking(server, client, professional)
  now = new Date('2026-11-23T16:00:00Z')
  expect(await mayOf('professional')).toEqual([])
  now = NOW
  await move(server, professional, id, 'accepted')
  expect(await mayOf('professional')).toEqual(['cancelled'])
  now = new Date('2026-12-01T15:00:00Z')
  expect(await mayOf('professional')).toEqual(['completed'])
  expect(await mayOf('client')).toEqual([])
  now = new Date('2026-12-01T14:59:59.999Z')
  expect(await mayOf('professional')).toEqual(['cancelled'])
  expect(await mayOf('client')).toEqual(['cancelled'])
  now = new Date('2026-12-01T15:00:00Z')
  await move(server, professional, id, 'completed')
  expect(await mayOf('professional')).toEqual([])
})

// rule: booking-moves
test('a professional without a subscription keeps the list, and is not offered to accept', async () => {
  await requestBooking(server, client, professional)
  await server.db
    .deleteFrom('subscriptions')
    .where('professional_id', '=', professional.id)
    .execute()
  expect((await readList('professional'))[0].may).toEqual(['declined', 'cancelled'])
  expect((await readList('client'))[0].professional.reachable).toBe(false)
})

test('lists have pages of fifty unless fewer are requested, and the total count', async () => {
  const ids: string[] = []
  for (let count = 0; count < 51; count++) {
    now = new Date(NOW.getTime() + count * 1000)
    ids.unshift(await requestBooking(server, client, professional, { notes: `Visit ${count}` }))
  }
  for (const side of ['client', 'professional'] as const) {
    const person = side === 'client' ? client : professional
    const caller = await as(server, person)
    const read = async (query: string) => {
      const { body } = await caller.get(`/api/bookings/${side}/${person.id}${query}`)
      return { total: body.total, ids: body.bookings.map(({ id }: { id: string }) => id) }
    }
    expect(await read('')).toEqual({ total: 51, ids: ids.slice(0, 50) })
    expect(await read('?page=2')).toEqual({ total: 51, ids: ids.slice(50) })
    expect(await read('?page=2&page_size=20')).toEqual({ total: 51, ids: ids.slice(20, 40) })
    expect(await read('?page=9')).toEqual({ total: 51, ids: [] })
    for (const query of ['?page=0', '?page_size=51', '?page=x']) {
      const answer = await caller.get(`/api/bookings/${side}/${person.id}${query}`)
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
    }
  }
})

// rule: booking-conflict, visit-rules
test('a request that begins at the end of an accepted visit does not overlap it, also within its pause', async () => {
  const first = await requestBooking(server, client, professional)
  await requestBooking(server, client, professional, { booking_time: '11:00' })
  await move(server, professional, first, 'accepted')
  await server.db
    .updateTable('bookings')
    .set({ buffer_minutes: 30 })
    .where('id', '=', first)
    .execute()
  const clashes = (await readList('professional')).map(
    (booking: { clashes: unknown[] }) => booking.clashes,
  )
  expect(clashes).toEqual([[], []])
})

test('a client lists upcoming bookings, next visit first, and past ones, latest first', async () => {
  const third = await requestBooking(server, client, professional, { booking_date: '2026-12-03' })
  const second = await requestBooking(server, client, professional, { booking_date: '2026-12-02' })
  const first = await requestBooking(server, client, professional, { booking_date: '2026-12-01' })
  const cancelled = await requestBooking(server, client, professional, {
    booking_date: '2026-12-20',
  })
  await move(server, client, cancelled, 'cancelled', 'Moving away')
  await move(server, professional, first, 'accepted')
  now = new Date('2026-12-01T16:59:59.999Z')
  const read = async (when: string) => {
    const caller = await as(server, client)
    const { body } = await caller.get(`/api/bookings/client/${client.id}?when=${when}`)
    return { total: body.total, ids: body.bookings.map(({ id }: { id: string }) => id) }
  }
  expect((await read('upcoming')).ids).toEqual([first, second, third])
  now = new Date('2026-12-01T17:00:00Z')
  expect(await read('upcoming')).toEqual({ total: 2, ids: [second, third] })
  expect(await read('past')).toEqual({ total: 2, ids: [cancelled, first] })
})

// rule: booking-roles
test('both lists can be limited to dates of the visit, both inclusive', async () => {
  const dates = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
  for (const booking_date of dates)
    await requestBooking(server, client, professional, { booking_date })
  const datesOf = async (person: { id: string }, side: string, query: string) => {
    const url = `/api/bookings/${side}/${person.id}?${query}`
    const { body } = await (await as(server, person)).get(url)
    const found: string[] = body.bookings.map((one: { booking_date: string }) => one.booking_date)
    return [body.total, ...found.toSorted((a, b) => a.localeCompare(b))]
  }
  for (const [person, side] of [
    [client, 'client'],
    [professional, 'professional'],
  ] as const) {
    expect(await datesOf(person, side, 'from=2026-12-02&to=2026-12-03')).toEqual([
      2,
      ...dates.slice(1, 3),
    ])
    expect(await datesOf(person, side, 'from=2026-12-04')).toEqual([1, '2026-12-04'])
    expect(await datesOf(person, side, 'to=2026-12-01&page_size=1')).toEqual([1, '2026-12-01'])
    expect(await datesOf(person, side, 'from=&to=')).toEqual([4, ...dates])
    const refused = await (
      await as(server, person)
    ).get(`/api/bookings/${side}/${person.id}?from=soon`)
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
  }
  expect(await datesOf(client, 'client', 'when=upcoming&from=2026-12-03')).toEqual([
    2,
    ...dates.slice(2),
  ])
})

// rule: visit-view
test('a professional’s list can be limited to one booking of theirs', async () => {
  const one = await requestBooking(server, client, professional)
  await requestBooking(server, client, professional, { booking_date: '2026-12-11' })
  const read = async (reader: Person) => {
    const caller = await as(server, reader)
    const { body } = await caller.get(`/api/bookings/professional/${reader.id}?booking=${one}`)
    return { ids: body.bookings.map(({ id }: Person) => id), total: body.total }
  }
  expect(await read(professional)).toEqual({ ids: [one], total: 1 })
  expect(await read(await buildProfessional(server))).toEqual({ ids: [], total: 0 })
  const caller = await as(server, professional)
  const wrong = await caller.get(`/api/bookings/professional/${professional.id}?booking=one`)
  expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_input'])
})

test('nobody but the owner reads a list of bookings', async () => {
  const otherClient = await as(server, await buildClient(server))
  const colleague = await as(server, await buildProfessional(server))
  for (const url of [
    `/api/bookings/client/${client.id}`,
    `/api/bookings/professional/${professional.id}`,
  ]) {
    for (const caller of [otherClient, colleague]) {
      expect(await caller.get(url)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
    }
    expect((await visitor(server).get(url)).status).toBe(401)
  }
})

// rule: text-input
test.each(['client', 'professional'] as const)(
  'the list of a %s refuses a date that no calendar or no database has',
  async (side) => {
    const person = side === 'client' ? client : professional
    const caller = await as(server, person)
    for (const query of ['from=0000-01-01', 'to=0000-12-31', 'from=2026-02-29', 'to=tomorrow']) {
      const { status, body } = await caller.get(`/api/bookings/${side}/${person.id}?${query}`)
      expect([query, status, body.code]).toEqual([query, 422, 'invalid_input'])
    }
    const { status } = await caller.get(`/api/bookings/${side}/${person.id}?from=0001-01-01`)
    expect(status).toBe(200)
  },
)
