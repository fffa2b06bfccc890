// rule: rate-limits
import { afterAll, beforeAll, expect, test } from 'vitest'
import { move, requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, asConfirmed, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { networkLimitsOf } from './network-limits.ts'
import type { NetworkLimit } from './network-limits.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1' })
})
afterAll(() => server.close())

const SEARCH = '/api/professionals/search/enhanced?zip_code=78701'
const REQUEST = '/api/letter-links/request'
const from = (network: string) => ({ 'x-forwarded-for': network })

/** The statuses of calls in their order, as [status, how often]. */
async function statuses(times: number, call: (index: number) => Promise<{ status: number }>) {
  const found: [number, number][] = []
  for (let index = 0; index < times; index++) {
    const { status } = await call(index)
    if (found.at(-1)?.[0] === status) found.at(-1)![1] += 1
    else found.push([status, 1])
  }
  return found
}

/** A client and a professional with an accepted booking. */
async function acceptedPair() {
  const client = await buildClient(server)
  const professional = await buildProfessional(server)
  const booking = await requestBooking(server, client, professional)
  await move(server, professional, booking, 'accepted')
  return { client, professional, booking }
}

/** Counts uses of a visitor or a user as the calls do, without the calls. */
async function countUses(
  times: number,
  limit: NetworkLimit,
  network: string,
  user?: { id: string },
) {
  const limits = networkLimitsOf(server.context)
  for (let time = 0; time < times; time++)
    await limits.consume(limit, { ip: network }, user ?? null)
}

test('one network searches 1,200 times in ten minutes, others go on', async () => {
  const search = (network: string) => visitor(server).get(SEARCH, from(network))
  await countUses(1197, 'search', '198.51.100.1')
  expect(await statuses(4, () => search('198.51.100.1'))).toEqual([
    [200, 3],
    [429, 1],
  ])
  const refused = await search('198.51.100.1')
  expect(refused.body.code).toBe('too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(600)
  expect((await search('198.51.100.2')).status).toBe(200)
})

test('one network asks for 3,000 suggestions in ten minutes', async () => {
  const suggest = () => visitor(server).get('/api/locations/search?q=aus', from('198.51.100.3'))
  await countUses(2997, 'suggestions', '198.51.100.3')
  expect(await statuses(4, suggest)).toEqual([
    [200, 3],
    [429, 1],
  ])
})

test('one network asks for 120 quotes a minute', async () => {
  const { id: professional_id } = await buildProfessional(server)
  const visit = { professional_id, service_type: 'standard', cleaning_frequency: 'one_time' }
  const ask = (network: string) => visitor(server).post('/api/bookings/quote', visit, from(network))
  await countUses(117, 'quotes', '198.51.100.9')
  expect(await statuses(4, () => ask('198.51.100.9'))).toEqual([
    [200, 3],
    [429, 1],
  ])
  expect((await ask('198.51.100.10')).status).toBe(200)
})

test('a visitor who tries 300 ids that do not exist waits, and what exists stays open to others', async () => {
  const professional = await buildProfessional(server)
  const network = from('198.51.100.4')
  const existing = `/api/public/professional/${professional.slug}`
  expect(await statuses(20, () => visitor(server).get(existing, network))).toEqual([[200, 20]])
  await countUses(280, 'missing', '198.51.100.4')
  const tries = await statuses(22, (index) => {
    const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
    if (index % 3 === 1) return visitor(server).post(REQUEST, { token: id }, network)
    if (index % 3 === 2) return visitor(server).get(`/api/professional/public-view/${id}`, network)
    return visitor(server).get(`/api/public/professional/nobody-${index}`, network)
  })
  expect(tries).toEqual([
    [404, 20],
    [429, 2],
  ])
  expect((await visitor(server).get(existing, network)).status).toBe(429)
  expect((await visitor(server).post(REQUEST, { token: 'x' }, network)).status).toBe(429)
  expect((await visitor(server).get(existing, from('198.51.100.5'))).status).toBe(200)
})

test('a visitor who tries ids stops no user of their address, no check-in and no link of its contact', async () => {
  const network = '198.51.100.7'
  const { client, professional, booking } = await acceptedPair()
  await countUses(300, 'missing', network)
  const asVisitor = (path: string) => visitor(server).get(path, from(network))
  expect((await asVisitor('/api/public/professional/nobody')).status).toBe(429)
  expect((await asVisitor('/api/safety/no-such-token')).status).toBe(404)
  const asClient = await as(server, client, network)
  expect((await asClient.get(`/api/bookings/${booking}`)).status).toBe(200)
  const asPro = await as(server, professional, network)
  const checkIn = await asPro.put(`/api/bookings/${booking}/safety`, { check_by: null })
  expect(checkIn.status).toBe(200)
})

// rule: visit-calendar
test('deleted calendar feeds stop no other feed of their address', async () => {
  const network = '198.51.100.11'
  const client = await buildClient(server)
  const own = await (
    await asConfirmed(server, client)
  ).post(`/api/client/calendar-feed/${client.id}`)
  const { pathname } = new URL(own.body.feed_url)
  await countUses(299, 'missing', network)
  const read = (path: string) => visitor(server).get(path, from(network))
  const deleted = '/api/calendar/no-such-feed.ics'
  expect(await statuses(3, () => read(deleted))).toEqual([[404, 3]])
  expect((await read(pathname)).status).toBe(200)
})

test('a user who tries 300 ids waits at every address, but can still check in', async () => {
  const { client, professional, booking } = await acceptedPair()
  const limits = networkLimitsOf(server.context)
  const request = { ip: '198.51.100.8' }
  for (let time = 0; time < 299; time++) await limits.countMissing(request, professional)
  const asPro = await as(server, professional, request.ip)
  const tries = await statuses(3, (index) => asPro.get(`/api/public/professional/nobody-${index}`))
  expect(tries).toEqual([
    [404, 1],
    [429, 2],
  ])
  const elsewhere = await as(server, professional)
  const profile = `/api/public/professional/${professional.slug}`
  expect((await elsewhere.get(profile)).status).toBe(429)
  expect((await asPro.get(`/api/bookings/${booking}/safety`)).status).toBe(200)
  const neighbour = await as(server, client, request.ip)
  expect((await neighbour.get(profile)).status).toBe(200)
})

test('accounts of one network that try 1,500 ids together wait after 30 of their own, others never', async () => {
  const [network, limits] = ['198.51.100.18', networkLimitsOf(server.context)]
  const tryIds = async (user: string, times: number) => {
    for (let time = 0; time < times; time++)
      await limits.countMissing({ ip: network }, { id: user })
  }
  const stateOf = (user: string | null, ip = network) =>
    limits.checkMissing({ ip }, user === null ? null : { id: user }).then(
      () => 'open',
      (error: unknown) => (error as { code: string }).code,
    )
  for (let user = 1; user <= 3; user++) await tryIds(`tries ${user}`, 300)
  await tryIds('busy', 600)
  expect(await stateOf('busy')).toBe('too_many_requests')
  // Tries of one account beyond its own limit do not count: the others have not reached theirs together.
  await tryIds('few', 29)
  await tryIds('some', 30)
  expect([await stateOf('few'), await stateOf('some')]).toEqual(['open', 'open'])
  await tryIds('fifth', 1500 - 1200 - 59 - 1)
  expect(await stateOf('some')).toBe('open')
  await tryIds('fifth', 1)
  expect(await stateOf('some')).toBe('too_many_requests')
  expect(await stateOf('few')).toBe('open')
  expect([await stateOf('new'), await stateOf(null)]).toEqual(['open', 'open'])
  expect(await stateOf('some', '198.51.100.19')).toBe('open')
})

/** Uses up a limit for all users of a network: five accounts do all that one may do. */
async function useUpByUsers(limit: NetworkLimit, network: string, points: number) {
  for (let user = 1; user <= 5; user++)
    await countUses(points, limit, network, { id: `${user} of ${network}` })
}

test('what visitors and one user of a network use up stops no other user of it', async () => {
  const network = '198.51.100.12'
  const professional = await buildProfessional(server)
  const asClient = await as(server, await buildClient(server), network)
  const other = { id: 'of the same network' }
  await countUses(120, 'quotes', network)
  await countUses(120, 'quotes', network, other)
  // Requests that are refused to one user do not count for the others.
  for (let time = 0; time < 600; time++)
    await expect(countUses(1, 'quotes', network, other)).rejects.toMatchObject({ status: 429 })
  const visit = { service_type: 'standard', cleaning_frequency: 'one_time' }
  const body = { ...visit, professional_id: professional.id }
  const ask = (caller: Caller, headers?: Record<string, string>) =>
    caller.post('/api/bookings/quote', body, headers)
  expect((await ask(visitor(server), from(network))).status).toBe(429)
  expect(await statuses(121, () => ask(asClient))).toEqual([
    [200, 120],
    [429, 1],
  ])
})

test.each([
  ['search', 1200],
  ['suggestions', 3000],
  ['checkout', 60],
  ['quotes', 120],
] as const)('many accounts of one network have a common limit of %s', async (limit, points) => {
  const network = '198.51.100.13'
  await useUpByUsers(limit, network, points - 1)
  await countUses(5, limit, network, { id: '6' })
  await expect(countUses(1, limit, network, { id: '7' })).rejects.toMatchObject({ status: 429 })
  await countUses(1, limit, '198.51.100.14', { id: '7' })
  await countUses(points, limit, network)
})

test('one network asks for free times 120 times a minute, its users and visitors together', async () => {
  const network = '198.51.100.16'
  const countOf = (user: string | null, times = 1) =>
    countUses(times, 'slots', network, user === null ? undefined : { id: user })
  const refused = { code: 'too_many_requests', status: 429 }
  await countOf('busy', 60)
  await countOf('other', 59)
  await countOf(null)
  for (const one of [null, 'busy', 'quiet']) {
    await expect(countOf(one)).rejects.toMatchObject(refused)
  }
  await countUses(1, 'slots', '198.51.100.17', { id: 'busy' })
})

test('accounts that use up the limit of all users of a network wait there, its visitors do not', async () => {
  const network = '198.51.100.15'
  await useUpByUsers('search', network, 1200)
  const client = await buildClient(server)
  const refused = await (await as(server, client, network)).get(SEARCH)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await (await as(server, client)).get(SEARCH)).status).toBe(200)
  expect((await visitor(server).get(SEARCH, from(network))).status).toBe(200)
})

test('one user opens sixty checkouts an hour', async () => {
  const professional = await buildProfessional(server)
  const caller = await as(server, professional, '198.51.100.6')
  const body = { professional_id: professional.id, origin_url: 'http://localhost:3000' }
  const open = () => caller.post('/api/payments/lead-payment', body)
  await countUses(58, 'checkout', '198.51.100.6', professional)
  const answers = await statuses(3, open)
  expect(answers).toEqual([
    [200, 2],
    [429, 1],
  ])
})

// rule: checkout-return
test('made-up checkout ids reach the payment provider ten times an hour', async () => {
  const professional = await buildProfessional(server)
  const caller = await as(server, professional)
  let lookUps = 0
  const { payments } = server.context
  const checkout = payments.checkout.bind(payments)
  payments.checkout = (id) => {
    lookUps += 1
    return checkout(id)
  }
  const come = (index: number) =>
    caller.get(`/api/payment-success?user_id=${professional.id}&session_id=cs_made_up_${index}`)
  expect(await statuses(12, come)).toEqual([
    [400, 10],
    [429, 2],
  ])
  expect(lookUps).toBe(10)
  const dashboard = `/api/professional/dashboard/${professional.id}?process_payment=success&session_id=cs_made_up_x`
  expect((await caller.get(dashboard)).status).toBe(200)
  expect(lookUps).toBe(10)
  const opened = await caller.post('/api/payments/lead-payment', {
    professional_id: professional.id,
    origin_url: 'http://localhost:3000',
  })
  const own = new URL(opened.body.checkout_url).pathname.split('/').at(-1)!
  const back = `/api/payment-success?user_id=${professional.id}&session_id=${own}`
  expect((await caller.get(back)).body.code).toBe('payment_not_completed')
  payments.checkout = checkout
})
