import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Person } from './bookings-data.ts'

/** Gives every client a conversation with one professional, who has answered. */
export async function connectPairs(
  db: Db,
  { clients, professionals }: { clients: Person[]; professionals: Person[] },
): Promise<void> {
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
