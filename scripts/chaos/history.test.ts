// rule: database-lost
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { Chance } from './chance.ts'
import { checkHistory, newHistory } from './history.ts'
import { SCENARIOS } from './scenarios.ts'

let server: TestServer
let client: pg.Client
beforeAll(async () => {
  server = await testServer()
  client = new pg.Client(server.url)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
})

const never = () => crypto.randomUUID()

test('what was acknowledged and is not there is counted as lost', async () => {
  const verdict = await checkHistory(client, {
    bookings: [{ id: never(), key: never(), clientId: never(), professionalId: never() }],
    messages: [{ id: never(), key: never() }],
    payments: [{ session: 'cs_never' }],
  })
  expect(verdict).toEqual({ acknowledged: 3, lost: 3, twice: 0, wrongCredits: 1 })
})

test('a message that is there once is whole, and one that two requests wrote is counted', async () => {
  const [person, professional] = [await buildClient(server), await buildProfessional(server)]
  const caller = await as(server, person)
  const pair = { client_id: person.id, professional_id: professional.id }
  await caller.post('/api/chat/initiate-contact', pair)
  const key = never()
  const message = { sender_id: person.id, receiver_id: professional.id, message: key }
  const { body } = await caller.post('/api/chat/messages', message)
  const history = { ...newHistory(), messages: [{ id: String(body.id), key }] }
  const whole = { acknowledged: 1, lost: 0, twice: 0, wrongCredits: 0 }
  expect(await checkHistory(client, history)).toEqual(whole)

  await caller.post('/api/chat/messages', message)
  expect(await checkHistory(client, history)).toEqual({ ...whole, twice: 1 })
})

test('credits that are not the sum of their ledger are counted', async () => {
  const professional = await buildProfessional(server)
  await client.query('update lead_credits set balance = balance + 1 where professional_id = $1', [
    professional.id,
  ])
  const { wrongCredits } = await checkHistory(client, newHistory())
  expect(wrongCredits).toBe(1)
})

test('the page of results explains each scenario', () => {
  const page = readFileSync(new URL('../../docs/benchmarks/chaos.md', import.meta.url), 'utf8')
  for (const name of Object.keys(SCENARIOS)) expect(page).toContain(`\`${name}\``)
})

test('a seed gives the same order again, and every scenario that can run here has its turn', () => {
  const [first, second] = [new Chance(7), new Chance(7)]
  const order = Array.from({ length: 300 }, () => first.next())
  expect(Array.from({ length: 300 }, () => second.next())).toEqual(order)
  expect(new Set(order.flat())).toEqual(new Set(first.names))
  expect(first.names.length + first.skipped.length).toBe(Object.keys(SCENARIOS).length)
})
