// rule: admission
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const CONNECTIONS = 64
/** Places of a process with ten connections to the database. */
const SERVED_AT_ONCE = 20

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function opened(port = 0) {
  const server = await testServer()
  servers.push(server)
  const origin = await server.app.open({ host: '127.0.0.1', port })
  return { app: server.app, port: Number(new URL(origin).port) }
}

test.runIf(process.platform === 'linux')(
  'of many new connections several are accepted in one turn of the event loop',
  async () => {
    const { app, port } = await opened()
    const perTurn = [0]
    app.server.on('connection', () => (perTurn[perTurn.length - 1]! += 1))
    const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'))
    const sum = () => perTurn.reduce((total, accepted) => total + accepted)
    while (sum() < CONNECTIONS) {
      perTurn.push(0)
      await turn()
    }
    expect(Math.max(...perTurn)).toBeGreaterThan(1)
    for (const socket of sockets) socket.destroy()
  },
)

test('a port on which another server listens is refused', async () => {
  const { port } = await opened()
  await expect(opened(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('a stop waits for the requests of all connections', async () => {
  const server = await testServer()
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  let arrived = 0
  server.app.get('/slow', async (_request, reply) => {
    if (++arrived === SERVED_AT_ONCE) started.resolve()
    await finish.promise
    reply.header('connection', 'close')
    return 'done'
  })
  const origin = await server.app.open({ host: '127.0.0.1', port: 0 })
  const answers = Array.from({ length: SERVED_AT_ONCE }, async () =>
    (await fetch(`${origin}/slow`)).text(),
  )
  await started.promise
  let isClosed = false
  const closed = server.close().then(() => (isClosed = true))
  await expect.poll(() => server.app.server.listening).toBe(false)
  expect(isClosed).toBe(false)
  finish.resolve()
  expect(await Promise.all(answers)).toEqual(answers.map(() => 'done'))
  await closed
  await expect(fetch(`${origin}/slow`)).rejects.toThrow('fetch failed')
})
