import { afterAll, beforeAll, expect, test } from 'vitest'
import { REFUSALS } from '#contract/refusals.ts'
import { visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { Refusal } from './refusal.ts'

let server: TestServer
let failure: unknown
beforeAll(async () => {
  server = await testServer()
  server.app.get('/api/failing-call', () => {
    throw failure
  })
})
afterAll(() => server.close())

async function answerTo(error: unknown) {
  failure = error
  const { status, body, headers } = await visitor(server).get('/api/failing-call')
  return {
    status,
    body,
    type: headers['content-type'],
    requestId: headers['x-request-id'],
    retryAfter: headers['retry-after'],
  }
}

const DATABASE_ERROR = Object.assign(
  new Error('relation "users" does not exist: select * from users at /srv/lustra/db.ts'),
  { code: '42P01', table: 'users', detail: 'select * from users' },
)

// rule: error-shape
test.each([
  ['an error', new Error('pg: password of user lustra at /srv/lustra')],
  ['an error of the database', DATABASE_ERROR],
  ['a library error with status 503', Object.assign(new Error('pool'), { statusCode: 503 })],
  ['a TypeError', new TypeError("Cannot read properties of undefined (reading 'id')")],
])('%s answers 500 with the general sentence and nothing about its cause', async (_, error) => {
  expect(await answerTo(error)).toEqual({
    status: 500,
    body: {
      detail: 'Something went wrong on our side. Please try again.',
      code: 'unexpected',
    },
    type: 'application/json; charset=utf-8',
    requestId: expect.stringMatching(/./),
    retryAfter: undefined,
  })
})

// rule: error-shape
test('an error of a library with status 400 says nothing about its cause', async () => {
  const error = Object.assign(new Error('fast-parser at /srv'), { statusCode: 400, code: 'FST_X' })
  expect(await answerTo(error)).toMatchObject({
    status: 400,
    body: { detail: REFUSALS.bad_request.detail, code: 'bad_request' },
  })
})

// rule: error-shape
test.each([
  [399, 'unexpected'],
  [400, 'bad_request'],
  [499, 'bad_request'],
  [500, 'unexpected'],
])('an error of a library with status %i answers the code %s', async (statusCode, code) => {
  const { body } = await answerTo(Object.assign(new Error('fast-parser'), { statusCode }))
  expect(body.code).toBe(code)
})

// rule: error-shape
test.each([
  [400, 'bad_json'],
  [401, 'bad_request'],
  [undefined, 'unexpected'],
])(
  'text that is not JSON is a SyntaxError with status 400: %s answers %s',
  async (statusCode, code) => {
    const { body } = await answerTo(Object.assign(new SyntaxError('at 7'), { statusCode }))
    expect(body.code).toBe(code)
  },
)

// rule: rate-limits, database-lost, storage-full
test.each([
  ['too_many_requests', '60'],
  ['overloaded', '2'],
  ['storage_full', '60'],
  ['not_found', undefined],
] as const)(
  'the refusal %s without a time of its own says Retry-After %s',
  async (code, seconds) => {
    expect((await answerTo(new Refusal(code))).retryAfter).toEqual(seconds)
  },
)

// rule: database-lost
test('a query that waited too long in PgBouncer answers 503, as does a write to a standby', async () => {
  const errors = [
    ['query_wait_timeout', '08P01'],
    ['cannot execute INSERT in a read-only transaction', '25006'],
  ].map(([message, code]) => Object.assign(new Error(message), { code }))
  const answers = []
  for (const error of errors) answers.push((await answerTo(error)).body.code)
  expect(answers).toEqual(['overloaded', 'unavailable'])
})

// rule: error-shape
test.each(Object.entries(REFUSALS))(
  'the refusal %s answers its status, sentence and code',
  async (code, { status, detail }) => {
    expect(await answerTo(new Refusal(code as keyof typeof REFUSALS))).toMatchObject({
      status,
      body: { detail, code },
      type: 'application/json; charset=utf-8',
    })
  },
)

// rule: error-shape
test('a refusal whose sentence contains a value answers the value as params too', async () => {
  const { status, body } = await answerTo(
    new Refusal('area_unknown', { params: { area: 'Atlantis' } }),
  )
  expect([status, body]).toEqual([
    REFUSALS.area_unknown.status,
    {
      detail: "We can't find the place Atlantis. Please choose it from the list.",
      code: 'area_unknown',
      params: { area: 'Atlantis' },
    },
  ])
})

// rule: error-shape
test('a refusal without values has no params', async () => {
  const { body } = await answerTo(new Refusal('not_found'))
  expect(body).toEqual({ detail: 'Not found', code: 'not_found' })
})
