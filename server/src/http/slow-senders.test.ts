// rule: request-limits
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'
import { cutSlowSenders } from './slow-senders.ts'

const WITHIN_MS = 300
const EACH_MS = 50
const BYTES = 100
const SILENCE_MS = 400
const IDLE_MS = 1000

let server: Server
/** Answers /early before the body has arrived, /late long after it. */
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/early') return response.end()
    const answer = () => response.end()
    return request.resume().once('end', () => {
      if (request.url === '/late') setTimeout(answer, SILENCE_MS * 3)
      else answer()
    })
  })
  server.setTimeout(SILENCE_MS)
  cutSlowSenders(server, {
    bodyMs: WITHIN_MS,
    form: { bytes: BYTES, withinMs: WITHIN_MS },
    idleMs: IDLE_MS,
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.closeAllConnections())

const FORM = 'multipart/form-data; boundary=x'

/** Sends a piece of a body again and again. Returns whether the server cuts the connection. */
async function isCut(path: string, type: string, piece: string): Promise<boolean> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {}).resume()
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1000000\r\n\r\n`,
  )
  const sending = setInterval(() => socket.write(piece), EACH_MS)
  let isCut = true
  const limit = setTimeout(() => {
    isCut = false
    socket.destroy()
  }, WITHIN_MS * 8)
  // `once` of node:events would fail when the connection is reset.
  await new Promise((resolve) => socket.once('close', resolve))
  clearTimeout(limit)
  clearInterval(sending)
  return isCut
}

test('a body that does not arrive in time is cut; a form with files only if it does not progress', async () => {
  const tries: [path: string, type: string, piece: string, isCut: boolean][] = [
    ['/', 'application/json', ' ', true],
    ['/early', 'application/json', ' ', true],
    ['/', FORM, '', true],
    ['/', FORM, 'x', true],
    ['/early', FORM, 'x', true],
    ['/', FORM, 'x'.repeat(BYTES), false],
  ]
  const cut = await Promise.all(tries.map(([path, type, piece]) => isCut(path, type, piece)))
  expect(cut).toEqual(tries.map(([, , , expected]) => expected))
})

test('a connection without a request is cut, whatever else it sends, and one that waits for its answer is not', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  const requests: [path: string, type: string][] = [
    ['/', FORM],
    ['/late', 'application/json'],
  ]
  for (const [path, type] of requests) {
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 1\r\n\r\n{`,
    )
    await once(socket, 'data')
  }
  const sending = setInterval(() => socket.write('\r\n'), EACH_MS)
  const answered = performance.now()
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(sending)
  expect(performance.now() - answered).toBeGreaterThan(IDLE_MS * 0.9)
})

test('the server gives heads 20 seconds, a form five minutes, and silence 30 seconds', async () => {
  const { app, close } = await testServer()
  const { requestTimeout, headersTimeout, timeout, keepAliveTimeout } = app.server
  expect([requestTimeout, headersTimeout, timeout, keepAliveTimeout]).toEqual([
    300_000, 20_000, 30_000, 10_000,
  ])
  await close()
})
