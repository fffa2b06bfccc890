// rule: demo-world
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chance } from '../chance.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { BIG_CITIES } from './big-cities.ts'
import { inhabitedZips, territories } from './territory.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('any ZIP of the largest cities finds ten professionals or more in the whole demo world', async () => {
  const zips = await inhabitedZips(server.db)
  const posts = territories(zips, 3_000, chance(1))
  const serving = new Map<string, number>()
  for (const { areas } of posts) {
    for (const { label } of areas) serving.set(label, (serving.get(label) ?? 0) + 1)
  }
  const citiesWithFew = BIG_CITIES.flat().filter((label) => (serving.get(label) ?? 0) < 10)
  expect(citiesWithFew).toEqual([])
})
