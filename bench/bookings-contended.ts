import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { People, Person } from './data/bookings-data.ts'
import { withConnections } from './connection.ts'
import type { Connection } from './connection.ts'
import { printTable } from './harness.ts'

const ATTEMPTS = 100_000
const CONNECTIONS = 50
const PROFESSIONALS = 4
const REQUESTS_EACH = 250
/** Share of accepted bookings that are cancelled at once, so that their hour is contended again. */
const CANCELLED_SHARE = 0.9

/**
 * Accepts many overlapping requests of few professionals at the same time over HTTP. Most accepted ones are cancelled
 * and requested again. Prints the answers, and what must not happen: overlaps, deadlocks, answers of 500 and above.
 */
export async function measureContention(
  db: Db,
  port: number,
  { clients, professionals }: People,
): Promise<void> {
  const [client] = clients as [Person]
  const pending = await insertRequests(
    db,
    client,
    professionals.slice(0, PROFESSIONALS),
    REQUESTS_EACH,
  )
  const answers = new Map<number, number>()
  const deadlocksBefore = await deadlocks(db)
  const count = { made: 0 }
  await withConnections(port, CONNECTIONS, async (connections) => {
    const attempt = async (connection: Connection) => {
      const move = async ({ id, owner }: PendingRequest, status: string) => {
        count.made++
        const headers = [`cookie: ${owner.cookie}`]
        const body = { status, reason: 'Another day' }
        const answer = await connection.ask('PUT', `/api/bookings/${id}/status`, headers, body)
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
        return answer.status
      }
      while (count.made < ATTEMPTS) {
        const index = Math.floor(Math.random() * pending.length)
        const booking = pending[index]!
        if ((await move(booking, 'accepted')) !== 200 || Math.random() > CANCELLED_SHARE) continue
        if ((await move(booking, 'cancelled')) !== 200) continue
        pending[index] = (await insertRequests(db, client, [booking.owner], 1))[0]!
      }
    }
    await Promise.all(connections.map(attempt))
  })

  const failed = [...answers].filter(([status]) => status >= 500)
  console.log(`\nContended: ${count.made} attempts over ${CONNECTIONS} connections`)
  printTable('answered | times', [
    ...[...answers].toSorted(([a], [b]) => a - b),
    ['500 and above', failed.reduce((sum, [, times]) => sum + times, 0)],
    ['deadlocks', (await deadlocks(db)) - deadlocksBefore],
    ['accepted bookings that overlap', await overlaps(db)],
  ])
}

type PendingRequest = { id: string; owner: Person }

/** Inserts pending requests of two hours that start at one of eight times, half an hour apart. Most of them overlap. */
async function insertRequests(
  db: Db,
  client: Person,
  owners: Person[],
  each: number,
): Promise<PendingRequest[]> {
  const { rows } = await sql<{ id: string; professional_id: string }>`
    insert into bookings (
      client_id, professional_id, service_type, cleaning_frequency, booking_date, booking_time, time_zone, starts_at, ends_at,
      address, city, state, zip_code, estimated_hours, hourly_rate_cents, total_cents, expires_at)
    select ${client.id}::uuid, owner, 'standard', 'one_time', starts_at::date, starts_at::time, 'UTC', starts_at,
      starts_at + interval '2 hours', '100 Congress Ave', 'Austin', 'TX', '78701', 2, 6500, 13000, now() + interval '1 day'
    from unnest(${owners.map(({ id }) => id)}::uuid[]) as owner, generate_series(1, ${each}::int),
      lateral (select date_trunc('day', now()) + interval '30 days' + floor(random() * 8) * interval '30 minutes') as time (starts_at)
    returning id, professional_id`.execute(db)
  return rows.map(({ id, professional_id }) => ({
    id,
    owner: owners.find((owner) => owner.id === professional_id)!,
  }))
}

async function deadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.n
}

async function overlaps(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from bookings as one join bookings as other
      on one.professional_id = other.professional_id and one.id < other.id
      and tstzrange(one.starts_at, one.ends_at) && tstzrange(other.starts_at, other.ends_at)
    where one.status = 'accepted' and other.status = 'accepted'`.execute(db)
  return rows[0]!.n
}
