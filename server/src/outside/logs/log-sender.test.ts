// rule: log-lines
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { logSender } from './log-sender.ts'

type Sent = {
  resourceLogs: {
    scopeLogs: { logRecords: { severityText: string; body: { stringValue: string } }[] }[]
  }[]
}

/** The lines that the collector took, and how it answers. */
let taken: string[] = []
let severities: string[] = []
let status = 200
let token: string | undefined
const collector = createServer((request, response) => void take(request, response))
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = JSON.parse(await text(request)) as Sent
  token = request.headers.authorization
  const records = sent.resourceLogs.flatMap(({ scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) => logRecords),
  )
  if (status === 200) {
    taken.push(...records.map(({ body }) => JSON.parse(body.stringValue).msg))
    severities.push(...records.map(({ severityText }) => severityText))
  }
  response.writeHead(status).end('{}')
}
let url: string
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/logs`
})
afterAll(() => collector.close())
beforeEach(() => {
  taken = []
  severities = []
  status = 200
})

const line = (msg: string, level = 30) =>
  JSON.stringify({ level, time: '2026-12-01T12:00:00Z', msg })

test('each line of the log reaches the collector, with its headers', async () => {
  const { log, close } = createLog(
    readConfig({ LOG_URL: url, LOG_HEADERS: 'Authorization=Bearer%20secret' }),
    'info',
  )
  log.info({ security: 'sign_in' }, 'security event')
  log.warn('late')
  log.debug('not logged')
  await close()
  expect(taken).toEqual(['security event', 'late'])
  expect(severities).toEqual(['INFO', 'WARN'])
  expect(token).toBe('Bearer secret')
})

test('lines wait while the collector is away, in their order, and those over the limit are counted', async () => {
  status = 503
  const sender = logSender({ url, headers: {} }, 5)
  for (let number = 0; number < 20_003; number++) sender.write(line(`line ${number}`))
  status = 200
  await vi.waitFor(() => expect(taken).toHaveLength(20_001), { timeout: 10_000 })
  expect(taken.slice(0, 3)).toEqual(['3 lines were lost', 'line 0', 'line 1'])
  expect(taken.at(-1)).toBe('line 19999')
  await sender.close()
})

test('lines that the collector refuses for ever hold up no others', async () => {
  status = 400
  const sender = logSender({ url, headers: {} }, 5)
  sender.write(line('broken'))
  await vi.waitFor(() => expect(token).toBeUndefined())
  status = 200
  sender.write(line('good'))
  await vi.waitFor(() => expect(taken).toContain('good'), { timeout: 5000 })
  await sender.close()
})

test('a collector that never answers does not keep the server from ending', async () => {
  const sender = logSender({ url: 'http://127.0.0.1:1/', headers: {} }, 5)
  sender.write(line('waits'))
  await sender.close()
  expect(taken).toEqual([])
})

test.each<[Record<string, string>, string]>([
  [
    { LOG_URL: 'http://hidden.example/v1/logs' },
    'LOG_URL has to be an address such as https://logs.example/v1/logs, or one on this machine.',
  ],
  [
    { LOG_URL: 'https://hidden:secret@logs.example/' },
    'LOG_URL has to be an address such as https://logs.example/v1/logs, or one on this machine.',
  ],
  [
    { LOG_URL: 'https://logs.example/', LOG_HEADERS: 'hidden' },
    'LOG_HEADERS has to be names and values such as Authorization=Bearer%20TOKEN, with commas between them.',
  ],
  [{ LOG_HEADERS: 'a=hidden' }, 'LOG_HEADERS needs LOG_URL.'],
])('%j is refused with one line', (env, message) => {
  expect(() => readConfig(env)).toThrow(
    expect.objectContaining({ name: 'StartupProblem', message }),
  )
})
