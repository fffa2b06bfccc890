// rule: operator-host
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { buildOperator } from '#server/test/builders/operators.ts'
import type { TestOperator } from '#server/test/builders/operators.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { createEnrolment } from './enrolment.ts'

const PEOPLE = 'lustra.example'
const CONSOLE = 'console.lustra.example'

let server: TestServer
let operator: TestOperator
beforeAll(async () => {
  server = await testServer({
    PUBLIC_ORIGIN: `http://${PEOPLE}`,
    OPERATOR_ORIGIN: `http://${CONSOLE}`,
  })
  operator = await buildOperator(server)
})
afterAll(() => server.close())

const request = (url: string, host: string, headers = {}, method: 'GET' | 'POST' = 'GET') =>
  server.app.inject({ method, url, headers: { ...operator.headers, ...headers, host } })

test.each([
  ['/api/operator/me', CONSOLE, 200],
  ['/api/operator/me', CONSOLE.toUpperCase(), 200],
  ['/api/operator/me', PEOPLE, 404],
  ['/api/%6fperator/me', PEOPLE, 404],
  ['/api/operator/me', 'elsewhere.example', 404],
  ['/api/claims', PEOPLE, 200],
  ['/api/claims', CONSOLE, 404],
  ['/api/auth/me', CONSOLE, 404],
  ['/robots.txt', CONSOLE, 404],
  ['/healthz', CONSOLE, 200],
])('%s at %s is %i', async (url, host, status) => {
  expect((await request(url, host)).statusCode).toBe(status)
})

test('a write at the host of the console needs its own origin', async () => {
  const logout = (host: string, origin: string) =>
    request('/api/operator/logout', host, { origin: `http://${origin}` }, 'POST')
  const refused = await logout(CONSOLE, PEOPLE)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'foreign_origin'])
  const people = await request('/api/auth/logout', PEOPLE, { origin: `http://${CONSOLE}` }, 'POST')
  expect([people.statusCode, people.json().code]).toEqual([403, 'foreign_origin'])
  expect((await request('/api/operator/me', CONSOLE)).statusCode).toBe(200)
})

test('the links to the console, and its passkeys, belong to its host', async () => {
  const { operatorOrigin } = server.context.config
  expect(operatorOrigin).toBe(`http://${CONSOLE}`)
  const link = await server.context.db
    .transaction()
    .execute((tx) => createEnrolment(tx, server.context, operator.id))
  expect(link).toMatch(/^http:\/\/console\.lustra\.example\/operator\/enrol\//)
})

test('who sees as a person reads the calls of people at the host of the console, for that time', async () => {
  const client = await buildClient(server)
  const view = await server.app.inject({
    method: 'POST',
    url: `/api/operator/people/${client.id}/view`,
    headers: { ...operator.headers, host: CONSOLE },
    payload: { reason: 'asked', text: 'We look at your page.' },
  })
  expect(view.statusCode).toBe(200)
  const [cookie] = [view.headers['set-cookie']].flat()
  const headers = { cookie: `${operator.headers.cookie}; ${String(cookie).split(';')[0]}` }
  const seen = await request('/api/auth/me', CONSOLE, headers)
  expect([seen.statusCode, seen.json().id ?? seen.json().user?.id]).toEqual([200, client.id])
  expect((await request('/api/auth/me', CONSOLE)).statusCode).toBe(404)
})

test.each([
  'hidden',
  'http://lustra.example:8443',
  'https://console.lustra.example',
  'http://c.example/x',
])('OPERATOR_ORIGIN=%s is refused with one line', (text) => {
  expect(() => readConfig({ PUBLIC_ORIGIN: `http://${PEOPLE}`, OPERATOR_ORIGIN: text })).toThrow(
    expect.objectContaining({
      name: 'StartupProblem',
      message:
        'OPERATOR_ORIGIN has to be an address such as https://console.lustra.example, with the scheme of PUBLIC_ORIGIN and another host.',
    }),
  )
})
