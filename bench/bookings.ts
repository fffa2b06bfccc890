import type { BookingRequest } from '#contract/bookings/bookings.ts'
import type { HomeAddress } from '#server/market/homes/copy-home.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Database } from '#server/db/db.ts'
import { bookingStatement } from './data/booking-statement.ts'
import { bookingBody, fillWithPeople } from './data/bookings-data.ts'
import type { People, Person } from './data/bookings-data.ts'
import { measureContention } from './bookings-contended.ts'
import { ownNetwork, withConnections } from './connection.ts'
import { printTable, startLustra, withPostgres } from './harness.ts'
import { measureInTurns } from './times.ts'
import type { Times, TimesByVariant } from './times.ts'

/**
 * How many booking requests per second the API writes, compared with the upper limit: one prepared statement that
 * writes the same rows and checks nothing, sent directly to PostgreSQL over as many connections. The variants take
 * turns within one run. Then attempts to accept bookings that overlap.
 */
const CONNECTIONS = [2, 8, 32]
const ROUNDS = 20
const ROUND_SECONDS = 0.6
const CLIENTS = 20_000
const PROFESSIONALS = 500
const HISTORY = 100_000
/**
 * How many different statements are prepared for a round: about as many as a round sends, so that few are sent twice.
 */
const STATEMENTS_READY = 1500
const VARIANTS = ['statement', 'API', 'API, with a key'] as const
type Variant = (typeof VARIANTS)[number]

await withPostgres(async ({ createDatabase, folder }) => {
  const url = await createDatabase('lustra_bench_bookings')
  const database = openDatabase(url)
  const people = await fillWithPeople(database.kysely, CLIENTS, PROFESSIONALS, HISTORY)
  const server = await startLustra(url, folder)
  const { port } = server
  try {
    const times = await measureInTurns(
      { rounds: ROUNDS, connections: CONNECTIONS, variants: VARIANTS },
      (variant, count, into) => measure(variant, count, into, { database, port, people }),
    )
    print(times)
    await measureContention(database.kysely, port, people)
  } finally {
    await server.stop()
    await database.close()
  }
})

type Setup = { database: Database; port: number; people: People }

async function measure(
  variant: Variant,
  count: number,
  into: Times,
  { database, port, people }: Setup,
): Promise<void> {
  const pick = <Item>(items: Item[]): Item => items[Math.floor(Math.random() * items.length)]!
  const bodyFor = (client: Person): BookingRequest & HomeAddress =>
    bookingBody(client, pick(people.professionals), {})

  if (variant === 'statement') {
    const statements = Array.from({ length: STATEMENTS_READY }, () => {
      const client = pick(people.clients)
      return bookingStatement(database.kysely, client.id, bodyFor(client))
    })
    let next = 0
    const workers = Array.from({ length: count }, () => async () => {
      await database.pool.query(statements[next++ % statements.length]!)
    })
    await into.measure(workers, ROUND_SECONDS)
    return
  }

  await withConnections(port, count, async (connections) => {
    const workers = connections.map((connection) => async () => {
      const client = pick(people.clients)
      const headers = [`cookie: ${client.cookie}`, ownNetwork(client.id)]
      if (variant === 'API, with a key') headers.push(`idempotency-key: ${crypto.randomUUID()}`)
      const answer = await connection.ask('POST', '/api/bookings', headers, bodyFor(client))
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
    })
    await into.measure(workers, ROUND_SECONDS)
  })
}

function print(times: TimesByVariant<Variant>): void {
  const limitAt = (count: number) => times('statement', count).perSecond
  const best = Math.max(...CONNECTIONS.map(limitAt))
  const rows = CONNECTIONS.flatMap((count) =>
    VARIANTS.map((variant) => {
      const taken = times(variant, count)
      const ratios = [limitAt(count), best].map((limit) => (taken.perSecond / limit).toFixed(2))
      const percentiles = [0.5, 0.95, 0.99].map((share) => taken.at(share).toFixed(1))
      return [variant, count, taken.perSecond.toFixed(0), ...ratios, ...percentiles]
    }),
  )
  printTable(
    'bookings by | connections | per second | of the statement | of its best | p50 ms | p95 ms | p99 ms',
    rows,
  )
}
