// rule: messages, live-refresh
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LiveEvent, Message } from '#contract/talk/messaging.ts'
import { LIVE_PATH } from '#contract/browser-names.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { signedIn } from '#server/test/call.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

const PAIRS = 6
const MESSAGES_EACH = 20
const SERVING = new URL('../../test/processes/server-process.ts', import.meta.url)

let server: TestServer
let processes: { child: ChildProcess; origin: string }[]

beforeAll(async () => {
  server = await testServer()
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    DATA_DIR: server.context.config.dataDir,
    RATE_LIMIT_SCALE: '1000',
  }
  processes = await Promise.all(
    [0, 1].map(async () => {
      const child = fork(SERVING, { env, execArgv: [] })
      const [origin] = (await once(child, 'message')) as [string]
      return { child, origin }
    }),
  )
})
afterAll(async () => {
  for (const { child } of processes) if (child.connected) child.disconnect()
  await server.close()
})

type Person = { id: string; cookie: string }

async function withCookie({ id }: { id: string }): Promise<Person> {
  return { id, cookie: `lustra_session=${await signedIn(server, { id })}` }
}

/** Requests from one process after another until one answers, as a browser behind a proxy does. */
async function fetchFromAny(path: string, init: RequestInit, first = 0): Promise<Response> {
  for (let index = first; ; index++) {
    try {
      return await fetch(processes[index % processes.length]!.origin + path, init)
    } catch (error) {
      if (index === first + 10) throw error
    }
  }
}

/**
 * A browser connected to one process, or to the other if that one is gone, that reads the thread again at each event.
 */
class Reader {
  readonly received = new Set<string>()
  readonly #reader: Person
  readonly #other: Person
  readonly #complete = Promise.withResolvers<void>()
  #reading: Promise<void> = Promise.resolve()
  #done = false

  constructor(reader: Person, other: Person, first: number) {
    this.#reader = reader
    this.#other = other
    this.#connect(first)
  }

  get hasAll(): Promise<void> {
    return this.#complete.promise
  }

  #connect(index: number): void {
    const url = processes[index % processes.length]!.origin.replace('http', 'ws') + LIVE_PATH
    const options = { headers: { cookie: this.#reader.cookie } } as unknown as string[]
    const socket = new WebSocket(url, options)
    socket.addEventListener('error', () => {})
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { type } = JSON.parse(data) as LiveEvent
      if (type === 'hello' || type === 'conversation')
        this.#reading = this.#reading.then(() => this.#readThread())
      if (this.#done) socket.close()
    })
    socket.addEventListener('close', () => {
      if (!this.#done) this.#connect(index + 1)
    })
  }

  async #readThread(): Promise<void> {
    if (this.#done) return
    const path = `/api/chat/messages/${this.#reader.id}/${this.#other.id}`
    const answer = await fetchFromAny(path, { headers: { cookie: this.#reader.cookie } })
    const { messages } = (await answer.json()) as { messages: Message[] }
    for (const { message } of messages) this.received.add(message)
    if (this.received.size < MESSAGES_EACH) return
    this.#done = true
    this.#complete.resolve()
  }
}

test('when a process is killed under load, no message is lost or doubled: senders retry with their key, readers reconnect and read again', async () => {
  const pairs = await Promise.all(
    Array.from({ length: PAIRS }, async () => [
      await withCookie(await buildClient(server)),
      await withCookie(await buildProfessional(server)),
    ]),
  )
  const readers = pairs.map(([client, grace], index) => new Reader(grace!, client!, index))
  let answered = 0
  const texts = Array.from({ length: MESSAGES_EACH }, (_, number) => `Number ${number}`)
  await Promise.all(
    pairs.map(async ([client, grace]) => {
      for (const message of texts) {
        const headers = {
          cookie: client!.cookie,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        }
        const body = JSON.stringify({ sender_id: client!.id, receiver_id: grace!.id, message })
        const { status } = await fetchFromAny('/api/chat/messages', {
          method: 'POST',
          headers,
          body,
        })
        expect(status).toBe(200)
        if (++answered === (PAIRS * MESSAGES_EACH) / 3) processes[0]!.child.kill('SIGKILL')
      }
    }),
  )
  await Promise.all(readers.map((reader) => reader.hasAll))
  for (const { received } of readers) expect([...received]).toEqual(texts)
  const { count } = await server.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(PAIRS * MESSAGES_EACH)
  expect(processes[0]!.child.killed).toBe(true)
}, 60_000)
