// rule: visit-view, no-show
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOW, bookingBody, move } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
let now = NOW

beforeAll(async () => {
  server = await testServer({}, { now: () => now })
})
afterAll(() => server.close())

const HOME = {
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  kind: 'house',
  bedrooms: 2,
  bathrooms: 1.5,
  parking: 'Behind the house',
}

test('both sides see the visit, and rooms and parking once it is accepted', async () => {
  const client = await buildClient(server, { first_name: 'Ana', last_name: 'Lima' })
  const pro = await buildProfessional(server, { full_name: 'Grace Walker' })
  const asClient = await as(server, client)
  const { home } = (await asClient.post('/api/homes', HOME)).body
  const { id } = (
    await asClient.post('/api/bookings', bookingBody(client, pro, { home_id: home.id }))
  ).body
  const address = `/api/bookings/${id}/visit`

  const asked = (await asClient.get(address)).body.visit
  expect(asked).toMatchObject({
    booking_id: id,
    status: 'pending',
    outcome: null,
    starts_at: '2026-12-01T15:00:00.000Z',
    ends_at: '2026-12-01T17:00:00.000Z',
    time_zone: 'America/Chicago',
    stage: null,
    stages: [],
    may: [],
    other: { user_id: pro.id, name: 'Grace Walker Cleaning', phone: null },
  })
  expect(asked.home).toMatchObject({ kind: 'house', bedrooms: 2 })
  for (const hidden of ['rooms', 'parking']) expect(asked.home).not.toHaveProperty(hidden)

  const asPro = await as(server, pro)
  expect(asked.address).toBe(HOME.address)
  expect((await asPro.get(address)).body.visit).toMatchObject({ address: '', zip_code: '78701' })

  await move(server, pro, id, 'accepted')
  const seen = (await asPro.get(address)).body.visit
  expect(seen.address).toBe(HOME.address)
  expect(seen.home).toMatchObject({ rooms: home.rooms, parking: HOME.parking })
  expect(seen.other).toEqual({ user_id: client.id, name: 'Ana Lima', phone: '512-555-0100' })

  now = new Date('2026-12-01T17:00:00Z')
  await move(server, pro, id, 'completed')
  expect((await asClient.get(address)).body.visit).toMatchObject({
    outcome: 'kept',
    may: ['report_problem', 'all_good', 'record_payment'],
  })
  now = NOW
})

test('nobody else sees it, nor the professional of a locked lead', async () => {
  const client = await buildClient(server)
  const pro = await buildProfessional(server, { credits: 0 })
  const asClient = await as(server, client)
  const { id } = (await asClient.post('/api/bookings', bookingBody(client, pro))).body
  const answerTo = async (person: { id: string }, path = id) => {
    const { status, body } = await (await as(server, person)).get(`/api/bookings/${path}/visit`)
    return `${status} ${body.code ?? ''}`
  }
  expect(await answerTo(client)).toBe('200 ')
  expect(await answerTo(pro)).toBe('402 lead_locked')
  expect(await answerTo(await buildClient(server))).toBe('404 booking_not_found')
  expect(await answerTo(await buildProfessional(server))).toBe('404 booking_not_found')
  expect(await answerTo(client, 'no-uuid')).toBe('404 booking_not_found')
  expect((await visitor(server).get(`/api/bookings/${id}/visit`)).status).toBe(401)
})

test('an inactive professional keeps all that belongs to an accepted visit', async () => {
  const client = await buildClient(server)
  const pro = await buildProfessional(server, { user: { email_verified_at: now } })
  const asClient = await as(server, client)
  const { home } = (await asClient.post('/api/homes', HOME)).body
  await asClient.put(`/api/homes/${home.id}/access`, { door_code: '4711' })
  const body = bookingBody(client, pro, { home_id: home.id })
  const { id } = (await asClient.post('/api/bookings', body)).body
  await move(server, pro, id, 'accepted')
  await server.db.deleteFrom('subscriptions').where('professional_id', '=', pro.id).execute()

  now = new Date('2026-12-01T15:00:00Z')
  const asPro = await as(server, pro)
  const path = `/api/bookings/${id}`
  const { agreement } = (await asPro.get(`${path}/agreement`)).body
  const contact = { name: 'Ana', email: 'ana.contact@example.com', language: 'en' }
  const check_by = new Date('2026-12-01T18:00:00Z').toISOString()
  const finished = { stage: 'finished', actual_minutes: 150 }
  const calls = [
    () => asPro.get(`${path}/visit`),
    () => asPro.post(`${path}/agreement/confirm`, { version: 1, hash: agreement.hash }),
    () => asPro.post(`${path}/access/view`, {}),
    () => asPro.put(`/api/professional/safety/${pro.id}`, { contact }),
    () => asPro.put(`${path}/safety`, { check_by }),
    () => asPro.post(`${path}/contact-log`, { way: 'call' }),
    () => asPro.post(`${path}/stages`, { stage: 'arrived' }),
    () => asPro.post(`${path}/changes`, { estimated_hours: 3 }),
    () => asPro.post(`${path}/stages`, finished),
    () => asPro.put(`${path}/hours`, { actual_minutes: 135 }),
  ]
  const answers = []
  for (const call of calls) answers.push(await call())
  expect(answers.map(({ status, body: { code } }) => code ?? status)).toEqual(calls.map(() => 200))

  now = new Date('2026-12-01T15:45:00Z')
  const noShow = { kind: 'no_show', statement: 'Nobody opened the door.' }
  const { body: reported } = await asPro.post(`${path}/problems`, noShow)
  expect((await asPro.get(`/api/problems/${reported.problem.id}`)).status).toBe(200)
  now = NOW
})
