import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '#contract/contract.ts'
import { openApiDocument } from '#contract/open-api.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { photo, sendForm } from '#server/test/builders/form.ts'
import { as, visitor } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { contact } from '#server/test/harness/messaging-harness.ts'
import { maskAddress } from './secret-addresses.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const headersOf = async (url: string) => (await server.app.inject(url)).headers

// rule: secret-addresses
test.each([
  '/reset-password/secret',
  '/not-me/secret',
  '/verify-email/secret',
  '/answer/secret?answer=accepted',
  '/visit/secret?answer=accepted',
  '/unsubscribe/secret',
  '/api/unsubscribe/secret',
  '/api/answer-links/secret',
  '/api/visit-links/secret',
  '/safety/secret',
  '/api/safety/secret',
  '/api/safety-stop/secret',
  '/api/calendar/secret.ics',
  '/simulated-checkout/cs_secret',
  '/api/simulated-checkout/cs_secret',
  '/payment-success?user_id=1&session_id=cs_secret',
  '/dashboard?payment=success&session_id=cs_secret&x=1',
])(
  'the secret in %s reaches neither the log nor, if it is in the path, another site',
  async (url) => {
    expect(maskAddress(url)).not.toContain('secret')
    expect(maskAddress(url)).toContain('…')
    const policy = (await headersOf(url))['referrer-policy']
    expect(policy).toBe(
      url.includes('?user_id') || url.startsWith('/dashboard')
        ? 'strict-origin-when-cross-origin'
        : 'no-referrer',
    )
  },
)

/** Varying parts of paths that open nothing: ids, and what is public. */
const NO_SECRETS =
  /^(?:id|\w+Id|slug|state|city|topic|list|page|paper|number|item|stage|n)$|^file of \/(?:api\/)?(?:uploads|image-proxy)\//

// rule: secret-addresses
test('no path of a call or view has a secret that the log shows', async () => {
  const views = await readFile('web/src/router/views.ts', 'utf8')
  const paths = [
    ...ENDPOINTS.map(({ path }) => path as string),
    ...[...views.matchAll(/'(\/[^']*:[^']*)'/g)].map(([, path]) =>
      path!.replaceAll(/:(\w+)/g, '{$1}'),
    ),
  ]
  const masked = paths.filter((path) => {
    const isSecret = (name: string) =>
      !NO_SECRETS.test(name) && !NO_SECRETS.test(`${name} of ${path}`)
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      isSecret(name) ? 'secret' : '7',
    )
    expect(maskAddress(url)).not.toContain('secret')
    return url.includes('secret')
  })
  expect(masked.length).toBeGreaterThan(25)
})

// rule: secret-addresses
test.each([
  ['/api/operator/search?q=maya%40example.com', '/api/operator/search?q=…'],
  ['/api/operator/cases?before=1&q=7375550142&x=2', '/api/operator/cases?before=1&q=…&x=…'],
  [
    '/api/professionals/search/enhanced?zip_code=78701&page=2',
    '/api/professionals/search/enhanced?zip_code=…&page=2',
  ],
  ['/login?next=/visit/secret', '/login?next=…'],
  ['/?maya@example.com&a?b=c', '/?…&…'],
  ['/api/c%61lendar/secret.ics', '/api/calendar/…'],
  ['//api//calendar/secret.ics?x', '/api/calendar/…?…'],
  ['/api/bookings/7/photos/private-abc.webp', '/api/bookings/7/photos/…'],
  ['/api/users/7', '/api/users/7'],
])('the log shows %s as %s', (url, shown) => {
  expect(maskAddress(url)).toBe(shown)
})

test('no page may use the camera, the place or other devices, and other pages keep their referrer policy', async () => {
  for (const url of ['/healthz', '/api/nothing', '/search', '/reset-password/x']) {
    expect((await headersOf(url))['permissions-policy']).toContain('geolocation=()')
    expect((await headersOf(url))['permissions-policy']).toContain('camera=()')
  }
  expect((await headersOf('/search'))['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

/** A policy under which nothing is loaded or run, and no other page may frame the picture. */
const NOTHING = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

test('a picture is served so that a browser which opens it runs and loads nothing', async () => {
  const professional = await buildProfessional(server)
  const url = `/api/professional/profile/${professional.id}/image/profile`
  const { body } = await sendForm(server, professional, 'POST', url, { image: await photo() })
  const picture = body.profile_image_url as string
  const share = `/professional/${professional.slug}/share.jpg`
  for (const address of [picture, picture.replace('/api/uploads/', '/api/image-proxy/'), share]) {
    const { statusCode, headers } = await server.app.inject(address)
    expect([address, statusCode]).toEqual([address, 200])
    expect(headers['content-security-policy']).toBe(NOTHING)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="(?:[0-9a-f]{32}\.webp|share\.jpg)"$/,
    )
    const again = await server.app.inject({
      url: address,
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([again.statusCode, again.headers['content-security-policy']]).toEqual([304, NOTHING])
  }
})

// rule: error-shape
test('a method that an address does not have answers 405 with those that it has', async () => {
  for (const [method, url, allow] of [
    ['GET', '/api/login', 'POST'],
    ['DELETE', '/api/bookings', 'POST'],
    ['POST', '/api/bookings/1/status', 'PUT'],
    ['PATCH', '/api/chat/pictures/1', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/service-types', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['PROPFIND', '/api/service-types/', 'GET, HEAD'],
    ['TRACE', '/api/service-types', 'GET, HEAD'],
  ] as const) {
    const answer = await server.app.inject({ method: method as 'GET', url })
    expect([url, answer.statusCode, answer.headers['allow']]).toEqual([url, 405, allow])
    expect(answer.json()).toEqual({
      detail: "This can't be done here.",
      code: 'method_not_allowed',
    })
  }
  for (const method of ['POST', 'PROPFIND'] as const) {
    const { statusCode } = await server.app.inject({
      method: method as 'POST',
      url: '/api/nothing',
    })
    expect(statusCode).toBe(404)
  }
})

// rule: error-shape
test('a method that is none answers 405, and what is no HTTP at all 400, both as refusals', async () => {
  const listening = await testServer()
  const answerTo = await rawAnswersOf(listening)
  const wrong = await answerTo('FETCH / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(wrong).toContain('HTTP/1.1 405 Method Not Allowed')
  expect(wrong).toContain('Allow: DELETE, GET, HEAD, PATCH, POST, PUT')
  expect(wrong).toContain('"code":"method_not_allowed"')
  const none = await answerTo('GET / HTTP/9.9\r\n\r\n')
  expect(none).toContain('HTTP/1.1 400 Bad Request')
  expect(none).toContain('"code":"bad_request"')
  const twoLengths =
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await answerTo(twoLengths)).toContain('HTTP/1.1 400 Bad Request')
  await listening.close()
})

test('what is no HTTP gets the security headers too, and HSTS under https', async () => {
  const listening = await testServer({ PUBLIC_ORIGIN: 'https://lustra.example' })
  const answer = (await (await rawAnswersOf(listening))('GET / HTTP/9.9\r\n\r\n')).toLowerCase()
  for (const header of [
    'strict-transport-security: max-age=31536000; includesubdomains',
    'x-content-type-options: nosniff',
    "frame-ancestors 'none'",
    'permissions-policy: ',
  ])
    expect(answer).toContain(header)
  await listening.close()
})

/** Listens, and returns what sends bytes on a new connection and reads the answer until the server closes it. */
async function rawAnswersOf({ app }: TestServer): Promise<(text: string) => Promise<string>> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  return async (text) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('error', () => {})
    socket.write(text)
    await once(socket, 'close')
    return answer
  }
}

// rule: rate-limits
test('every refusal with 429 says when to try again: bookings, contacts, messages', async () => {
  const strict = await testServer({ RATE_LIMIT_SCALE: '1' })
  const client = await buildClient(strict)
  const caller = await as(strict, client)
  const firstRefused = async (
    times: number,
    call: () => Promise<Awaited<ReturnType<typeof caller.get>>>,
  ) => {
    for (let time = 0; time < times; time++) {
      const answer = await call()
      if (answer.status === 429) return answer
    }
    throw new Error('No call was refused.')
  }
  const silent = await buildProfessional(strict)
  const message = { sender_id: client.id, receiver_id: silent.id, message: 'Hello?' }
  for (const refused of [
    await firstRefused(200, () => caller.post('/api/chat/messages', message)),
    await firstRefused(40, async () =>
      caller.post('/api/chat/initiate-contact', contact(client, await buildProfessional(strict))),
    ),
    await bookingRefused(strict),
  ]) {
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  await strict.close()

  async function bookingRefused(at: TestServer) {
    const booker = await buildClient(at)
    const booked = await buildProfessional(at)
    const body = { client_id: booker.id, professional_id: booked.id }
    for (let time = 0; time < 60; time++) {
      // An equal request would be the same booking, which costs no limit.
      const answer = await requestAnswer(at, booker, { ...body, notes: `Visit ${time}` })
      if (answer.status === 429) return answer
    }
    throw new Error('No booking was refused.')
  }

  async function requestAnswer(at: TestServer, booker: { id: string }, facts: object) {
    const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    return (await as(at, booker)).post('/api/bookings', {
      ...facts,
      booking_date: date,
      booking_time: '09:00',
      service_type: 'standard',
      cleaning_frequency: 'one_time',
      address: '100 Congress Ave',
      city: 'Austin',
      state: 'TX',
      zip_code: '78701',
    })
  }
})

// rule: openapi
test('the page of the API obeys the policy of every other page, except for trusted types', async () => {
  const whole = String((await headersOf('/healthz'))['content-security-policy'])
  const trustedTypes = ";require-trusted-types-for 'script';trusted-types default"
  expect(whole).toContain(trustedTypes)
  const policy = whole.replace(trustedTypes, '')
  for (const url of ['/api/docs', '/api/docs/', '/api/docs/swagger-ui.css']) {
    const answer = await server.app.inject(url)
    expect([url, answer.statusCode]).toEqual([url, 200])
    expect(answer.headers['content-security-policy']).toBe(policy)
    expect(answer.body).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=/)
  }
})

// rule: openapi
test('the OpenAPI document has what linters ask for', () => {
  const document = openApiDocument() as {
    info: { license?: { name: string } }
    tags: { name: string; description?: string }[]
    paths: Record<
      string,
      Record<
        string,
        {
          security?: object[]
          tags: string[]
          operationId: string
          responses: object
          parameters?: { name: string; in: string }[]
        }
      >
    >
  }
  expect(document.info.license?.name).toBe('MIT')
  for (const { name, description } of document.tags)
    expect([name, description]).toEqual([name, expect.any(String)])
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
  expect(shapes.toSorted()).toEqual([...new Set(shapes)].toSorted())
  const tags = new Set(document.tags.map(({ name }) => name))
  const ids = new Set<string>()
  for (const { method, path, caller } of ENDPOINTS) {
    const operation = document.paths[path]![method.toLowerCase()]!
    expect([path, operation.security]).toEqual([
      path,
      {
        anyone: [],
        operator: [{ operatorSession: [] }],
        user: [{ session: [] }],
        client: [{ session: [] }],
        professional: [{ session: [] }],
      }[caller.role],
    ])
    expect(operation.tags.every((tag) => tags.has(tag))).toBe(true)
    expect(operation.responses).toHaveProperty('4XX')
    const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`).toSorted()).toEqual(
      [...path.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted(),
    )
    ids.add(operation.operationId)
  }
  expect(ids.size).toBe(ENDPOINTS.length)
  expect([...ids].filter((id) => !/^[\w.~-]+$/.test(id))).toEqual([])
})

test('a visitor gets no answer without the security headers, also from an address that does not exist', async () => {
  const { headers } = await visitor(server).get('/api/nothing')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'self'"),
    'permissions-policy': expect.any(String),
  })
})
