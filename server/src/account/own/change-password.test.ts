// rule: new-password
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, meStatus, PASSWORD, registered } from '#server/test/builders/account.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const NEXT = 'clear windows 8'
const change = (cookie: string, current_password: string, new_password: string) =>
  visitor(server).post('/api/auth/change-password', { current_password, new_password }, { cookie })
const login = (email: string, password: string) =>
  visitor(server).post('/api/login', { email, password })

test('a new password ends the other sessions and keeps this one', async () => {
  const ana = await registered(server)
  const otherCookie = cookieOf(await login(ana.email, PASSWORD))
  expect((await change(ana.cookie, PASSWORD, NEXT)).status).toBe(200)
  expect(await meStatus(server, ana.cookie)).toBe(200)
  expect(await meStatus(server, otherCookie)).toBe(401)
  expect((await login(ana.email, PASSWORD)).status).toBe(401)
  expect((await login(ana.email, NEXT)).status).toBe(200)
})

test('a wrong current password or an invalid new one changes nothing', async () => {
  const ana = await registered(server)
  const otherCookie = cookieOf(await login(ana.email, PASSWORD))
  const wrong = await change(ana.cookie, 'not mine at all', NEXT)
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password'])
  const short = await change(ana.cookie, PASSWORD, '1234567')
  expect([short.status, short.body.code]).toEqual([422, 'password_too_short'])
  const common = await change(ana.cookie, PASSWORD, 'iloveyou')
  expect([common.status, common.body.code]).toEqual([422, 'password_too_common'])
  expect(await meStatus(server, otherCookie)).toBe(200)
  expect((await login(ana.email, PASSWORD)).status).toBe(200)
})

test('a visitor cannot change a password', async () => {
  expect((await change('', PASSWORD, NEXT)).status).toBe(401)
})

test('of two changes at once one succeeds', async () => {
  const ana = await registered(server)
  const answers = await Promise.all(
    ['first new one 1', 'second new one 2'].map((next) => change(ana.cookie, PASSWORD, next)),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
})
