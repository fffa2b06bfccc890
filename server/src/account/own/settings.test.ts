// rule: account-settings
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const CHANGED = { first_name: 'Bia', last_name: 'Lima', phone: '(512) 555-0188', language: 'pt' }
const pathOf = ({ id }: { id: string }) => `/api/users/${id}/settings`

test('a user changes name, phone and language, and the new values are shown from then on', async () => {
  const ana = await buildClient(server)
  const asAna = await as(server, ana)
  const { body } = await asAna.get(pathOf(ana))
  expect(body).toMatchObject({ email: ana.email, language: 'en', version: 1 })
  const saved = await asAna.put(pathOf(ana), { ...CHANGED, version: 1 })
  expect([saved.status, saved.body]).toEqual([
    200,
    {
      ...CHANGED,
      email: ana.email,
      role: 'client',
      version: 2,
      email_verified: false,
      pending_email: null,
    },
  ])
  expect((await asAna.get('/api/auth/me')).body.first_name).toBe('Bia')
})

// rule: edit-conflict
test('the later of two devices is refused and overwrites nothing; saving the same again is harmless', async () => {
  const ana = await buildClient(server)
  const [phone, laptop] = [await as(server, ana), await as(server, ana)]
  await phone.put(pathOf(ana), { ...CHANGED, version: 1 })
  const second = await laptop.put(pathOf(ana), { ...CHANGED, first_name: 'Ane', version: 1 })
  expect([second.status, second.body.code]).toEqual([409, 'account_changed'])
  expect((await laptop.get(pathOf(ana))).body).toMatchObject({ first_name: 'Bia', version: 2 })
  const repeated = await phone.put(pathOf(ana), { ...CHANGED, version: 1 })
  expect([repeated.status, repeated.body.version]).toEqual([200, 2])
})

test.each([
  ['first_name_required', { first_name: ' ' }],
  ['last_name_required', { last_name: '' }],
  ['phone_required', { phone: '' }],
  ['phone_invalid', { phone: 'call me' }],
  ['invalid_input', { language: 'de' }],
])('what is not valid is refused by name (%s) and changes nothing', async (code, wrong) => {
  const ana = await buildClient(server)
  const asAna = await as(server, ana)
  const answer = await asAna.put(pathOf(ana), { ...CHANGED, version: 1, ...wrong })
  expect([answer.status, answer.body.code]).toEqual([422, code])
  expect((await asAna.get(pathOf(ana))).body.version).toBe(1)
})

test('nobody else reads or changes an account', async () => {
  const ana = await buildClient(server)
  const other = await as(server, await buildClient(server))
  for (const caller of [other, visitor(server)]) {
    const wanted = caller === other ? 403 : 401
    expect((await caller.get(pathOf(ana))).status).toBe(wanted)
    expect((await caller.put(pathOf(ana), { ...CHANGED, version: 1 })).status).toBe(wanted)
    expect((await caller.get(`/api/users/${ana.id}/sessions`)).status).toBe(wanted)
    expect((await caller.delete(`/api/users/${ana.id}/sessions`)).status).toBe(wanted)
    expect((await caller.get(`/api/users/${ana.id}/export`)).status).toBe(wanted)
    expect((await caller.delete(`/api/users/${ana.id}`)).status).toBe(wanted)
  }
  expect((await (await as(server, ana)).get(pathOf(ana))).body.version).toBe(1)
})
