import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { LiveEvent } from '#contract/messaging.ts'
import { LIVE_PATH } from '#contract/product.ts'
import { openDatabase } from '#server/db/db.ts'
import { fillWithPeople } from './bookings-data.ts'
import type { Person } from './bookings-data.ts'
import { openConnection } from './connection.ts'
import { connectPairs } from './message-data.ts'
import { printTable, startLustra, startProcess, withPostgres } from './harness.ts'
import { openLive } from './live-connection.ts'
import { Delays } from './times.ts'

/**
 * How soon a browser receives a live event, with BENCH_CONNECTIONS connections and 200 messages a second. It is
 * measured from the event after a commit, and from sending POST /api/chat/messages with its transaction. In turns with
 * as many bare sockets to an echo server, in the same run. DATABASE_URL names another PostgreSQL.
 */
const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 5000)
const PER_SECOND = 200
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10)
const ROUND_SECONDS = 3
const SENDERS = 64
/** About as long as a live event. */
const ECHO = Buffer.alloc(90, 'x')
const PARALLEL_OPENINGS = 50

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_messages')
  const database = openDatabase(url)
  const half = Math.ceil(CONNECTIONS / 2)
  const people = await fillWithPeople(database.kysely, half, half, 0)
  await connectPairs(database.kysely, people)
  await database.close()
  const server = await startLustra(url, folder, './live-server.ts')
  const echoServer = await startProcess('./echo-server.ts')
  const { port } = server
  try {
    const before = await memoryOf(port)
    const live = await openLiveConnections(server.process, port, people)
    await wait(1000)
    const bytesEach = ((await memoryOf(port)) - before) / CONNECTIONS
    const sockets = await openSockets(echoServer.port)
    const measurements = [(delays: Delays) => echo(sockets, delays), live.push, live.exchange]
    const delays = measurements.map(() => new Delays())
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, measure] of measurements.entries()) {
        await measure(round === 0 ? new Delays() : delays[index]!)
      }
    }
    print(delays, bytesEach)
  } finally {
    await Promise.all([server.stop(), echoServer.stop()])
  }
})

/** The resident memory of the server in bytes, from its metrics. */
async function memoryOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
}

type Sender = Awaited<ReturnType<typeof openConnection>>

/** Opens a live connection for every user. Returns two ways to reach the professionals. */
async function openLiveConnections(
  server: ChildProcess,
  port: number,
  { clients, professionals }: { clients: Person[]; professionals: Person[] },
) {
  const waiting = new Map<string, (event: LiveEvent) => void>()
  const deliver = (id: string) => (text: string) => {
    const event = JSON.parse(text) as LiveEvent
    if (event.type !== 'conversation') return
    waiting.get(id)?.(event)
    waiting.delete(id)
  }
  await openInGroups([...clients, ...professionals], ({ id, cookie }) =>
    openLive(port, LIVE_PATH, cookie, deliver(id)),
  )
  const nextEventOf = (id: string) => new Promise<LiveEvent>((resolve) => waiting.set(id, resolve))
  let next = 0
  /** The next pair that is not waiting for an event. */
  const nextPair = () => {
    do next = (next + 1) % clients.length
    while (waiting.has(professionals[next]!.id))
    return next
  }

  const push = async (delays: Delays) => {
    const pair = nextPair()
    const to = professionals[pair]!.id
    const received = nextEventOf(to)
    server.send([clients[pair]!.id, to])
    const { conversation_id: at } = (await received) as { conversation_id: string }
    delays.add(performance.timeOrigin + performance.now() - Number(at))
  }
  const exchange = async (senders: Sender[], delays: Delays) => {
    const start = performance.now()
    while (senders.length === 0) await wait(1)
    const sender = senders.shift()!
    const pair = nextPair()
    const [from, to] = [clients[pair]!, professionals[pair]!]
    const received = nextEventOf(to.id)
    const headers = [`cookie: ${from.cookie}`, `idempotency-key: ${crypto.randomUUID()}`]
    const body = { sender_id: from.id, receiver_id: to.id, message: `Number ${pair}` }
    const answered = sender.write('POST', '/api/chat/messages', headers, body)
    await received
    delays.add(performance.now() - start)
    const { status, body: text } = await answered
    if (status !== 200) throw new Error(`${status} ${text}`)
    senders.push(sender)
  }
  return {
    push: (delays: Delays) => runAtRate(() => push(delays)),
    // The server closes idle connections, so each round opens new ones.
    async exchange(delays: Delays) {
      const senders = await Promise.all(Array.from({ length: SENDERS }, () => openConnection(port)))
      await runAtRate(() => exchange(senders, delays))
      for (const sender of senders) sender.close()
    },
  }
}

async function openSockets(port: number): Promise<Socket[]> {
  return openInGroups(Array.from({ length: CONNECTIONS }), async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return socket
  })
}

/** Sends over one socket after another and waits for the echo. */
function echo(sockets: Socket[], delays: Delays): Promise<void> {
  let next = 0
  return runAtRate(async () => {
    const socket = sockets[next++ % sockets.length]!
    const start = performance.now()
    const echoed = once(socket, 'data')
    socket.write(ECHO)
    await echoed
    delays.add(performance.now() - start)
  })
}

/** Starts the work at the wanted rate, whether or not the previous one has ended. */
async function runAtRate(sendOne: () => Promise<void>): Promise<void> {
  const start = performance.now()
  const running: Promise<void>[] = []
  const count = PER_SECOND * ROUND_SECONDS
  for (let index = 0; index < count; index++) {
    await wait(Math.max(0, start + (index * 1000) / PER_SECOND - performance.now()))
    running.push(sendOne())
  }
  await Promise.all(running)
}

async function openInGroups<Item, Result>(
  items: Item[],
  open: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += PARALLEL_OPENINGS) {
    results.push(...(await Promise.all(items.slice(from, from + PARALLEL_OPENINGS).map(open))))
  }
  return results
}

function print(delays: Delays[], bytesEach: number): void {
  console.log(`${CONNECTIONS} connections, ${PER_SECOND} messages a second\n`)
  const variants = [
    'bare socket to its echo',
    'event to received',
    'message sent to event received',
  ]
  const rows = variants.map((variant, index) => [
    variant,
    ...[0.5, 0.95, 0.99].map((share) => delays[index]!.at(share).toFixed(1)),
  ])
  printTable('from | p50 ms | p95 ms | p99 ms', rows)
  console.log(`\n${(bytesEach / 1024).toFixed(1)} kB of the server's memory a connection`)
}
