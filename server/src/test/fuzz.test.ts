// rule: error-shape
import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/contract.ts'
import { refusalsOf } from '#contract/declared-refusals.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { hashPassword } from '#server/people/passwords/passwords.ts'
import { PASSWORD } from './builders/account.ts'
import { buildClient, buildProfessional } from './builders/build.ts'
import { signedIn } from './call.ts'
import { testServer } from './server.ts'
import type { TestServer } from './server.ts'
import {
  addressOf,
  bodySchemaOf,
  escaped,
  operations,
  partsOf,
  queryText,
} from './builders/operations.ts'
import type { Place } from './builders/operations.ts'
import { anyJson, shapedObject } from './schema-values.ts'
import type { Known, Schema } from './schema-values.ts'
import { requestBooking } from './builders/booking.ts'

/** Every run draws other input, so what few of them miss, the runs of the next days find. */
const RUNS = 20

let server: TestServer
let people: ({ id: string } | null)[]
let known: Known

beforeAll(async () => {
  server = await testServer({ RATE_LIMIT_SCALE: '1000000' })
  const password_hash = await hashPassword(PASSWORD)
  const client = await buildClient(server, { password_hash })
  const professional = await buildProfessional(server, { user: { password_hash } })
  const inThirtyDays = new Date(server.context.clock.now().getTime() + 30 * 86_400_000)
  const booking_date = inThirtyDays.toISOString().slice(0, 10)
  const bookings = await Promise.all(
    ['08:00', '11:00', '14:00', '17:00'].map((booking_time) =>
      requestBooking(server, client, professional, { booking_date, booking_time }),
    ),
  )
  people = [null, client, professional]
  known = {
    id: [...bookings, client.id, professional.id],
    client_id: [client.id],
    professional_id: [professional.id],
    professionalUserId: [professional.id],
    sender_id: [client.id, professional.id],
    receiver_id: [professional.id, client.id],
    receiverId: [professional.id, client.id],
    otherId: [professional.id, client.id],
    other_user_id: [professional.id, client.id],
    current_user_id: [client.id, professional.id],
    message: ['Hello'],
    userId: [professional.id, client.id],
    image_index: ['0', '1', '-1'],
    slug: [professional.slug],
    zip_code: ['78701', '78701-1234', '00000', 'Austin, TX'],
    q: ['aus', '787', 'austin, t'],
    booking_date: [booking_date],
    booking_time: ['09:00', '23:00'],
    address: ['100 Congress Ave'],
    city: ['Austin'],
    state: ['TX'],
    estimated_hours: [2, '3'],
    service_type: ['standard', 'office'],
    email: [client.email, ...Array.from({ length: 20 }, (_, n) => `new-${n}@example.com`)],
    password: [PASSWORD],
    current_password: [PASSWORD],
    new_password: [PASSWORD, 'clean windows 8'],
    phone: ['512-555-0100'],
  }
})
afterAll(() => server.close())

test.each(operations)(
  'whatever is sent, nothing breaks and every refusal is a sentence with a code that the call declares: $name',
  async ({ method, path, operation }) => {
    const schema = bodySchemaOf(operation)
    const declared = [...refusalsOf(callAt(method, path)), ...OF_ANY_CALL]
    const parts = (place: Place) => shapedObject(partsOf(operation, place), known)
    const call = fc.record({
      person: fc.constantFrom(...people),
      params: parts('path'),
      query: fc.oneof(
        { weight: 5, arbitrary: parts('query') },
        fc.dictionary(fc.string(), anyJson),
      ),
      headers: parts('header'),
      body: schema ? bodies(schema) : fc.constant<Body>({}),
    })
    await fc.assert(
      fc.asyncProperty(call, async ({ person, params, query, headers, body }) => {
        const token = person && (await signedIn(server, person))
        const answer = await server.app.inject({
          method,
          url: addressOf(path, params, query),
          headers: {
            ...headersOf(headers),
            ...(token ? { cookie: `lustra_session=${token}` } : {}),
            ...body.headers,
          },
          ...(body.payload === undefined ? {} : { payload: body.payload }),
        })
        expect(answer.statusCode).toBeLessThan(500)
        if (answer.statusCode < 400) return
        const { params: values = {}, ...refusal } = answer.json<{
          detail: unknown
          code: string
          params?: Record<string, string>
        }>()
        expect(Object.keys(refusal).filter((key) => !ALSO.has(key))).toEqual(['detail', 'code'])
        expect(Object.values(values).every(isText)).toBe(true)
        expect(declared).toContain(refusal.code)
        expect(refusal.detail).toBeTruthy()
        expect(answer.body).not.toMatch(IMPLEMENTATION_WORDS)
      }),
      { numRuns: RUNS },
    )
  },
  120_000,
)

function callAt(method: string, path: string): Endpoint {
  return ENDPOINTS.find((call) => call.method === method && call.path === path)!
}

/** The refusals that any call can return, so that no call lists them. */
const OF_ANY_CALL = ['bad_json', 'bad_request', 'body_too_large', 'method_not_allowed', 'not_found']

/** The fields that a few refusals have besides. */
const ALSO = new Set(['proposal', 'change', 'next_slots', 'visits'])

/** Words that would reveal the implementation of the server. */
const IMPLEMENTATION_WORDS =
  /node_modules|\.ts\b|\bat \S+ \(|\/(src|tmp|home|root)\/|\b(select|insert|update|delete) .*(from|into|set)\b|postgres|relation|constraint|syntax error|\bpg\b|zod|fastify|kysely|undefined|\[object/i

type Body = { payload?: string; headers?: Record<string, string> }

/** Bodies by the schema, bodies of any JSON, and bodies that are not JSON. */
function bodies(schema: Schema): Arbitrary<Body> {
  const json = { 'content-type': 'application/json' }
  const asJson = (value: unknown) => ({ payload: JSON.stringify(value), headers: json })
  return fc.oneof(
    { weight: 12, arbitrary: shapedObject(schema, known).map(asJson) },
    { weight: 2, arbitrary: anyJson.map(asJson) },
    fc.string().map((payload) => ({ payload, headers: json })),
    shapedObject(schema, known).map((value) => ({
      payload: queryText(value),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })),
    fc.string().map((payload) => ({ payload, headers: { 'content-type': 'text/plain' } })),
    fc.constant({}),
    fc.constant(asJson({ notes: 'x'.repeat(300_000) })),
  )
}

/** Escapes the values, because headers with other characters never reach a server. */
function headersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      escaped(value).slice(0, 400),
    ]),
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
