import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { LiveEvent } from '#contract/messaging.ts'
import { LIVE_PATH } from '#contract/product.ts'
import { openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/migrate.ts'
import { fillWithPeople } from './bookings-data.ts'
import type { Person } from './bookings-data.ts'
import { openConnection } from './connection.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { openLive } from './live-connection.ts'
import { Delays } from './times.ts'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'

/**
 * How soon a browser hears, with BENCH_CONNECTIONS live connections at 200 messages a second: from the push that follows a
 * commit; and from the sending, with POST /api/chat/messages and its transaction in between. In turns with as many bare sockets
 * that get back what they send, in the same run. DATABASE_URL takes a PostgreSQL of yours.
 */
const CONNECTIONS = Number(process.env['BENCH_CONNECTIONS'] ?? 5000)
const PER_SECOND = 200
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10)
const ROUND_SECONDS = 3
const SENDERS = 64
/** What a push is about as long as. */
const ECHO = Buffer.alloc(90, 'x')
const OPENED_AT_ONCE = 50

const postgres = await startTemporaryPostgres(process.env['DATABASE_URL'])
const { folder } = postgres
const name = 'lustra_bench_messages'
try {
  const url = await createDatabase(postgres.url, name)
  await migrate(url)
  await compare(url)
} finally {
  await dropDatabase(postgres.url, name)
  await postgres.stop()
}

async function compare(url: string): Promise<void> {
  const database = openDatabase(url)
  const half = Math.ceil(CONNECTIONS / 2)
  const people = await fillWithPeople(database.kysely, half, half, 0)
  await befriend(database.kysely, people)
  await database.close()
  const [server, port] = await started('./live-server.ts', {
    DATABASE_URL: url,
    DATA_DIR: folder,
    RATE_LIMIT_SCALE: '1000000',
  })
  const [echoServer, echoPort] = await started('./echo-server.ts', {})
  try {
    const before = await memoryOf(port)
    const live = await openedLive(server, port, people)
    await wait(1000)
    const bytesEach = ((await memoryOf(port)) - before) / CONNECTIONS
    const sockets = await opened(echoPort)
    const ways = [(into: Delays) => echo(sockets, into), live.push, live.exchange]
    const delays = ways.map(() => new Delays())
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, way] of ways.entries()) {
        await way(round === 0 ? new Delays() : delays[index]!)
      }
    }
    print(delays, bytesEach)
  } finally {
    server.disconnect()
    echoServer.disconnect()
    await Promise.all([once(server, 'exit'), once(echoServer, 'exit')])
  }
}

/** Gives every client a conversation with one professional, who has answered. */
async function befriend(
  db: ReturnType<typeof openDatabase>['kysely'],
  { clients, professionals }: { clients: Person[]; professionals: Person[] },
): Promise<void> {
  const ids = (some: Person[]) => some.map(({ id }) => id)
  await sql`
    insert into leads (professional_id, client_id, source, opened_at, openings, client_acted_at, answered_at)
    select professional, client, 'message', now(), 1, now(), now()
    from unnest(${ids(professionals)}::uuid[], ${ids(clients)}::uuid[]) as pair (professional, client)`.execute(
    db,
  )
  await sql`
    insert into messages (conversation_id, sender_id, receiver_id, kind, text, created_at)
    select conversation_id, professional_id, client_id, 'text', 'Hello', now() from leads`.execute(
    db,
  )
}

async function started(file: string, env: Record<string, string>) {
  const child = fork(new URL(file, import.meta.url), { env: { ...process.env, ...env } })
  const [port] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [number]
  return [child, port] as const
}

/** The server's resident bytes, as it tells them itself. */
async function memoryOf(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
}

type Sender = Awaited<ReturnType<typeof openConnection>>

/** Every person's live connection, and two ways to let the professionals hear. */
async function openedLive(
  server: ChildProcess,
  port: number,
  { clients, professionals }: { clients: Person[]; professionals: Person[] },
) {
  const waiting = new Map<string, (push: LiveEvent) => void>()
  const hear = (id: string) => (text: string) => {
    const push = JSON.parse(text) as LiveEvent
    if (push.type !== 'conversation') return
    waiting.get(id)?.(push)
    waiting.delete(id)
  }
  await inGroups([...clients, ...professionals], ({ id, cookie }) =>
    openLive(port, LIVE_PATH, cookie, hear(id)),
  )
  const heardBy = (id: string) => new Promise<LiveEvent>((resolve) => waiting.set(id, resolve))
  let next = 0
  /** One pair after another; a pair that waits still is left out. */
  const nextPair = () => {
    do next = (next + 1) % clients.length
    while (waiting.has(professionals[next]!.id))
    return next
  }

  const push = async (into: Delays) => {
    const pair = nextPair()
    const to = professionals[pair]!.id
    const heard = heardBy(to)
    server.send([clients[pair]!.id, to])
    const { conversation_id: at } = (await heard) as { conversation_id: string }
    into.add(performance.timeOrigin + performance.now() - Number(at))
  }
  const exchange = async (senders: Sender[], into: Delays) => {
    const begin = performance.now()
    while (senders.length === 0) await wait(1)
    const sender = senders.shift()!
    const pair = nextPair()
    const [from, to] = [clients[pair]!, professionals[pair]!]
    const heard = heardBy(to.id)
    const headers = [`cookie: ${from.cookie}`, `idempotency-key: ${crypto.randomUUID()}`]
    const body = { sender_id: from.id, receiver_id: to.id, message: `Number ${pair}` }
    const answered = sender.write('POST', '/api/chat/messages', headers, body)
    await heard
    into.add(performance.now() - begin)
    const { status, body: text } = await answered
    if (status !== 200) throw new Error(`${status} ${text}`)
    senders.push(sender)
  }
  return {
    push: (into: Delays) => steadily(() => push(into)),
    // The server closes what is idle, so each round has connections of its own.
    async exchange(into: Delays) {
      const senders = await Promise.all(Array.from({ length: SENDERS }, () => openConnection(port)))
      await steadily(() => exchange(senders, into))
      for (const sender of senders) sender.close()
    },
  }
}

async function opened(port: number): Promise<Socket[]> {
  return inGroups(Array.from({ length: CONNECTIONS }), async () => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    return socket
  })
}

/** Sends over one socket after another and waits for what comes back. */
function echo(sockets: Socket[], into: Delays): Promise<void> {
  let next = 0
  return steadily(async () => {
    const socket = sockets[next++ % sockets.length]!
    const begin = performance.now()
    const back = once(socket, 'data')
    socket.write(ECHO)
    await back
    into.add(performance.now() - begin)
  })
}

/** Begins one after another at the wanted rate, whether or not the one before has ended. */
async function steadily(work: () => Promise<void>): Promise<void> {
  const begin = performance.now()
  const running: Promise<void>[] = []
  const count = PER_SECOND * ROUND_SECONDS
  for (let index = 0; index < count; index++) {
    await wait(Math.max(0, begin + (index * 1000) / PER_SECOND - performance.now()))
    running.push(work())
  }
  await Promise.all(running)
}

async function inGroups<Item, Made>(
  items: Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let from = 0; from < items.length; from += OPENED_AT_ONCE) {
    made.push(...(await Promise.all(items.slice(from, from + OPENED_AT_ONCE).map(make))))
  }
  return made
}

function print(delays: Delays[], bytesEach: number): void {
  console.log(`${CONNECTIONS} connections, ${PER_SECOND} messages a second\n`)
  console.log('| from | p50 ms | p95 ms | p99 ms |')
  console.log('|---|---|---|---|')
  const ways = ['bare socket to its echo', 'push to heard', 'message sent to heard']
  for (const [index, way] of ways.entries()) {
    const shares = [0.5, 0.95, 0.99].map((share) => delays[index]!.at(share).toFixed(1))
    console.log(`| ${[way, ...shares].join(' | ')} |`)
  }
  console.log(`\n${(bytesEach / 1024).toFixed(1)} kB of the server's memory a connection`)
}
