// rule: repeated-reads
import { once } from 'node:events'
import { createServer, ServerResponse } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KnownHead } from './known-head.ts'

const BODY = '{"a":"ä"}'
const FIELDS = Object.entries({
  'content-security-policy': "default-src 'self'; img-src 'self' data:",
  vary: 'accept',
  etag: 'W/"x"',
  'content-type': 'application/json; charset=utf-8',
}).flat()
const IDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const HEADS = {
  '/': [200, [...FIELDS, 'content-length', String(Buffer.byteLength(BODY))]],
  '/unchanged': [304, FIELDS],
} as const

function headOf(path: keyof typeof HEADS): KnownHead {
  const [status, fields] = HEADS[path]
  return new KnownHead(status, fields)
}

/** How many requests of these were answered. It decides about their ids. */
let answers = 0
/** How often Node was asked to check and join a head. */
let joined = 0
class CountedResponse extends ServerResponse {
  override writeHead(...args: unknown[]): this {
    joined += 1
    return super.writeHead(...(args as [number]))
  }
}

let known: Record<string, KnownHead>
let server: Server
beforeAll(async () => {
  server = createServer({ ServerResponse: CountedResponse }, (request, response) => {
    const [path, how] = request.url!.split('?') as [keyof typeof HEADS, string | undefined]
    const id = IDS[answers++ % IDS.length]!
    const [status, fields] = HEADS[path]
    if (how) known[path]!.write(request, response, id)
    else response.writeHead(status, ['x-request-id', id, ...fields])
    if (status === 304) response.end()
    else response.end(Buffer.from(BODY).toString('latin1'), 'latin1')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** All bytes of the answers to these requests, which are sent together. Only the date is another one. */
async function answersTo(requests: string[]): Promise<string> {
  answers = 0
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(requests.join(''))
  const bytes = await text(socket.setEncoding('latin1'))
  return bytes.replaceAll(/(?<=Date: )\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'now')
}

const ask = (path: string, headers = '', version = '1.1') =>
  `GET ${path} HTTP/${version}\r\nHost: a\r\n${headers}\r\n`
const CLOSE = 'Connection: close\r\n'

const CASES: [string, (path: string) => string[]][] = [
  ['on a connection that stays open', (path) => [ask(path), ask(path), ask(path, CLOSE)]],
  [
    'of a browser, which asks to keep it',
    (path) => [ask(path, 'Connection: keep-alive\r\n'), ask(path), ask(path, CLOSE)],
  ],
  [
    'that ends with a header of proxies',
    (path) => [ask(path), ask(path, 'Proxy-Connection: close\r\n')],
  ],
  ['of HTTP 1.0', (path) => [ask(path, '', '1.0')]],
  [
    'of HTTP 1.0 with an open connection',
    (path) => [ask(path, 'Connection: keep-alive\r\n', '1.0'), ask(path, '', '1.0')],
  ],
  [
    'of who wants to be told to continue',
    (path) => [ask(path, 'Expect: 100-continue\r\n'), ask(path, CLOSE)],
  ],
]
test.each(Object.keys(HEADS).flatMap((path) => CASES.map((one) => [path, ...one] as const)))(
  '%s: the bytes of requests %s are those of writeHead',
  async (path, _how, requests) => {
    known = { [path]: headOf(path as keyof typeof HEADS) }
    const expected = await answersTo(requests(path))
    expect(expected).toMatch(/HTTP\/1.1 (?:200|304) [^]+\r\nDate: now\r\n/)
    // The first time to learn the head, and then as it was learnt.
    await answersTo([ask(`${path}?known`, CLOSE)])
    for (let time = 0; time < 2; time++)
      expect(await answersTo(requests(`${path}?known`))).toBe(expected)
  },
)

test('a head is checked and joined once, and then only for who closes the connection', async () => {
  known = { '/': headOf('/') }
  joined = 0
  const one = ask('/?known')
  await answersTo([one, one, one, one, ask('/?known', CLOSE)])
  // If this fails, Node keeps the text of a head in another way: known-head.ts gains nothing any more.
  expect(joined).toBe(2)
})

test('the date is that of the answer', async () => {
  known = { '/': headOf('/') }
  const { port } = server.address() as AddressInfo
  for (let time = 0; time < 2; time++) {
    const before = Math.floor(Date.now() / 1000)
    const { headers } = await fetch(`http://127.0.0.1:${port}/?known`)
    const date = Date.parse(headers.get('date')!) / 1000
    expect(date).toBeGreaterThanOrEqual(before)
    expect(date).toBeLessThanOrEqual(Date.now() / 1000)
  }
})
