// rule: log-lines
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { enqueue } from '#server/queue/queue.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { as, visitor } from '#server/test/call.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { testServer } from '#server/test/server.ts'
import { sendTraces } from './send-traces.ts'
import type { OnLost } from './tracing.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status?: { code: number }
}

let taken: { body: string; token: string | undefined }[] = []
const collector = createServer((request, response) => void take(request, response))
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  taken.push({ body: await text(request), token: request.headers.authorization })
  response.writeHead(200).end('{}')
}
let endpoint: string
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(() => collector.close())
// OpenTelemetry's packages read the environment themselves.
afterEach(() => vi.unstubAllEnvs())

const spansOf = () =>
  taken.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[])
const factsOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test('requests, statements, jobs and calls outside are spans, and none has a value', async () => {
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=test')
  const server = await testServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20secret',
  })
  const client = await buildClient(server, { first_name: 'Wilhelmina' })
  const calls = await as(server, client)
  await calls.put(`/api/users/${client.id}/settings`, {
    first_name: 'Featherstone',
    last_name: 'New',
    phone: '737-555-0142',
    language: 'en',
    version: (await calls.get(`/api/users/${client.id}/settings`)).body.version,
  })
  await visitor(server).get('/api/calendar/a-secret-token.ics')
  await visitor(server).get('/healthz')
  for (const forwarded of [{}, { 'x-forwarded-for': '203.0.113.7' }])
    await server.app.inject({
      url: '/api/cities',
      headers: { ...forwarded, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
    })
  await enqueue(server.db, 'send-reset-mail', { user_id: client.id })
  await runDueJobs(server.context)
  const traced = server.context.tracing!
  const ids = await traced.span('here', {}, async () => traced.ids())
  await expect(
    traced.span('there', {}, () => server.context.pool.query(`select 'a value'::uuid`)),
  ).rejects.toThrow('invalid input')
  await server.close()

  const spans = spansOf()
  const named = (name: string) => spans.find((span) => span.name === name)!
  const below = (parent: Span) => spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId)
  const request = named('PUT /api/users/:id/settings')
  expect(factsOf(request)).toMatchObject({
    'http.route': '/api/users/:id/settings',
    'http.response.status_code': 200,
    'lustra.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  const texts = below(request).map((span) => factsOf(span)['db.query.text'])
  expect(texts).toContainEqual(expect.stringMatching(/^update "?users/i))
  expect(named('GET /api/calendar/:token.ics').kind).toBe(2)
  const cities = spans.filter(({ name }) => name === 'GET /api/cities')
  expect(cities.map((span) => span.parentSpanId)).toEqual([undefined, 'b'.repeat(16)])
  expect(cities.map((span) => span.traceId === 'a'.repeat(32))).toEqual([false, true])
  const job = named('job send-reset-mail')
  expect([job.parentSpanId, job.kind]).toEqual([undefined, 5])
  expect(below(job).map(({ name }) => name)).toContain('mail send')
  expect(ids).toEqual({ trace_id: named('here').traceId, span_id: named('here').spanId })
  const failed = below(named('there'))[0]!
  expect([failed.status?.code, factsOf(failed)['error.type']]).toEqual([2, '22P02'])
  const all = JSON.stringify(taken.map(({ body }) => body))
  expect(all).not.toMatch(
    new RegExp(`Wilhelmina|Featherstone|555-0142|a-secret|healthz|${client.id}`),
  )
  expect(all).toContain('deployment.environment')
  expect(taken[0]!.token).toBe('Bearer secret')
})

test('a collector that is away costs no request anything, does not keep the server from ending, and is told once', async () => {
  taken = []
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200')
  const config = { url: 'http://127.0.0.1:1/', headers: {} }
  const onLost = vi.fn<OnLost>()
  const away = sendTraces(config, onLost)
  for (let number = 0; number < 5000; number++)
    away.begin('x', {}).end({ facts: {}, failed: false })
  await away.close()
  expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.any(Error))
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'always_off')
  const none = sendTraces({ ...config, url: endpoint }, onLost)
  none.begin('x', {}).end({ facts: {}, failed: false })
  await none.close()
  expect(taken).toEqual([])
})

test.each<[Record<string, string>, object | undefined]>([
  [{}, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://t.example', OTEL_SDK_DISABLED: 'true' }, undefined],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://t.example/' },
    { url: 'https://t.example/v1/traces', headers: {} },
  ],
  [
    {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.example/x',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    },
    { url: 'https://t.example/x', headers: {} },
  ],
])('%j is read', (env, tracing) => {
  const read = readConfig(env).tracing
  expect(read).toEqual(tracing)
})

const TO = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://t.example' }
test.each<[Record<string, string>, RegExp]>([
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://hidden.example' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT has to be an address/,
  ],
  [
    { ...TO, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    /^OTEL_EXPORTER_OTLP_PROTOCOL has to be http\/json/,
  ],
  [
    { ...TO, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc' },
    /^OTEL_EXPORTER_OTLP_TRACES_PROTOCOL has to be http\/json/,
  ],
  [{ ...TO, OTEL_EXPORTER_OTLP_HEADERS: 'hidden' }, /^OTEL_EXPORTER_OTLP_HEADERS has to be names/],
  [
    { ...TO, OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'hidden' },
    /^OTEL_EXPORTER_OTLP_TRACES_HEADERS has to be names/,
  ],
  [
    { ...TO, OTEL_EXPORTER_OTLP_TIMEOUT: 'hidden' },
    /^OTEL_EXPORTER_OTLP_TIMEOUT has to be a number/,
  ],
  [{ ...TO, OTEL_TRACES_SAMPLER: 'hidden' }, /^OTEL_TRACES_SAMPLER has to be/],
  [{ ...TO, OTEL_RESOURCE_ATTRIBUTES: 'hidden' }, /^OTEL_RESOURCE_ATTRIBUTES has to be/],
])('%j is refused with one line', (env, line) => {
  expect(() => readConfig(env)).toThrow(line)
})
