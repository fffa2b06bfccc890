// rule: graceful-shutdown
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Balancer } from '#server/test/processes/balancer.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const SERVER = new URL('../test/processes/embedded-server-process.ts', import.meta.url).pathname
/** The load: at most 200 requests a second, of which 20 write. */
const TICK_MS = 50
const PER_TICK = 10
const TEST_MS_MAX = 120_000

type Running = { child: ChildProcess; origin: string }

let server: TestServer
const balancer = new Balancer()
let running: Running[] = []
beforeAll(async () => {
  server = await testServer()
  running = await Promise.all([start(), start()])
}, TEST_MS_MAX)
afterAll(async () => {
  balancer.close()
  for (const { child } of running) child.kill('SIGKILL')
  await server.close()
})

async function start(): Promise<Running> {
  const settings = {
    DATABASE_URL: server.url,
    DATA_DIR: server.context.config.dataDir,
    PORT: '0',
    DEMO: 'off',
    DRAIN_S: '3',
    RATE_LIMIT_SCALE: '1000',
    EVENT_LOOP_DELAY_MS_MAX: '0',
  }
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /^Lustra is ready at (\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
  })
  balancer.add(origin)
  return { child, origin }
}

/** Starts a new process, then stops an old one. */
async function replace(old: Running): Promise<void> {
  running.push(await start())
  old.child.kill('SIGTERM')
  const [code] = (await once(old.child, 'exit')) as [number]
  expect(code).toBe(0)
  balancer.remove(old.origin)
}

test(
  'no request fails while every process is replaced and a migration adds columns',
  async () => {
    const origin = await balancer.listen()
    const [client, grace] = [await buildClient(server), await buildProfessional(server)]
    const cookie = `lustra_session=${await signedIn(server, client)}`
    const writing = { cookie, 'content-type': 'application/json' }
    const failed: unknown[] = []
    const acknowledged: string[] = []
    let sent = 0
    const call = async (message?: string) => {
      const body = { sender_id: client.id, receiver_id: grace.id, message }
      const answer = message
        ? await fetch(`${origin}/api/chat/messages`, {
            method: 'POST',
            headers: writing,
            body: JSON.stringify(body),
          })
        : await fetch(`${origin}/api/auth/me`, { headers: { cookie } })
      const text = await answer.text()
      if (answer.status !== 200) failed.push([answer.status, text])
      else if (message) acknowledged.push(message)
    }
    const open = new Set<Promise<void>>()
    const over = new AbortController()
    const load = (async () => {
      for (; !over.signal.aborted; await wait(TICK_MS)) {
        for (let index = 0; index < PER_TICK; index++) {
          const one = call(index === 0 ? `Number ${sent}` : undefined)
            .catch((error: unknown) => void failed.push(error))
            .finally(() => open.delete(one))
          open.add(one)
          sent += 1
        }
      }
    })()
    const [first, second] = running as [Running, Running]
    await replace(first)
    await sql`alter table users add column newer text not null default ''`.execute(server.db)
    await sql`alter table messages add column newer text`.execute(server.db)
    await replace(second)
    over.abort()
    await load
    await Promise.all(open)
    expect(failed).toEqual([])
    expect(sent).toBeGreaterThan(200)
    const stored = await server.db.selectFrom('messages').select('text').execute()
    expect(stored.map(({ text }) => text).toSorted()).toEqual(acknowledged.toSorted())
  },
  TEST_MS_MAX,
)
