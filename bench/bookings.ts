import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { BookingRequest } from '#contract/bookings.ts'
import { openDatabase } from '#server/db/db.ts'
import type { Database } from '#server/db/db.ts'
import { bookingStatement } from '#server/features/bookings/request-booking.queries.ts'
import { visitTime } from '#server/features/bookings/visit-time.ts'
import { migrate } from '#server/migrate.ts'
import { fillWithPeople } from './bookings-data.ts'
import type { Person } from './bookings-data.ts'
import { measureContention } from './bookings-contended.ts'
import { openConnection } from './connection.ts'
import { createDatabase, dropDatabase } from './databases.ts'
import { Times } from './times.ts'
import { startTemporaryPostgres } from '../tools/embedded-postgres/temporary-postgres.ts'

/**
 * Measures how many requests for a visit the API writes, and the limit: the same prepared statement sent directly over as many
 * database connections as the server has. The ways take turns within one run. Then it makes BENCH_ATTEMPTS contended
 * acceptances. DATABASE_URL uses an existing PostgreSQL.
 */
const CONNECTIONS = [2, 8, 32]
const ROUNDS = 20
const ROUND_SECONDS = 0.6
const CLIENTS = 20_000
const PROFESSIONALS = 500
const HISTORY = 100_000
const ATTEMPTS = Number(process.env['BENCH_ATTEMPTS'] ?? 100_000)
/** About as many different statements as one round writes. */
const STATEMENTS_READY = 1500
const WAYS = ['statement', 'API', 'API, with a key'] as const
type Way = (typeof WAYS)[number]

const DAY_MS = 86_400_000
const bookingDate = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)

const postgres = await startTemporaryPostgres(process.env['DATABASE_URL'])
const { folder } = postgres
const name = 'lustra_bench_bookings'
try {
  const url = await createDatabase(postgres.url, name)
  await migrate(url)
  await runBench(url)
} finally {
  await dropDatabase(postgres.url, name)
  await postgres.stop()
}

async function runBench(url: string): Promise<void> {
  const database = openDatabase(url)
  const people = await fillWithPeople(database.kysely, CLIENTS, PROFESSIONALS, HISTORY)
  const server = fork(new URL('./search-server.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, RATE_LIMIT_SCALE: '1000000' },
  })
  const [port] = (await Promise.race([once(server, 'message'), once(server, 'exit')])) as [number]
  const times = new Map<string, Times>()
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const count of CONNECTIONS) {
        for (const way of WAYS) {
          const key = `${way} ${count}`
          const into = round === 0 ? new Times() : (times.get(key) ?? new Times())
          if (round > 0) times.set(key, into)
          await measure(way, count, into, { database, port, people })
        }
      }
    }
    print(times)
    await measureContention(database.kysely, port, people, ATTEMPTS)
  } finally {
    server.disconnect()
    await once(server, 'exit')
    await database.close()
  }
}

type Setting = {
  database: Database
  port: number
  people: { clients: Person[]; professionals: Person[] }
}

async function measure(
  way: Way,
  count: number,
  into: Times,
  { database, port, people }: Setting,
): Promise<void> {
  const pickOne = <Item>(items: Item[]): Item => items[Math.floor(Math.random() * items.length)]!
  const requestOf = (client: Person): BookingRequest => ({
    client_id: client.id,
    professional_id: pickOne(people.professionals).id,
    booking_date: bookingDate,
    booking_time: '09:00',
    service_type: 'standard',
    cleaning_frequency: 'one_time',
    address: '100 Congress Ave',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    notes: 'Two cats, one of them shy.',
    estimated_hours: 2,
    total_amount: 130,
  })

  if (way === 'statement') {
    const statements = Array.from({ length: STATEMENTS_READY }, () => {
      const client = pickOne(people.clients)
      return compileStatement(database, client, requestOf(client))
    })
    let next = 0
    const workers = Array.from({ length: count }, () => async () => {
      await database.pool.query(statements[next++ % statements.length]!)
    })
    await into.measure(workers, ROUND_SECONDS)
    return
  }

  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  const workers = connections.map((connection) => async () => {
    const client = pickOne(people.clients)
    const headers = [`cookie: ${client.cookie}`]
    if (way === 'API, with a key') headers.push(`idempotency-key: ${crypto.randomUUID()}`)
    const answer = await connection.write('POST', '/api/bookings', headers, requestOf(client))
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
  })
  await into.measure(workers, ROUND_SECONDS)
  for (const connection of connections) connection.close()
}

/** The API's statement for one booking, compiled before the measurement starts. */
function compileStatement(database: Database, client: Person, request: BookingRequest) {
  const now = new Date()
  const { booking_date: date, booking_time: time, estimated_hours: hours } = request
  const timeZone = 'America/Chicago'
  const statement = bookingStatement({
    ...request,
    ...visitTime({ date, time, hours, timeZone }, now),
    clientId: client.id,
    zip: request.zip_code,
    timeZone,
    now,
    requestsPerHourMax: 30_000_000,
    idempotency: undefined,
  })
  const { sql, parameters } = statement.compile(database.kysely)
  return { name: 'request_booking', text: sql, values: [...parameters] }
}

function print(times: Map<string, Times>): void {
  console.log(
    '| bookings by | connections | per second | of the statement | of its best | p50 ms | p95 ms | p99 ms |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  const limitAt = (count: number) => times.get(`statement ${count}`)!.perSecond
  const best = Math.max(...CONNECTIONS.map(limitAt))
  for (const count of CONNECTIONS) {
    for (const way of WAYS) {
      const taken = times.get(`${way} ${count}`)!
      const ratios = [limitAt(count), best].map((limit) => (taken.perSecond / limit).toFixed(2))
      const shares = [0.5, 0.95, 0.99].map((share) => taken.at(share).toFixed(1))
      const cells = [way, count, taken.perSecond.toFixed(0), ...ratios, ...shares]
      console.log(`| ${cells.join(' | ')} |`)
    }
  }
}
