import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type Person = { id: string; cookie: string }
export type People = { clients: Person[]; professionals: Person[] }

/** The ZIP code that all these professionals serve, and its city. */
export const HOME = { zip_code: '78701', city: 'Austin', state: 'TX' }

/** Inserts clients and professionals, each with a session, and their past bookings. None of it is measured. */
export async function fillWithPeople(
  db: Db,
  clients: number,
  professionals: number,
  history: number,
) {
  await sql`
    insert into users (role, email, first_name, last_name, phone, password_hash)
    select case when n <= ${clients} then 'client' else 'professional' end, n || '@example.com', 'Pat', 'Person' || n,
      '512-555-0100', 'not a hash'
    from generate_series(1, ${clients + professionals}::int) as n`.execute(db)
  await sql`
    insert into professionals (user_id, slug, full_name, bio, hourly_rate_cents, services)
    select id, 'professional-' || row_number() over (), 'Pat Person', 'Careful.', 6500, array['standard', 'deep']
    from users where role = 'professional'`.execute(db)
  await sql`
    insert into professional_areas (professional_id, place_id, label, position)
    select user_id, ${Number(HOME.zip_code)}::integer, ${HOME.zip_code}, 0 from professionals`.execute(
    db,
  )
  await sql`insert into subscriptions (professional_id, status) select user_id, 'active' from professionals`.execute(
    db,
  )
  await sql`
    insert into lead_ledger (professional_id, kind, amount, reason, key, at)
    select user_id, 'granted', 1000000, 'operator', 'bench ' || user_id, now() from professionals`.execute(
    db,
  )
  const { rows } = await sql<{ id: string; role: string }>`select id, role from users`.execute(db)
  const hashes = rows.map(({ id }) => createHash('sha256').update(id).digest())
  await sql`
    insert into sessions (token_hash, user_id, expires_at)
    select hash, id, now() + interval '30 days'
    from unnest(${hashes}::bytea[], ${rows.map(({ id }) => id)}::uuid[]) as session (hash, id)`.execute(
    db,
  )
  await sql`
    insert into bookings (
      client_id, professional_id, service_type, cleaning_frequency, booking_date, booking_time, time_zone, starts_at, ends_at,
      address, city, state, zip_code, estimated_hours, hourly_rate_cents, total_cents, status, created_at, expires_at)
    select client, professional, 'standard', 'one_time', day, '09:00', 'UTC', day, day + interval '2 hours',
      '100 Congress Ave', 'Austin', 'TX', '78701', 2, 6500, 13000, 'completed', day, day
    from (
      select clients[1 + n % cardinality(clients)] as client, professionals[1 + n % cardinality(professionals)] as professional,
        now() - n * interval '10 minutes' as day
      from generate_series(1, ${history}::int) as n,
        (select array_agg(id) as clients from users where role = 'client') as client,
        (select array_agg(id) as professionals from users where role = 'professional') as professional
    ) as earlier`.execute(db)
  await sql`vacuum analyze`.execute(db)
  const withRole = (role: string): Person[] =>
    rows
      .filter((row) => row.role === role)
      .map(({ id }) => ({ id, cookie: `lustra_session=${id}` }))
  return { clients: withRole('client'), professionals: withRole('professional') }
}

/** Gives every client a conversation with one professional, who has answered. */
export async function connectPairs(db: Db, { clients, professionals }: People): Promise<void> {
  const ids = (persons: Person[]) => persons.map(({ id }) => id)
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

/** The request body of a two-hour visit in 30 days at 9:00, for benchmarks and chaos. `facts` override its fields. */
export function bookingBody<Facts extends Record<string, unknown>>(
  client: Pick<Person, 'id'>,
  professional: Pick<Person, 'id'>,
  facts: Facts,
) {
  return {
    client_id: client.id,
    professional_id: professional.id,
    booking_date: dateAfter(30),
    booking_time: '09:00',
    service_type: 'standard' as const,
    cleaning_frequency: 'one_time' as const,
    address: '100 Congress Ave',
    ...HOME,
    notes: 'Two cats, one of them shy.',
    estimated_hours: 2,
    extras: [],
    total_amount: 130,
    ...facts,
  }
}

/** 'YYYY-MM-DD' */
function dateAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
