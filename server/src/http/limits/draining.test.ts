// rule: graceful-shutdown, probes-and-metrics
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIVE_PATH } from '#contract/browser-names.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const TABS = 8
/** The half of DRAIN_S=2, in milliseconds, in which only /readyz says that the server drains. */
const HALF_MS = 1000
const BUSY_MS = 5

let server: TestServer
let origin: string
let cookie: string
beforeAll(async () => {
  server = await testServer({ DRAIN_S: '2' })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  cookie = `lustra_session=${await signedIn(server, await buildClient(server))}`
})
afterAll(() => server.close())

function openTab() {
  const options = { headers: { cookie } } as unknown as string[]
  const socket = new WebSocket(origin.replace('http', 'ws') + LIVE_PATH, options)
  const closed = once(socket, 'close').then(([event]) => ({
    code: (event as CloseEvent).code,
    at: performance.now(),
  }))
  return { hello: once(socket, 'message'), closed }
}

test('a server that drains says so, still answers, and closes live connections one after another', async () => {
  const tabs = Array.from({ length: TABS }, openTab)
  await Promise.all(tabs.map(({ hello }) => hello))
  const begun = performance.now()
  const drained = server.app.drain()
  const ready = await fetch(`${origin}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }])
  const answer = await fetch(`${origin}/api/auth/me`, { headers: { cookie } })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])

  const closed = await Promise.all(tabs.map((tab) => tab.closed))
  expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1012]))
  const times = closed.map(({ at }) => at - begun).toSorted((one, other) => one - other)
  expect(times[0]).toBeGreaterThan(HALF_MS - BUSY_MS)
  expect(times.at(-1)! - times[0]!).toBeGreaterThan(HALF_MS / 2)
  await drained
  // The server listens until then, however soon the last of them was closed.
  expect(performance.now() - begun).toBeGreaterThan(2 * HALF_MS - BUSY_MS)
  expect((await openTab().closed).code).toBe(1012)
  expect((await fetch(`${origin}/api/auth/me`, { headers: { cookie } })).status).toBe(200)
})
