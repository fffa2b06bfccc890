import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { CLIENT_NOTE_ANSWERS, CLIENT_NOTES_SHOWN_FROM } from '#contract/market/review-rules.ts'
import type { ClientNoteCounts } from '#contract/market/reliability.ts'
import type { Db } from '#server/db/db.ts'

const yesNo = (answer: string) =>
  `'${answer}', jsonb_build_object('yes', count(*) filter (where ${answer}), 'no', count(*) filter (where not ${answer}))`

/**
 * SQL: what professionals said about the client with the id `person`. Null unless there are three revealed notes of two
 * professionals, so that nobody learns what one of them wrote. rule: client-notes
 */
export const clientNoteCountsSql = (person: RawBuilder<unknown>) => sql<ClientNoteCounts | null>`(
  select case when count(*) >= ${sql.lit(CLIENT_NOTES_SHOWN_FROM.notes)}
      and count(distinct noted.professional_id) >= ${sql.lit(CLIENT_NOTES_SHOWN_FROM.professionals)}
    then jsonb_build_object(${sql.raw(CLIENT_NOTE_ANSWERS.map((answer) => yesNo(answer)).join(', '))}) end
  from client_notes join bookings as noted on noted.id = client_notes.booking_id
  where noted.client_id = ${person} and client_notes.revealed_at is not null)`

/** The caller's own, as a field that is absent without enough notes. rule: client-notes */
export async function ownNoteCounts(
  db: Db,
  userId: string,
): Promise<{ client_notes?: ClientNoteCounts }> {
  const { rows } = await sql<{ counts: ClientNoteCounts | null }>`
    select ${clientNoteCountsSql(sql`${userId}::uuid`)} as counts`.execute(db)
  const { counts } = rows[0]!
  return counts ? { client_notes: counts } : {}
}
