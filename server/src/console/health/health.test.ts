// rule: marketplace-health
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { returnDueCredits } from '#server/money/leads/return-credits.ts'
import { expireBookings } from '#server/bookings/lists/booking-jobs.ts'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let operator: TestOperator
let now = new Date()
const at = (moment: string) => (now = new Date(`2026-11-${moment}Z`))
const RANGE = 'from=2026-11-02&to=2026-11-04'
const search = (query: string) =>
  visitor(server).get(`/api/professionals/search/enhanced?zip_code=${query}`)

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
  at('01T12:00')
  const grace = await buildProfessional(server, { credits: 1, created_at: '2026-09-01' })
  const ana = await buildProfessional(server, { areas: ['Austin, TX'], created_at: '2026-09-01' })
  const [maya, carlos, noor, iris, otto] = await Promise.all(
    ['Maya', 'Carlos', 'Noor', 'Iris', 'Otto'].map((first_name) =>
      buildClient(server, { first_name }),
    ),
  )
  await changeSubscriptions([grace.id, ana.id])

  at('02T10:00')
  for (const zip of ['78701', '78701', '78701&page=2', '99950', '99950', '82190']) await search(zip)
  await visitor(server).get(`/api/public/professional/${grace.slug}`)
  const accepted = await requestBooking(server, maya!, grace)
  await requestBooking(server, noor!, ana)
  const cancelled = await requestBooking(server, iris!, ana, { booking_date: '2026-12-02' })
  const contact = { professional_id: ana.id, client_id: otto!.id }
  await done((await as(server, otto!)).post('/api/chat/initiate-contact', contact))
  at('02T10:10')
  const { conversation_id } = await server.db
    .selectFrom('leads')
    .select('conversation_id')
    .where('client_id', '=', noor!.id)
    .executeTakeFirstOrThrow()
  const text = {
    conversation_id,
    sender_id: ana.id,
    receiver_id: noor!.id,
    message: 'Which floor?',
  }
  await done((await as(server, ana)).post('/api/chat/messages', text))
  await change(iris!, cancelled, 'cancelled')
  at('02T10:30')
  await change(grace, accepted, 'accepted')
  const declined = await requestBooking(server, carlos!, grace, { booking_date: '2026-12-03' })
  at('02T11:30')
  await change(grace, declined, 'declined')
  at('03T23:00')
  const completed = await requestBooking(server, maya!, ana, { booking_date: '2026-11-05' })
  at('04T00:30')
  await change(ana, completed, 'accepted')
  at('06T12:00')
  await change(ana, completed, 'completed')
  await expireBookings(server.context)
  await returnDueCredits(server.context)
  operator = await buildOperator(server)
})
afterAll(() => server.close())

/** Nothing of the small world may be refused: its numbers are exact. */
async function done(answer: Promise<{ status: number; body: unknown }>) {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Refused: ${JSON.stringify(body)}`)
}

const change = (by: { id: string }, id: string, status: string) =>
  done(move(server, by, id, status, 'We talked about it'))

/** Two who stay, and four others who leave, come, or are away on both days. */
async function changeSubscriptions(staying: string[]) {
  const denver = { areas: ['80205'], created_at: '2026-09-01' }
  const lapsed = await buildProfessional(server, denver)
  const suspended = await buildProfessional(server, denver)
  const activated = await buildProfessional(server, denver)
  const away = await buildProfessional(server, denver)
  const { db } = server
  await db
    .updateTable('subscriptions')
    .set({ started_at: '2026-10-01' })
    .where('professional_id', 'in', [...staying, lapsed.id, suspended.id])
    .execute()
  const event = (kind: string, { id }: { id: string }, day: string) => ({
    kind: `subscription.${kind}`,
    subject_id: id,
    at: new Date(`${day}T12:00Z`),
  })
  await db
    .insertInto('events')
    .values([
      event('lapsed', lapsed, '2026-11-03'),
      event('activated', activated, '2026-11-03'),
      event('lapsed', away, '2026-10-03'),
      event('activated', away, '2026-11-05'),
    ])
    .execute()
  await db
    .insertInto('suspensions')
    .values({
      user_id: suspended.id,
      reason: 'x',
      keeps_visits: false,
      began_at: '2026-11-04T01:00Z',
    })
    .execute()
}

async function read(query: string) {
  await server.context.counts.flush()
  const { status, body } = await operator.calls.get(`/api/operator/health?${query}`)
  return { status, body }
}

const nothing = {
  searches: 0,
  searches_without_result: 0,
  profile_views: 0,
  requests: 0,
  accepted: 0,
  completed: 0,
}

test('each day has its searches, and its requests with what came of them', async () => {
  const { body } = await read(RANGE)
  const second = {
    ...nothing,
    searches: 5,
    searches_without_result: 3,
    profile_views: 1,
    requests: 4,
    accepted: 1,
  }
  const third = { ...nothing, requests: 1, accepted: 1, completed: 1 }
  expect(body.days).toEqual([
    { day: '2026-11-02', ...second },
    { day: '2026-11-03', ...third },
    { day: '2026-11-04', ...nothing },
  ])
  expect(body.totals).toEqual({ ...second, requests: 5, accepted: 2, completed: 1 })
  expect(body.unserved).toEqual([
    { zip: '99950', city: 'Ketchikan', state: 'AK', searches: 2 },
    { zip: '82190', city: 'Yellowstone National Park', state: 'WY', searches: 1 },
  ])
})

test('answers within 10, 30, 60 and 90 minutes; two of four filled; a withdrawn request counts in neither', async () => {
  const { body } = await read(RANGE)
  expect(body).toMatchObject({ first_answer_median_minutes: 45, fill_rate: 0.5 })
})

test('leads of these days: opened, locked, and why credits came back', async () => {
  const { body } = await read(RANGE)
  const by_reason = [
    { reason: 'no_word', count: 1 },
    { reason: 'silent', count: 1 },
  ]
  expect(body.leads).toEqual({ opened: 5, locked: 1, returned: 2, by_reason })
})

test('who is listed at the start and at the end', async () => {
  const { body } = await read(RANGE)
  const churn = { active_at_start: 4, came: 1, left: 2, active_at_end: 3, rate: 0.5 }
  expect(body.churn).toEqual(churn)
})

test('rates are null where there is nothing to divide', async () => {
  const { body } = await read('from=2025-01-01&to=2025-01-01&place=')
  expect(body.days).toEqual([{ day: '2025-01-01', ...nothing }])
  expect(body).toMatchObject({ first_answer_median_minutes: null, fill_rate: null, unserved: [] })
  expect(body.churn).toEqual({ active_at_start: 0, came: 0, left: 0, active_at_end: 0, rate: null })
})

test.for([
  ['78701', { searches: 2, requests: 5 }, 6, 2],
  ['Austin, TX', { searches: 2, requests: 5 }, 6, 2],
  ['tx', { searches: 2, requests: 5 }, 6, 2],
  ['99950', { searches: 2, requests: 0 }, 0, 0],
  ['CO', { searches: 0, requests: 0 }, 0, 2],
] as const)('%s alone', async ([place, totals, leads, active_at_start]) => {
  const { body } = await read(`${RANGE}&place=${encodeURIComponent(place)}`)
  expect(body.totals).toMatchObject(totals)
  expect(body.leads.opened + body.leads.locked).toBe(leads)
  expect(body.churn.active_at_start).toBe(active_at_start)
})

describe('health-csv', () => {
  test.for(['days', 'unserved', 'leads', 'churn'] as const)(
    '%s equals the table',
    async (table) => {
      const { body } = await read(RANGE)
      const csv = await operator.calls.get(`/api/operator/health/csv?table=${table}&${RANGE}`)
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
      expect(csv.body).toMatch(/^\uFEFF/)
      const [names, ...rows] = csv.body
        .slice(1)
        .trimEnd()
        .split('\r\n')
        .map((line: string) => line.slice(1, -1).split('","'))
      const { leads } = body
      const expected = {
        days: body.days,
        unserved: body.unserved,
        churn: [body.churn],
        leads: [
          { leads: 'opened', reason: '', count: leads.opened },
          { leads: 'locked', reason: '', count: leads.locked },
          { leads: 'returned', reason: '', count: leads.returned },
          ...leads.by_reason.map((one: object) => ({ leads: 'returned', ...one })),
        ],
      }[table]
      expect(names).toEqual(Object.keys(expected[0]))
      expect(rows).toEqual(expected.map((row: object) => Object.values(row).map(String)))
    },
  )
})

test.for([
  ['to=2026-11-04'],
  ['from=2026-11-04'],
  ['from=2026-11-04&to=2026-11-03'],
  ['from=2025-10-01&to=2026-11-05'],
  ['from=2026-02-30&to=2026-03-01'],
  ['from=yesterday&to=today'],
  [`${RANGE}&place=Nowhere`],
  [`${RANGE}&place=00000`],
  [`${RANGE}&place=ZZ`],
])('%s is refused', async ([query]) => {
  for (const path of ['/api/operator/health', '/api/operator/health/csv'])
    expect(await operator.calls.get(`${path}?table=days&${query}`)).toMatchObject({
      status: 422,
      body: { code: 'invalid_input' },
    })
})

test('400 days are allowed, and a table that does not exist is refused', async () => {
  expect((await read('from=2025-10-02&to=2026-11-05')).body.days).toHaveLength(400)
  const csv = await operator.calls.get(`/api/operator/health/csv?table=people&${RANGE}`)
  expect([csv.status, csv.body.code]).toEqual([422, 'invalid_input'])
})

test('nobody but operators reads it', async () => {
  const people = [
    visitor(server),
    await as(server, await buildClient(server)),
    await as(server, await buildProfessional(server)),
  ]
  for (const person of people)
    for (const path of ['/api/operator/health', '/api/operator/health/csv'])
      expect((await person.get(`${path}?table=days&${RANGE}`)).status).toBe(401)
})
