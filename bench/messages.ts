import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '#server/db/db.ts'
import { connectPairs, fillWithPeople } from './data/bookings-data.ts'
import { printTable, startLustra, startProcess, withPostgres } from './harness.ts'
import { openInGroups, openPairs, runAtRate } from './message-load.ts'
import { Delays } from './times.ts'

/**
 * How soon a browser receives a live event, with BENCH_CONNECTIONS connections and 200 messages a second. It is
 * measured from the event after a commit, and from sending POST /api/chat/messages with its transaction. In turns with
 * as many bare sockets to an echo server, in the same run.
 */
const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 5000)
const PER_SECOND = 200
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10)
const RATE = { perSecond: PER_SECOND, seconds: 3 }
/** About as long as a live event. */
const ECHO = Buffer.alloc(90, 'x')

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_messages')
  const database = openDatabase(url)
  const half = Math.ceil(CONNECTIONS / 2)
  const people = await fillWithPeople(database.kysely, half, half, 0)
  await connectPairs(database.kysely, people)
  await database.close()
  const server = await startLustra(url, folder)
  const echoServer = await startProcess('./echo-server.ts')
  const { port } = server
  try {
    const before = await memoryOf(port)
    const live = await openPairs(port, people)
    await wait(1000)
    const bytesEach = ((await memoryOf(port)) - before) / CONNECTIONS
    const sockets = await openSockets(echoServer.port)
    const measurements = [
      (delays: Delays) => echo(sockets, delays),
      (delays: Delays) => runAtRate(RATE, () => push(server.process, live, delays)),
      (delays: Delays) => live.exchange(RATE, (ms) => delays.add(ms)),
    ]
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

type Pairs = Awaited<ReturnType<typeof openPairs>>

/** Lets the server send an event, and waits for it. Its id is the time of sending. */
async function push(
  server: ChildProcess,
  { nextPair, nextEventOf }: Pairs,
  delays: Delays,
): Promise<void> {
  const { client, professional } = nextPair()
  const received = nextEventOf(professional.id)
  server.send([client.id, professional.id])
  const { conversation_id: at } = (await received) as { conversation_id: string }
  delays.add(performance.timeOrigin + performance.now() - Number(at))
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
  return runAtRate(RATE, async () => {
    const socket = sockets[next++ % sockets.length]!
    const start = performance.now()
    const echoed = once(socket, 'data')
    socket.write(ECHO)
    await echoed
    delays.add(performance.now() - start)
  })
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
