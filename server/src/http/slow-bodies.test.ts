// rule: request-limits
import { once } from 'node:events'
import { connect } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'
import { abortSlowBodies } from './slow-bodies.ts'

const WITHIN_MS = 200

/** The milliseconds until the server closes a connection whose body never ends; undefined if it stays open. */
async function msUntilClosed(type: string): Promise<number | undefined> {
  const app = fastify({ connectionTimeout: 1000 })
  abortSlowBodies(app, WITHIN_MS)
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume().once('end', () => done(null))
  })
  app.post('/', () => ({}))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  const begun = performance.now()
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 9\r\n\r\n{`)
  const limit = AbortSignal.timeout(WITHIN_MS * 4)
  const ended = await once(socket, 'close', { signal: limit }).catch(() => undefined)
  socket.destroy()
  await app.close()
  return ended && performance.now() - begun
}

test('a request with a slow body is closed after the time-out, a form with photos is not', async () => {
  expect(await msUntilClosed('application/json')).toBeGreaterThanOrEqual(WITHIN_MS - 10)
  expect(await msUntilClosed('multipart/form-data; boundary=x')).toBeUndefined()
})

test('the server gives a form five minutes to arrive', async () => {
  const server = await testServer()
  expect(server.app.server.requestTimeout).toBe(300_000)
  await server.close()
})
