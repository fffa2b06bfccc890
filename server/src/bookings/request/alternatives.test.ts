// rule: alternatives
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, insertBooking, move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let now = NOW
let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

test('until its start a lost visit names free times of the same professional, and others who are free at that time', async () => {
  const client = await buildClient(server)
  const state = async (id: string) => {
    const plan = [{ weekday: 2, from: '09:00', to: '12:00' }]
    await (await as(server, { id })).put(`/api/professional/time/${id}`, { plan })
  }
  const grace = await buildProfessional(server)
  const others: string[] = []
  for (let n = 0; n < 4; n++) others.push((await buildProfessional(server)).id)
  for (const id of [grace.id, ...others]) await state(id)
  const [cancelled, own] = [
    await requestBooking(server, client, grace),
    await requestBooking(server, client, grace, { booking_date: '2026-12-08' }),
  ]
  const read = async (id: string) =>
    (await (await as(server, client)).get(`/api/bookings/${id}`)).body.booking
  expect(await read(cancelled)).not.toHaveProperty('alternatives')

  await move(server, client, own, 'cancelled', 'My plans have changed')
  expect(await read(own)).not.toHaveProperty('alternatives')
  await move(server, grace, cancelled, 'declined', 'I am away')
  const { alternatives } = await read(cancelled)
  expect(alternatives.same).toHaveLength(6)
  expect(alternatives.same[0]).toEqual({
    booking_date: '2026-11-24',
    booking_time: '09:00',
    starts_at: '2026-11-24T15:00:00.000Z',
  })
  const named = alternatives.others.professionals.map(({ user_id }: { user_id: string }) => user_id)
  expect(alternatives.others.total).toBe(4)
  expect(new Set(named).size).toBe(3)
  expect(others).toEqual(expect.arrayContaining(named))
  const search = new URL(alternatives.others.search, 'https://lustra.example')
  expect(Object.fromEntries(search.searchParams)).toEqual({
    zip_code: '78701',
    service_type: 'standard',
    date: '2026-12-01',
    time: '09:00',
    hours: '2',
  })
  // There are more than are listed first. Those who are blocked do not count.
  for (const id of [grace.id, others[3]!]) {
    const values = { blocker_id: id, blocked_id: client.id, at: now }
    await server.db.insertInto('blocks').values(values).execute()
  }
  const { alternatives: left } = await read(cancelled)
  expect(left.same).toEqual([])
  expect(left.others.total).toBe(3)
  now = new Date('2026-12-01T14:59:59.999Z')
  expect(await read(cancelled)).toHaveProperty('alternatives')
  now = new Date('2026-12-01T15:00:00Z')
  expect(await read(cancelled)).not.toHaveProperty('alternatives')
})

// rule: alternatives, free-times-limits
test('alternatives count no home, and tell the drives from a home only to who has asked for it or had a visit there', async () => {
  now = NOW
  const client = await buildClient(server)
  const grace = await buildProfessional(server, { areas: ['78701', '78613'] })
  await (
    await as(server, grace)
  ).put(`/api/professional/time/${grace.id}`, {
    plan: [{ weekday: 2, from: '09:00', to: '15:00' }],
    rules: { travel: true },
  })
  // A visit in 78701, an hour away. Every other drive counts as 30 minutes.
  await insertBooking(server, await buildClient(server), grace, {
    status: 'accepted',
    starts_at: '2026-11-24T15:00:00Z',
    ends_at: '2026-11-24T17:00:00Z',
    expires_at: '2026-11-24T15:00:00Z',
  })
  const firstTimeOf = async (id: string) => {
    const { body } = await (await as(server, client)).get(`/api/bookings/${id}`)
    return body.booking.alternatives.same[0].booking_time
  }
  const far = { zip_code: '78613', booking_time: '12:00' }
  const lost = await requestBooking(server, client, grace, far)
  await move(server, grace, lost, 'declined', 'I am away')
  expect(await firstTimeOf(lost)).toBe('12:00')
  await sql`delete from rate_limits where key like 'slots_home%'`.execute(server.db)
  expect(await firstTimeOf(lost)).toBe('11:30')
  const accepted = await requestBooking(server, client, grace, far)
  await move(server, grace, accepted, 'accepted')
  await move(server, grace, accepted, 'cancelled', 'I am away')
  await sql`delete from rate_limits where key like 'slots_home%'`.execute(server.db)
  expect(await firstTimeOf(accepted)).toBe('12:00')
  const counted = await sql`select from rate_limits where key like 'slots_home%'`.execute(server.db)
  expect(counted.rows).toHaveLength(0)
})
