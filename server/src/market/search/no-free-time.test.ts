// rule: no-free-time
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

type Person = { id: string }
type Caller = Pick<ReturnType<typeof visitor>, 'get'>

const hoursOn = (weekday: number, from: string, to: string) => ({ weekday, from, to })
/** Mornings and afternoons of Tuesday and Wednesday: four hours at a stretch. */
const TWO_DAYS = [2, 3].flatMap((weekday) => [
  hoursOn(weekday, '08:00', '12:00'),
  hoursOn(weekday, '13:00', '17:00'),
])

async function buildWorking(plan: object[], area: string, change: object = {}) {
  const professional = await buildProfessional(server, { areas: [area] })
  const own = await as(server, professional)
  const { status } = await own.put(`/api/professional/time/${professional.id}`, { plan, ...change })
  expect(status).toBe(200)
  return professional
}

async function offersOf(caller: Caller, { id }: Person, query: Record<string, string>) {
  const text = new URLSearchParams({ hours: '8', ...query }).toString()
  const { status, body } = await caller.get(`/api/professional/slots/${id}/instead?${text}`)
  if (status !== 200) return `${status} ${body.code}`
  return body
}

const slot = (hours: number, date: string, time: string, starts_at: string) => ({
  hours,
  date,
  time,
  starts_at,
})
const TUESDAY_8 = slot(4, '2026-11-24', '08:00', '2026-11-24T14:00:00.000Z')
const WEDNESDAY_8 = slot(4, '2026-11-25', '08:00', '2026-11-25T14:00:00.000Z')

test('a visit that is longer than any stretch is offered shorter, in two visits, and by three others', async () => {
  const grace = await buildWorking(TWO_DAYS, '73301')
  const others: string[] = []
  for (const weekday of [1, 2, 3, 4]) {
    const plan = [hoursOn(weekday, '08:00', '16:00')]
    others.push((await buildWorking(plan, '73301')).id)
  }
  await buildWorking(TWO_DAYS, '73301')
  const before = await rowCounts(server)
  const offers = await offersOf(visitor(server), grace, { zip_code: '73301' })
  expect(await rowCounts(server)).toEqual(before)
  expect(offers.shorter).toEqual(TUESDAY_8)
  expect(offers.two_visits).toEqual([TUESDAY_8, WEDNESDAY_8])
  const { professionals, search } = offers.others
  expect(professionals.map(({ user_id }: { user_id: string }) => user_id)).toEqual(
    others.slice(0, 3),
  )
  expect(professionals[0].free).toEqual({
    booking_date: '2026-11-23',
    booking_time: '08:00',
    starts_at: '2026-11-23T14:00:00.000Z',
  })
  expect(search).toBe('/search?zip_code=73301')
  // Each offer can be booked: the question about free times has it.
  const { body } = await visitor(server).get(
    `/api/professional/slots/${grace.id}?zip_code=73301&hours=4&from=2026-11-24&to=2026-11-25`,
  )
  for (const day of body.days) expect(day.slots[0].time).toBe('08:00')
})

test('offers begin at the asked date, keep the shortest visit, and are none where nothing fits', async () => {
  const grace = await buildWorking(TWO_DAYS, '73301')
  const later = { zip_code: '73301', from: '2026-11-25' }
  const offers = await offersOf(visitor(server), grace, later)
  expect(offers.shorter).toEqual(WEDNESDAY_8)
  const next = slot(4, '2026-12-01', '08:00', '2026-12-01T14:00:00.000Z')
  expect(offers.two_visits).toEqual([WEDNESDAY_8, next])
  const long = await buildWorking(TWO_DAYS, '73301', { rules: { min_hours: 6 } })
  const none = await offersOf(visitor(server), long, { zip_code: '73301' })
  expect([none.shorter, none.two_visits]).toEqual([null, []])
  expect(await offersOf(visitor(server), long, { zip_code: '73301', hours: '4' })).toBe(
    '422 hours_below_minimum',
  )
})

test('without a ZIP code the offers are those of the first area, for whom none is a blocked person', async () => {
  const grace = await buildWorking(TWO_DAYS, '78613')
  const other = await buildWorking([hoursOn(1, '08:00', '16:00')], '78613')
  const client = await buildClient(server)
  const idsFor = async (caller: Caller) => {
    const { others } = await offersOf(caller, grace, {})
    return others.professionals.map(({ user_id }: { user_id: string }) => user_id)
  }
  expect(await idsFor(await as(server, client))).toEqual([other.id])
  await server.db
    .insertInto('blocks')
    .values({ blocker_id: other.id, blocked_id: client.id, at: NOW })
    .execute()
  expect(await idsFor(await as(server, client))).toEqual([])
  expect(await idsFor(visitor(server))).toEqual([other.id])
})

test('a wrong question is refused as that about free times is', async () => {
  const grace = await buildWorking(TWO_DAYS, '78613')
  const refusal = (query: Record<string, string>) => offersOf(visitor(server), grace, query)
  expect(await refusal({ zip_code: '00000' })).toBe('422 zip_unknown')
  expect(await refusal({ zip_code: '10001' })).toBe('422 home_not_served')
  expect(await refusal({ from: '2026-11-19' })).toBe('422 range_invalid')
  expect(await refusal({ service_type: 'office' })).toBe('422 service_not_offered')
  expect(await refusal({ hours: '5' })).toBe('422 hours_invalid')
  const nobody = { id: '019f0000-0000-7000-8000-000000000000' }
  expect(await offersOf(visitor(server), nobody, {})).toBe('404 professional_not_found')
})

// rule: search-by-time
test('a search for a time at which nobody is free names who is free soonest, with the other filters', async () => {
  const monday = await buildWorking([hoursOn(1, '08:00', '12:00')], '78664')
  const late = await buildWorking([hoursOn(2, '13:00', '17:00')], '78664')
  const search = async (query: string) => {
    const url = `/api/professionals/search/enhanced?zip_code=78664&${query}`
    return (await visitor(server).get(url)).body
  }
  const empty = await search('date=2026-11-23&time=15:00&hours=2')
  expect(empty.total).toBe(0)
  const found = empty.nearest.map(({ user_id, free }: { user_id: string; free: object }) => ({
    user_id,
    ...free,
  }))
  expect(found).toMatchObject([
    { user_id: monday.id, booking_date: '2026-11-23', booking_time: '08:00' },
    { user_id: late.id, booking_date: '2026-11-24', booking_time: '13:00' },
  ])
  expect(await search('date=2026-11-23&time=09:00')).not.toHaveProperty('nearest')
  expect(await search('date=2026-11-23&time=15:00&hours=8')).not.toHaveProperty('nearest')
  expect(await search('date=2026-11-23&time=15:00&verified=true')).not.toHaveProperty('nearest')
})
