// rule: admission
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { buildClient } from '#server/test/builders/build.ts'
import { signedIn } from '#server/test/call.ts'
import { PATIENCE_MS } from '#server/test/database.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import type { App } from '../app.ts'

const PEOPLE = 200
const READ = '/api/public/professional/nobody-has-this-address'

let server: TestServer
let app: App
/** A server where nobody is refused for having waited, and one in a process of its own with its usual times. */
let origin: string
let hastyOrigin: string
let hasty: ChildProcess
let people: { path: string; headers: Record<string, string> }[]
beforeAll(async () => {
  server = await testServer()
  app = await buildApp(server.context, { eventLoopDelayMsMax: Infinity, waitMsMax: PATIENCE_MS })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: server.context.config.dataDir,
    RATE_LIMIT_SCALE: '1000000',
    EVENT_LOOP_DELAY_MS_MAX: '0',
  }
  hasty = fork(join(import.meta.dirname, '../../test/processes/server-process.ts'), {
    env,
    execArgv: [],
  })
  ;[hastyOrigin] = (await once(hasty, 'message')) as [string]
  people = []
  for (let number = 1; number <= PEOPLE; number++) {
    const client = await buildClient(server)
    const cookie = `lustra_session=${await signedIn(server, client)}`
    const network = `10.${number}.0.1`
    people.push({
      path: `/api/bookings/client/${client.id}`,
      headers: { cookie, 'x-forwarded-for': network },
    })
  }
}, 240_000)
afterAll(async () => {
  hasty.disconnect()
  await app.close()
  await server.close()
})

const press = (at: string, { path, headers }: (typeof people)[number]) =>
  fetch(at + path, { headers })

test.each([50, PEOPLE])(
  '%i different people of different networks who press at once are all served, known or not',
  async (count) => {
    const round = async () => {
      const answers = await Promise.all(people.slice(0, count).map((one) => press(origin, one)))
      return answers.map(({ status }) => status)
    }
    const allServed = Array.from({ length: count }, () => 200)
    // As strangers, and as accounts that the process knows.
    expect(await round()).toEqual(allServed)
    expect(await round()).toEqual(allServed)
  },
  120_000,
)

test('200 people at a server with its usual times see no error but 503 with Retry-After, and each is served who comes again', async () => {
  let left = people
  const round = async () => {
    const answers = await Promise.all(left.map((one) => press(hastyOrigin, one)))
    const kinds = answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`)
    expect(kinds.filter((kind) => !/^(200 null|503 [1-4])$/.test(kind))).toEqual([])
    left = left.filter((_, index) => answers[index]!.status !== 200)
    return left.length
  }
  await expect.poll(round, { interval: 1000, timeout: 60_000 }).toBe(0)
}, 120_000)

test('a free account that presses with eighty connections without end keeps no visitor waiting for its own end', async () => {
  const greedy = people[0]!
  const greed = new AbortController()
  const loops = Array.from({ length: 80 }, async () => {
    while (!greed.signal.aborted) expect((await press(origin, greedy)).status).toBe(200)
  })
  for (let visitor = 1; visitor <= 20; visitor++) {
    const headers = { 'x-forwarded-for': `192.0.2.${visitor}` }
    expect((await fetch(origin + READ, { headers })).status).toBe(404)
  }
  greed.abort()
  await Promise.all(loops)
}, 120_000)
