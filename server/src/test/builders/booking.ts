import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { as } from '../call.ts'
import type { TestServer } from '../server.ts'

/** The moment at which bookings are tested: 10:00 in Austin. */
export const NOW = new Date('2026-11-20T16:00:00Z')

/** A home of one bedroom in Austin, as `POST /api/homes` takes it. */
export const AUSTIN_HOME = {
  address: '100 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  kind: 'house',
  bedrooms: 1,
  bathrooms: 1,
}

type Person = { id: string }

/**
 * The body that the booking dialog sends for two hours at Congress Avenue on December 1 at 9:00; mention only what the
 * test is about.
 */
export function bookingBody(
  client: Person,
  professional: Person,
  facts: Record<string, unknown> = {},
) {
  return {
    client_id: client.id,
    professional_id: professional.id,
    booking_date: '2026-12-01',
    booking_time: '09:00',
    service_type: 'standard',
    cleaning_frequency: 'one_time',
    address: '100 Congress Ave',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    notes: '',
    estimated_hours: 2,
    total_amount: 130,
    ...facts,
  }
}

/** Requests a booking of this pair over the API; returns its id. */
export async function requestBooking(
  server: TestServer,
  client: Person,
  professional: Person,
  facts: Record<string, unknown> = {},
): Promise<string> {
  const caller = await as(server, client)
  const { status, body } = await caller.post(
    '/api/bookings',
    bookingBody(client, professional, facts),
  )
  if (status !== 200) throw new Error(`The booking was refused: ${JSON.stringify(body)}`)
  return body.id
}

type BookingFacts = Partial<Insertable<DB['bookings']>>

/** Writes a booking directly, also one that is long past. By default a completed visit of April 1. */
export function insertBooking(
  server: TestServer,
  client: Person,
  professional: Person,
  facts: BookingFacts = {},
): Promise<void> {
  return insertBookings(server, client, professional, [facts])
}

/** Writes many bookings in one statement. */
export async function insertBookings(
  { db }: TestServer,
  client: Person,
  professional: Person,
  bookings: readonly BookingFacts[],
): Promise<void> {
  const completed = {
    client_id: client.id,
    professional_id: professional.id,
    status: 'completed',
    service_type: 'standard',
    cleaning_frequency: 'one_time',
    booking_date: '2026-04-01',
    booking_time: '09:00',
    time_zone: 'America/Chicago',
    starts_at: '2026-04-01T14:00:00Z',
    ends_at: '2026-04-01T16:00:00Z',
    expires_at: '2026-03-31T14:00:00Z',
    address: '1 Main Street',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    estimated_hours: 2,
    hourly_rate_cents: 6500,
    total_cents: 13_000,
  } as const
  await db
    .insertInto('bookings')
    .values(bookings.map((facts) => ({ ...completed, ...facts })))
    .execute()
}

/** Moves a booking over the API, as one of its sides. */
export async function move(
  server: TestServer,
  mover: Person,
  id: string,
  status: string,
  reason?: string,
) {
  return (await as(server, mover)).put(`/api/bookings/${id}/status`, { status, reason })
}

/** The number of rows in every table that bookings write, to see that a refusal wrote nothing. */
export async function rowCounts({ db }: TestServer): Promise<Record<string, number>> {
  const count = async (table: 'bookings' | 'leads' | 'events') => {
    const rows = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .execute()
    return Number(rows[0]!.n)
  }
  return {
    bookings: await count('bookings'),
    leads: await count('leads'),
    events: await count('events'),
    jobs: await jobsWaiting(db),
  }
}

async function jobsWaiting(db: TestServer['db']): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from graphile_worker.jobs`.execute(db)
  return rows[0]!.n
}
