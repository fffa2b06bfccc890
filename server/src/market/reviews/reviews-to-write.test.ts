// rule: review-asks
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { insertBooking } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const PATH = '/api/reviews/to-write'
const NOW = new Date('2026-11-20T16:00:00Z')
const HOUR = 3_600_000
const ago = (hours: number) => new Date(+NOW - hours * HOUR)

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

type Person = { id: string }

async function visit(client: Person, professional: Person, hours: number, facts = {}) {
  const ends_at = ago(hours)
  const starts_at = new Date(+ends_at - 2 * HOUR)
  await insertBooking(server, client, professional, { starts_at, ends_at, ...facts })
}

async function toWrite(client: Person) {
  const { status, body } = await (await as(server, client)).get(PATH)
  expect(status).toBe(200)
  return body.visits
}

test('a client is asked about the last visit with each professional, newest first, until they review it', async () => {
  const client = await buildClient(server)
  const [one, other] = [await buildProfessional(server), await buildProfessional(server)]
  await visit(client, one, 100)
  await visit(client, one, 50)
  await visit(client, other, 2)
  const visits = await toWrite(client)
  expect(visits).toMatchObject([
    {
      professional: { user_id: other.id, slug: other.slug },
      ended_at: ago(2).toISOString(),
      time_zone: 'America/Chicago',
    },
    { professional: { user_id: one.id }, ended_at: ago(50).toISOString() },
  ])
  const answer = await (
    await as(server, client)
  ).post('/api/reviews/general', {
    client_id: client.id,
    professional_id: one.id,
    booking_id: visits[1].booking_id,
    rating: 5,
    title: 'A calm house',
    comment: 'On time and careful.',
  })
  expect(answer.status).toBe(200)
  expect(await toWrite(client)).toMatchObject([{ professional: { user_id: other.id } }])
  expect(await toWrite(await buildClient(server))).toEqual([])
})

test.each([
  ['a visit that ended less than 2 hours ago', 1.9, {}],
  ['a declined visit', 50, { status: 'declined' }],
  ['a no-show that nobody has decided', 50, { no_show: 'undecided' }],
  ['a no-show of the professional', 50, { no_show: 'professional' }],
])('nobody is asked about %s', async (_title, hours, facts) => {
  const client = await buildClient(server)
  await visit(client, await buildProfessional(server), hours, facts)
  expect(await toWrite(client)).toEqual([])
})

test('nobody is asked about a professional who is no longer reachable', async () => {
  const client = await buildClient(server)
  await visit(client, await buildProfessional(server, { active: false }), 50)
  expect(await toWrite(client)).toEqual([])
})

test('visitors and professionals have no such visits', async () => {
  expect((await visitor(server).get(PATH)).status).toBe(401)
  const professional = await buildProfessional(server)
  expect(await (await as(server, professional)).get(PATH)).toMatchObject({
    status: 403,
    body: { code: 'clients_only' },
  })
})
