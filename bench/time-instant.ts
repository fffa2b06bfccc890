import { sql } from 'kysely'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { bookingBody, dateAfter } from './booking-body.ts'
import { openConnection } from './connection.ts'
import { printTable, startLustra } from './harness.ts'
import type { BenchPostgres } from './harness.ts'
import { fillWithHours } from './time-people.ts'
import type { People } from './time-people.ts'
import { measureInTurns } from './times.ts'

const ROUNDS = 8
const ROUND_SECONDS = 1
const CONNECTIONS = [2, 8]
const ATTEMPTS = Number(process.env['BENCH_ATTEMPTS'] ?? 100_000)
const CONTENDED = 4
const CONTENDERS = 50
/** Share of instant bookings that are cancelled at once, so that their time is contended again. */
const CANCELLED_SHARE = 0.9
const VARIANTS = ['request', 'instant booking'] as const

/**
 * Instant bookings over HTTP beside requests to the same professionals, in turns, each for another free time. Then
 * attempts of many to book the same few times at once.
 */
export async function measureInstant({ createDatabase, folder }: BenchPostgres): Promise<void> {
  const url = await createDatabase('lustra_bench_instant')
  const database = openDatabase(url)
  const counts = { clients: 20_000, professionals: 500, history: 100_000 }
  const people = await fillWithHours(database.kysely, counts, { from: 0, to: 1440 })
  const server = await startLustra(url, folder)
  try {
    const timesOf = await measureInTurns(
      { rounds: ROUNDS, connections: CONNECTIONS, variants: VARIANTS },
      async (variant, count, into) => {
        const connections = await Promise.all(
          Array.from({ length: count }, () => openConnection(server.port)),
        )
        const workers = connections.map((connection) => async () => {
          const { cookie, body } = randomBooking(people, variant === 'instant booking')
          const { status, body: answer } = await connection.write(
            'POST',
            '/api/bookings',
            [cookie],
            body,
          )
          // Few times are asked for twice.
          if (status !== 200 && !answer.includes('slot_taken'))
            throw new Error(`${status} ${answer}`)
        })
        await into.measure(workers, ROUND_SECONDS)
        for (const connection of connections) connection.close()
      },
    )
    printTable(
      'by | connections | per second | of requests | p50 ms | p99 ms',
      CONNECTIONS.flatMap((count) =>
        VARIANTS.map((variant) => {
          const times = timesOf(variant, count)
          const ratio = times.perSecond / timesOf('request', count).perSecond
          const figures = [times.at(0.5).toFixed(1), times.at(0.99).toFixed(1)]
          return [variant, count, times.perSecond.toFixed(0), ratio.toFixed(2), ...figures]
        }),
      ),
    )
    await contend(database.kysely, server.port, people)
  } finally {
    await server.stop()
    await database.close()
  }
}

function bookingOf(client: string, professional: string, time: { days: number; halfHour: number }) {
  const facts = {
    booking_date: dateAfter(time.days),
    booking_time: new Date(time.halfHour * 1_800_000).toISOString().slice(11, 16),
    estimated_hours: 1,
  }
  return bookingBody({ id: client }, { id: professional }, facts)
}

function randomBooking({ clients, professionals }: People, instant: boolean) {
  const client = pick(clients)
  const time = {
    days: 2 + Math.floor(Math.random() * 300),
    // From 3:00 on: a change of the clocks skips an earlier hour.
    halfHour: 2 * (3 + Math.floor(Math.random() * 21)),
  }
  const body = { ...bookingOf(client.id, pick(professionals).id, time), instant }
  return { cookie: `cookie: ${client.cookie}`, body }
}

function pick<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!
}

async function contend(db: Db, port: number, { clients, professionals }: People): Promise<void> {
  const contended = professionals.slice(0, CONTENDED)
  const answers = new Map<string, number>()
  const count = { made: 0 }
  const before = await deadlocks(db)
  await Promise.all(
    Array.from({ length: CONTENDERS }, async () => {
      const connection = await openConnection(port)
      while (count.made < ATTEMPTS) {
        count.made++
        const [client, professional] = [pick(clients), pick(contended)]
        const time = { days: 330, halfHour: 18 + Math.floor(Math.random() * 8) }
        const body = {
          ...bookingOf(client.id, professional.id, time),
          estimated_hours: 2,
          instant: true,
        }
        const answer = await connection.write(
          'POST',
          '/api/bookings',
          [`cookie: ${client.cookie}`],
          body,
        )
        const code = answer.status === 200 ? '' : ` ${JSON.parse(answer.body).code}`
        const key = `${answer.status}${code}`
        answers.set(key, (answers.get(key) ?? 0) + 1)
        if (answer.status !== 200 || Math.random() > CANCELLED_SHARE) continue
        await sql`
          update bookings set status = 'cancelled', cancelled_by = 'client', cancelled_at = now()
          where id = ${JSON.parse(answer.body).id}::uuid`.execute(db)
      }
      connection.close()
    }),
  )
  const { rows } = await sql<{ overlapping: number }>`
    select count(*)::int as overlapping from bookings as one join bookings as other
      on one.professional_id = other.professional_id and one.id < other.id
      and tstzrange(one.starts_at, one.ends_at) && tstzrange(other.starts_at, other.ends_at)
    where one.status = 'accepted' and other.status = 'accepted'`.execute(db)
  console.log(`\nContended: ${count.made} attempts over ${CONTENDERS} connections`)
  printTable('answered | times', [
    ...[...answers].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ['deadlocks', (await deadlocks(db)) - before],
    ['accepted visits that overlap', rows[0]!.overlapping],
  ])
}

async function deadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.n
}
