import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { now: () => NOW })
})
afterAll(() => server.close())

// rule: slot-picker
test('a visit that is longer than every stretch of hours is said to be so, and no day is called full', async () => {
  const plan = [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, from: '08:00', to: '12:00' },
    { weekday, from: '13:00', to: '17:00' },
  ])
  const grace = await buildProfessional(server, { areas: ['78701'] })
  const saved = await (await as(server, grace)).put(`/api/professional/time/${grace.id}`, { plan })
  expect(saved.status).toBe(200)
  const slots = `/api/professional/slots/${grace.id}?zip_code=78701&hours=`
  const long = await visitor(server).get(`${slots}6`)
  expect(long.body).toMatchObject({ too_long: 'stretch', next_slot: null })
  const states = new Set(long.body.days.map(({ state }: { state: string }) => state))
  expect(states).toEqual(new Set(['short', 'off']))
  const four = await visitor(server).get(`${slots}4`)
  expect(four.body.too_long).toBeUndefined()
})
