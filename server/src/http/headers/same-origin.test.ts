// rule: order-of-refusal
import { afterAll, beforeAll, expect, test } from 'vitest'
import { meStatus, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('a write from another site is refused and changes nothing', async () => {
  const { cookie } = await registered(server)
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'https://localhost:3000' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign) {
    const answer = await visitor(server).post('/api/auth/logout', {}, {
      cookie,
      ...headers,
    } as Record<string, string>)
    expect([headers, answer.status, answer.body.code]).toEqual([headers, 403, 'foreign_origin'])
  }
  expect(await meStatus(server, cookie)).toBe(200)
  const forgot = await visitor(server).post('/api/auth/forgot-password', {}, { origin: 'null' })
  expect(forgot.status).toBe(403)
})

test('our own pages, and programs that are no browsers, may write', async () => {
  const ownRequests = [
    {},
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://127.0.0.1:3000' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of ownRequests) {
    const { cookie } = await registered(server)
    const sent = { cookie, ...headers } as Record<string, string>
    expect((await visitor(server).post('/api/auth/logout', {}, sent)).status).toBe(200)
    expect(await meStatus(server, cookie)).toBe(401)
  }
})

test('a link on another site may lead to a read', async () => {
  const { cookie } = await registered(server)
  const headers = { cookie, 'sec-fetch-site': 'cross-site' }
  expect((await visitor(server).get('/api/auth/me', headers)).status).toBe(200)
})
