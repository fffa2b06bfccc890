// rule: search-card, estimate, demo-world
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualService } from '#contract/bookings/booking-rules.ts'
import { suppliesAt } from '#contract/market/offer-rules.ts'
import { as, visitor } from '#server/test/call.ts'
import type { Caller } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { DEMO_PEOPLE } from './market/demo-people.ts'
import { fillDemoWorld } from './world.ts'

type Card = { user_id: string; slug: string; services_offered: ('standard' | 'deep')[] }

let server: TestServer
let maya: Caller
beforeAll(async () => {
  server = await testServer()
  await fillDemoWorld(server.context, { professionals: 120 })
  const { email } = DEMO_PEOPLE.maya
  const user = server.db.selectFrom('users').select('id').where('email', '=', email)
  maya = await as(server, await user.executeTakeFirstOrThrow())
}, 60_000)
afterAll(() => server.close())

/** The cards of a search, and the prices of a visit to the client's home. */
async function found(query: string) {
  const search = await maya.get(`/api/professionals/search/enhanced?${query}&page_size=50`)
  const cards: Card[] = search.body.professionals
  const ids = cards.map(({ user_id }) => user_id).join()
  const { status, body } = await maya.get(`/api/bookings/home-prices?${query}&professionals=${ids}`)
  expect(status).toBe(200)
  return { cards, prices: body.prices }
}

/** The answer to what the booking dialog asks when a card opens it. */
async function ofDialog(
  card: Card,
  home: { id: string; supplies_at_home: boolean },
  asked: string,
) {
  const profile = await visitor(server).get(`/api/public/professional/${card.slug}`)
  const { offer, frequencies_offered: frequencies } = profile.body.professional
  const { body } = await maya.post('/api/bookings/quote', {
    professional_id: card.user_id,
    service_type: usualService(card.services_offered, asked as 'standard'),
    cleaning_frequency: frequencies.includes('one_time') ? 'one_time' : frequencies[0],
    home_id: home.id,
    supplies: suppliesAt(home, offer?.supplies.brings ?? 'no'),
  })
  return { hours: body.estimated_hours, total: body.total_amount }
}

test.each(['', 'deep'])(
  'with the service %j each card has the hours and the total of the booking dialog at the client’s home',
  async (service) => {
    const home = (await maya.get('/api/homes')).body.homes[0]
    const query = `zip_code=${home.zip_code}${service && `&service_type=${service}`}`
    const { cards, prices } = await found(query)
    expect(cards.length).toBeGreaterThan(2)
    for (const card of cards) {
      expect(prices[card.user_id]).toEqual(await ofDialog(card, home, service))
    }
  },
)

test('a search for another ZIP code has no price of a home', async () => {
  const { cards, prices } = await found('zip_code=78701')
  expect(cards.length).toBeGreaterThan(2)
  expect(prices).toEqual({})
})
