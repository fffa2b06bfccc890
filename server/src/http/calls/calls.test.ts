import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ENDPOINTS } from '#contract/contract.ts'
import { isBlank } from '#contract/blank.ts'
import { line, text } from '#contract/values.ts'
import { buildApp } from '#server/app.ts'
import { registered } from '#server/test/builders/account.ts'
import { bookingBody, requestBooking, rowCounts } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { openDatabase } from '#server/db/db.ts'
import { apiUrlForPrograms } from './json-for-programs.ts'

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

let server: TestServer
let client: { id: string }
let professional: { id: string }
beforeAll(async () => {
  server = await testServer()
  client = await buildClient(server)
  professional = await buildProfessional(server)
})
afterAll(() => server.close())

describe('a call', () => {
  // rule: order-of-refusal
  test('without a session answers 401 before it reads the body', async () => {
    const { statusCode, body } = await server.app.inject({
      method: 'POST',
      url: '/api/bookings',
      headers: { 'content-type': 'application/json' },
      payload: '{ not json',
    })
    expect(statusCode).toBe(401)
    expect(JSON.parse(body)).toEqual({
      detail: 'Please log in to continue.',
      code: 'not_signed_in',
    })
  })

  // rule: order-of-refusal
  test('checks the role before the id, and the id before the input', async () => {
    const before = await rowCounts(server)
    const asProfessional = await as(server, professional)
    const wrongRole = await asProfessional.post('/api/bookings', { client_id: client.id })
    expect(wrongRole.status).toBe(403)
    expect(wrongRole.body.detail).toBe('Please login as a client to book services')
    const asClient = await as(server, client)
    const wrongId = await asClient.post('/api/bookings', { client_id: UNKNOWN_ID })
    expect([wrongId.status, wrongId.body.code]).toEqual([403, 'not_yours'])
    const wrongInput = await asClient.post('/api/bookings', { client_id: client.id })
    expect(wrongInput.status).toBe(422)
    expect(await rowCounts(server)).toEqual(before)
  })

  // rule: own-ids-only
  test('with the id of another user answers 403, whether or not that user exists', async () => {
    const caller = await as(server, client)
    const other = await buildClient(server)
    for (const id of [other.id, professional.id, UNKNOWN_ID]) {
      const { status, body } = await caller.get(`/api/bookings/client/${id}`)
      expect([status, body]).toEqual([
        403,
        { detail: 'This belongs to another account.', code: 'not_yours' },
      ])
    }
  })

  // rule: own-ids-only
  test('for an object of others answers the same as for one that does not exist', async () => {
    const id = await requestBooking(server, client, professional)
    const otherClient = await as(server, await buildClient(server))
    const cancelled = { status: 'cancelled', reason: 'We moved.' }
    const foreign = await otherClient.put(`/api/bookings/${id}/status`, cancelled)
    const missing = await otherClient.put(`/api/bookings/${UNKNOWN_ID}/status`, cancelled)
    expect(foreign.status).toBe(404)
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
  })

  // rule: idempotency-key
  test('with a repeated Idempotency-Key returns the first answer, and refuses another body', async () => {
    const booker = await buildClient(server)
    const caller = await as(server, booker)
    // The longest key there may be.
    const key = { 'idempotency-key': 'k'.repeat(200) }
    const body = bookingBody(booker, professional)
    const first = await caller.post('/api/bookings', body, key)
    expect(first.status).toBe(200)
    const before = await rowCounts(server)
    const repeated = await caller.post('/api/bookings', body, key)
    expect([repeated.status, repeated.body]).toEqual([200, first.body])
    const other = await caller.post('/api/bookings', { ...body, notes: 'A cat' }, key)
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    for (const invalidKey of ['two words', 'x'.repeat(201)]) {
      const { status } = await caller.post('/api/bookings', body, { 'idempotency-key': invalidKey })
      expect(status).toBe(400)
    }
    expect(await rowCounts(server)).toEqual(before)
  })

  // rule: error-shape
  test('with several faults names the first, and registration lists all of them', async () => {
    const caller = await as(server, client)
    const body = bookingBody(client, professional, { booking_time: 'noon', address: '' })
    const one = await caller.post('/api/bookings', body)
    expect([one.status, typeof one.body.detail]).toEqual([422, 'string'])
    const all = await visitor(server).post('/api/register', { email: 'no address' })
    expect([all.status, all.body.code]).toEqual([422, 'invalid_input'])
    expect(all.body.detail.length).toBeGreaterThan(1)
    for (const fieldProblem of all.body.detail) {
      expect(Object.keys(fieldProblem).toSorted()).toEqual(['loc', 'msg', 'type'])
    }
  })

  // rule: own-ids-only
  test('returns no field that its contract does not name', async () => {
    const { email, cookie } = await registered(server)
    const { body } = await visitor(server).get('/api/auth/me', { cookie })
    expect(body.email).toBe(email)
    expect(Object.keys(body).toSorted()).toEqual([
      'email',
      'email_verified',
      'first_name',
      'id',
      'last_name',
      'phone',
      'role',
    ])
  })

  // rule: admission
  test('with more than 256 kB of JSON answers 413', async () => {
    const caller = await as(server, client)
    const answer = await caller.post('/api/bookings', { notes: 'x'.repeat(256 * 1024) })
    expect([answer.status, answer.body]).toEqual([
      413,
      { detail: "That's too large to send.", code: 'body_too_large' },
    ])
  })
})

// rule: error-shape
test.each(['/api', '/api/', '/api/nothing', '/api?x=1', '/api/unknown/path'])(
  'the unknown path %s answers 404 as JSON',
  async (path) => {
    const { status, body } = await visitor(server).get(path)
    expect([status, body]).toEqual([404, { detail: 'Not found', code: 'not_found' }])
  },
)

// rule: error-shape
test('every answer has a request id and the security headers', async () => {
  for (const path of ['/healthz', '/api/service-types', '/api/nothing', '/api/auth/me']) {
    const { headers } = await server.app.inject(path)
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

// rule: openapi
test('the OpenAPI document names every call of the contract', async () => {
  const { body } = await visitor(server).get('/api/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  for (const { method, path } of ENDPOINTS) {
    expect(body.paths[path]).toHaveProperty(method.toLowerCase())
  }
})

// rule: openapi, idempotency-key
test('the OpenAPI document lists the refusals of an Idempotency-Key for the calls that honour it', async () => {
  const { paths } = (await visitor(server).get('/api/openapi.json')).body
  for (const { method, path, ...call } of ENDPOINTS) {
    const { responses } = paths[path][method.toLowerCase()]
    const isIdempotent = 'idempotent' in call
    expect(responses[400]?.description.includes('bad_request:') ?? false).toBe(isIdempotent)
    expect(responses[422]?.description.includes('idempotency_key_reused:') ?? false).toBe(
      isIdempotent,
    )
  }
})

// rule: probes-and-metrics
describe('the health probes', () => {
  test('answer 200 while the server runs', async () => {
    expect((await visitor(server).get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await visitor(server).get('/readyz')).body).toEqual({ status: 'ready' })
  })

  test('without a database still answer that the process is alive, but not ready', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing')
    const app = await buildApp({ ...server.context, databaseAnswers: away.answers })
    const isolated = { ...server, app }
    expect((await visitor(isolated).get('/healthz')).status).toBe(200)
    const { status, body } = await visitor(isolated).get('/readyz')
    expect([status, body]).toEqual([503, { status: 'not ready' }])
    await app.close()
    await away.close()
  })

  test('show metrics only to this machine', async () => {
    expect((await visitor(server).get('/metrics')).body).toContain('http_request_duration_seconds')
    for (const forwarded of [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.9' },
      { 'x-forwarded-proto': 'https' },
    ] as Record<string, string>[])
      expect((await visitor(server).get('/metrics', forwarded)).status).toBe(404)
  })
})

// rule: checkout-return
test('the payment page is JSON only for a request that accepts JSON and no HTML', () => {
  const urlFor = (accept?: string, url = '/payment-success?user_id=1') =>
    apiUrlForPrograms({ url, headers: accept ? { accept } : {} } as Parameters<
      typeof apiUrlForPrograms
    >[0])
  expect(urlFor('application/json')).toBe('/api/payment-success?user_id=1')
  expect(urlFor('text/html,application/json')).toBe('/payment-success?user_id=1')
  expect(urlFor()).toBe('/payment-success?user_id=1')
  expect(urlFor('application/json', '/search')).toBe('/search')
})

// rule: text-input
test('text is trimmed and loses control characters, and text that shows nothing is empty', () => {
  const Name = text(1, 20)
  expect(Name.parse('  Ana\u0000 \u0007Lima\n')).toBe('Ana Lima')
  expect(Name.parse('two\nlines\tkept')).toBe('two\nlines\tkept')
  for (const blank of ['', '   ', '\u200B', '\u2800', '\u202E']) {
    expect(isBlank(blank)).toBe(true)
    expect(Name.safeParse(blank).success).toBe(false)
  }
})

// rule: text-input
test('text loses what shows nothing or turns the words beside it, and keeps emoji of several parts', () => {
  const Text = text(1, 100)
  expect(Text.parse('pay\u202Epal\u2066 \u200Bno\u200Dw\u009B31m\uFEFF\u{E0041}')).toBe(
    'paypal now31m',
  )
  expect(
    Text.parse('A\uFE01n\u{E0100}a\u3164\u115F\uFFA0\u17B4\u180B \u00ADL\u034Fima\u200C'),
  ).toBe('Ana Lima')
  expect(Text.parse('first\r\nsecond\u2028third\u2029fourth\u0085fifth')).toBe(
    'first\nsecond\nthird\nfourth\nfifth',
  )
  for (const shown of ['👩‍👩‍👧 👍🏽 ❤️‍🔥 🧑🏿‍🦱', 'João Ñuñez', '日本']) expect(Text.parse(shown)).toBe(shown)
})

// rule: text-input
test('text keeps the joiners, marks and tags that its readers see', () => {
  const Text = text(1, 200)
  for (const shown of [
    // Persian, Hindi, Bengali and Sinhala.
    'علی‌رضا می‌رود',
    'क्‍ष र्‌य',
    'র‍্যাব',
    'ශ්‍රී ලංකා',
    // The flags of England and Texas, and a pirate's.
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁵󠁳󠁴󠁸󠁿 🏴‍☠️',
    '☎︎ ☎️ 1️⃣ ©️',
    'שלום‏! (שלום!‏)',
  ]) {
    expect(Text.parse(shown)).toBe(shown)
    expect(line(1, 200).parse(shown)).toBe(shown)
  }
})

// rule: text-input
test('a joiner, a mark or a tag that shows nothing is removed, so that no word hides in another', () => {
  const Text = text(1, 200)
  const hidden: [string, string][] = [
    ['ca\u200Csh a\u200Dpp', 'cash app'],
    ['علی\u200C\u200C\u200Cرضا', 'علی\u200Cرضا'],
    ['علی\u200C', 'علی'],
    ['pay\u200F pal\u061C\u200E', 'pay pal'],
    ['שלום\u200F\u200F\u200E!', 'שלום\u200F!'],
    ['שלום abcd\u200F', 'שלום abcd'],
    ['1\uFE0F2\uFE0F3 A\uFE0F\uFE0E', '123 A'],
    ['☎\uFE0E\uFE0F', '☎\uFE0E'],
    ['a\u{E0062}\u{E0063}\u{E007F} 🏴\u{E0061}\u{E007F}', 'a 🏴'],
    ['🏴\u{E0061}\u{E0062}\u{E0063}\u{E0064}\u{E0065}\u{E0066}\u{E0067}\u{E007F}', '🏴'],
    ['🧽\u200Dx', '🧽x'],
  ]
  for (const [sent, kept] of hidden) expect([sent, Text.parse(sent)]).toEqual([sent, kept])
  for (const blank of ['\u200C', '\u200F \u061C', '\uFE0F', '\u{E0062}\u{E007F}'])
    expect(Text.safeParse(blank).success).toBe(false)
})

// rule: text-input
test('a name or an address is one line', () => {
  expect(line(1, 100).parse(' Ana\n\nYour payout\tis\u2028blocked\u0085now ')).toBe(
    'Ana Your payout is blocked now',
  )
  expect(line(1, 100).parse('Ana  \t \n  Maria   Souza')).toBe('Ana Maria Souza')
})

// rule: text-input
test.each([
  ['spaces', ' '],
  ['letters', 'a'],
  ['line breaks', '\n '],
])('no body of a call takes long to read, whatever it is filled with: %s', (_, piece) => {
  const filling = piece.repeat(40_000 / piece.length) + '!'
  for (const { body, method, path } of ENDPOINTS) {
    if (!(body instanceof z.ZodObject)) continue
    const filled = Object.fromEntries(Object.keys(body.shape).map((name) => [name, filling]))
    const begin = process.cpuUsage()
    body.safeParse(filled)
    const ms = process.cpuUsage(begin).user / 1000
    expect(ms, `${method} ${path}`).toBeLessThan(500)
  }
})

// rule: text-input
test.each([
  ['a list', Array.from({ length: 60_000 }, () => ({}))],
  ['an object', Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at]))],
  ['lists in lists', JSON.parse('['.repeat(5000) + ']'.repeat(5000))],
])('what is longer than any call needs is refused before it is looked at: %s', async (_, plan) => {
  const caller = await as(server, professional)
  const begin = process.cpuUsage()
  const { status, body } = await caller.put(`/api/professional/time/${professional.id}`, { plan })
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(500)
  expect([status, body.code]).toEqual([422, 'invalid_input'])
})
