import { sql } from 'kysely'
import type { ClientNote, ClientNoteDraft } from '#contract/market/client-notes.ts'
import { RETENTION } from '#contract/retention.ts'
import { CLIENT_NOTE_DAYS, REVIEW_SEALED_DAYS } from '#contract/market/review-rules.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { lockCaller } from '#server/people/person/lock-people.ts'
import { recountReviews } from './recount-reviews.ts'
import { lockReviewsOf } from './reviews.queries.ts'

const BATCH_SIZE = 500

/** The professional's own note of a visit. Refuses 'booking_not_found' for other people's. rule: client-notes */
export async function readClientNote({ db, clock }: Context, actor: Actor, bookingId: string) {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const row = (await noteOf(db, actor.id, id, clock.now())) ?? refuse('booking_not_found')
  return {
    note: row.note,
    revealed_at: row.revealed_at?.toISOString() ?? null,
    may_write: row.took_place && !row.is_past && row.revealed_at === null,
  }
}

/**
 * Writes the professional's note about the client of a visit, and publishes the client's sealed review of it, in one
 * transaction. The same note again is harmless. Refusals: 'booking_not_found', 'visit_not_over' for a visit that has
 * not taken place, 'too_late' once the note is revealed or 60 days have passed, 'invalid_input' for an empty note.
 * rule: client-notes, review-states
 */
export async function writeClientNote(
  { db, clock }: Context,
  actor: Actor,
  bookingId: string,
  draft: ClientNoteDraft,
): Promise<{ note: ClientNote; revealed_at: string | null }> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const note = completed(draft)
  if (Object.values(note).every((answer) => answer === null || answer === '')) {
    refuse('invalid_input')
  }
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockCaller(tx, actor.id)
    await lockReviewsOf(tx, actor.id)
    const known =
      (await noteOf(tx, actor.id, id, now, sql`for update of bookings for key share of users`)) ??
      refuse('booking_not_found')
    if (!known.took_place) refuse('visit_not_over')
    if (known.note && isSame(known.note, note)) {
      return { note, revealed_at: known.revealed_at?.toISOString() ?? null }
    }
    if (known.revealed_at !== null || known.is_past) refuse('too_late')
    const revealed_at = known.is_reviewed || known.is_unsealed ? now : null
    await tx
      .insertInto('client_notes')
      .values({ booking_id: id, ...note, written_at: now, revealed_at })
      .onConflict((conflict) => conflict.column('booking_id').doUpdateSet({ ...note, revealed_at }))
      .execute()
    await publishReviewOf(tx, id, actor.id, now)
    return { note, revealed_at: revealed_at?.toISOString() ?? null }
  })
}

/** The note of a visit is revealed, because its client has written too. rule: client-notes */
export async function revealNoteOf(tx: Db, bookingId: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update client_notes set revealed_at = coalesce(revealed_at, ${now}::timestamptz)
    where booking_id = ${bookingId}::uuid`.execute(tx)
  return numAffectedRows === 1n
}

/** Part of the job 'reveal-reviews': reveals the notes of visits that ended 7 days ago. rule: client-notes */
export async function revealNotes({ db, clock }: Context): Promise<void> {
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`update client_notes set revealed_at = ${clock.now()}::timestamptz
      where revealed_at is null and booking_id = any(array(
        select booking_id from client_notes join bookings on id = booking_id
        where revealed_at is null
          and ends_at <= ${clock.now()}::timestamptz - make_interval(days => ${REVIEW_SEALED_DAYS})
        limit ${BATCH_SIZE}))`,
  )
}

/** Part of the job 'forget-visits': deletes the notes of visits that ended 3 years ago. rule: client-notes */
export async function deleteOldNotes({ db, clock }: Context): Promise<void> {
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`delete from client_notes where booking_id = any(array(
      select booking_id from client_notes join bookings on id = booking_id
      where ends_at < ${clock.now()}::timestamptz - make_interval(years => ${RETENTION.client_note_years})
      limit ${BATCH_SIZE}))`,
  )
}

/** Deletes the notes that a person wrote, and those about them. rule: account-deletion */
export async function deleteNotesOf(tx: Db, userId: string): Promise<void> {
  await sql`
    delete from client_notes using bookings
    where bookings.id = booking_id and ${userId}::uuid in (client_id, professional_id)`.execute(tx)
}

type NoteRow = {
  note: ClientNote | null
  revealed_at: Date | null
  took_place: boolean
  /** The time to write is over. */
  is_past: boolean
  is_reviewed: boolean
  /** A review that is written now is not sealed. */
  is_unsealed: boolean
}

/** Undefined unless the visit is the professional's, and its client still has an account. */
async function noteOf(
  db: Db,
  professionalId: string,
  bookingId: string,
  now: Date,
  lock = sql``,
): Promise<NoteRow | undefined> {
  const at = sql`${now}::timestamptz`
  const { rows } = await sql<NoteRow>`
    select revealed_at, case when client_notes.booking_id is not null then jsonb_build_object(
        'as_described', as_described, 'paid_as_agreed', paid_as_agreed, 'kind', kind, 'come_again', come_again, 'text', text
      ) end as note,
      no_show is null and (status = 'completed' or status = 'accepted' and ends_at <= ${at}) as took_place,
      ends_at < ${at} - make_interval(days => ${CLIENT_NOTE_DAYS}) as is_past,
      exists (select from reviews where reviews.booking_id = bookings.id) as is_reviewed,
      ends_at <= ${at} - make_interval(days => ${REVIEW_SEALED_DAYS}) as is_unsealed
    from bookings join users on users.id = client_id and users.deleted_at is null
    left join client_notes on client_notes.booking_id = bookings.id
    where bookings.id = ${bookingId}::uuid and professional_id = ${professionalId}::uuid
    ${lock}`.execute(db)
  return rows[0]
}

function completed(draft: ClientNoteDraft): ClientNote {
  return {
    as_described: draft.as_described ?? null,
    paid_as_agreed: draft.paid_as_agreed ?? null,
    kind: draft.kind ?? null,
    come_again: draft.come_again ?? null,
    text: draft.text,
  }
}

const isSame = (one: ClientNote, other: ClientNote) =>
  (Object.keys(other) as (keyof ClientNote)[]).every((key) => one[key] === other[key])

async function publishReviewOf(
  tx: Db,
  bookingId: string,
  professionalId: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update reviews set state = 'public', public_at = ${now}::timestamptz
    where booking_id = ${bookingId}::uuid and state = 'sealed' returning id`.execute(tx)
  for (const { id } of rows) {
    await recordEvent(tx, { kind: 'review.published', subjectId: id, actorId: professionalId })
    await enqueue(tx, 'notify-review', { review_id: id })
  }
  if (rows.length > 0) await recountReviews(tx, [professionalId])
}
