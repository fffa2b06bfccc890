import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Pair } from './pair.ts'
import { TELL_OF_EVENT } from './record-news.ts'

/**
 * Writes leads from `rows` (professional, client, source, moment of contact, since when a credit is wanted, when the client
 * wrote or booked or null), in SQL. A pair's lead that is there keeps its contact; a word or a booking moves its facts on, stops
 * a return, and lets a lead that was given back wait for a credit again. Opening is the triggers' (0008_money.sql).
 */
export function noteLeadsSql(rows: string): string {
  return `insert into leads (professional_id, client_id, source, created_at, waiting_since, client_acted_at)
    ${rows}
    on conflict (professional_id, client_id) do update set
      client_acted_at = greatest(leads.client_acted_at, excluded.client_acted_at),
      return_due_at = null,
      waiting_since = case when leads.opened_at is null then coalesce(leads.waiting_since, excluded.waiting_since) end
    where excluded.client_acted_at is not null`
}

/** Whether the pair had no lead before. */
export async function noteLead(
  tx: Db,
  {
    professionalId,
    clientId,
    source,
    at,
  }: Pair & { source: 'booking' | 'contact' | 'message'; at: Date },
): Promise<boolean> {
  const actedAt = source === 'contact' ? null : at
  const row = sql`select ${professionalId}::uuid, ${clientId}::uuid, ${source}::text, ${at}::timestamptz, ${at}::timestamptz, ${actedAt}::timestamptz`
  const [head = '', tail = ''] = noteLeadsSql('ROW').split('ROW')
  const { rows } = await sql<{ is_new: boolean }>`/* prepared note_lead */
    ${sql.raw(head)} ${row} ${sql.raw(tail)} returning xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ?? false
}

/** Whether the pair's lead is open; a new one is also written down as received, with whether it is locked. */
export async function receiveLead(
  tx: Db,
  { professionalId, clientId }: Pair,
  isNew: boolean,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`/* prepared receive_lead */
    with lead as (
      select opened_at is not null as open from leads
      where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
    ), event as (
      insert into events (kind, subject_id, actor_id, data, at)
      select 'lead.received', ${professionalId}::uuid, ${clientId}::uuid, jsonb_build_object('locked', not open), ${at}::timestamptz
      from lead where ${isNew}::boolean
      returning id
    ), notice as (
      select ${sql.raw(TELL_OF_EVENT)} as job from event
    )
    select open, (select count(job) from notice) as notices from lead`.execute(tx)
  return rows[0]?.open ?? false
}

/**
 * The professional's first message since the client's contact, in SQL, for the leads of pairs in the rows `pairs`; in time, the
 * client's silence from then on returns the credit. `at` is an expression over them.
 */
export function noteAnswersSql(
  pairs: string,
  at: string,
  { answerHours, silenceHours }: { answerHours: number; silenceHours: number },
): string {
  return `update leads set answered_at = ${at},
      return_due_at = case
        when returned_at is null and client_acted_at is not null
          and ${at} <= opened_at + interval '${answerHours} hours'
        then ${at} + interval '${silenceHours} hours'
        else return_due_at end
    from (${pairs}) as pair
    where leads.professional_id = pair.professional_id and leads.client_id = pair.client_id
      and opened_at is not null and answered_at is null`
}

/** The pair's lead as far as reading and answering go; undefined without one. */
export async function leadOf(db: Db, { professionalId, clientId }: Pair) {
  return db
    .selectFrom('leads')
    .select(['opened_at', 'waiting_since'])
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** Opens the leads that wait, oldest first, as far as the credits go; answers their clients. */
export async function openWaiting(tx: Db, professionalId: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select unlock_waiting as client_id from unlock_waiting(${professionalId}::uuid, ${at}::timestamptz)`.execute(
    tx,
  )
  return rows.map(({ client_id }) => client_id)
}

/** Leads whose credit is due to return, the longest due first. */
export async function returnsDue(db: Db, now: Date, limit: number): Promise<Pair[]> {
  const rows = await db
    .selectFrom('leads')
    .select(['professional_id', 'client_id'])
    .where('return_due_at', '<=', now)
    .orderBy('return_due_at')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ professionalId: row.professional_id, clientId: row.client_id }))
}

/**
 * Closes a lead that is due and gives its credit back, or, where the pair has agreed on a visit, keeps both. Answers the reason
 * of the return; undefined where nothing returned.
 */
export async function giveBack(
  tx: Db,
  { professionalId, clientId }: Pair,
  now: Date,
): Promise<'no_word' | 'silent' | undefined> {
  const { rows } = await sql<{ reason: 'no_word' | 'silent' | null }>`
    with due as (
      select professional_id, client_id, case when client_acted_at is null then 'no_word' else 'silent' end as reason,
        exists (
          select from bookings where bookings.professional_id = leads.professional_id
            and bookings.client_id = leads.client_id and bookings.status in ('accepted', 'completed')
        ) as agreed
      from leads
      where professional_id = ${professionalId} and client_id = ${clientId} and return_due_at <= ${now}::timestamptz
        and opened_at is not null and returned_at is null
      for update
    ), closed as (
      update leads set return_due_at = null,
        opened_at = case when agreed then opened_at end,
        returned_at = case when not agreed then ${now}::timestamptz end
      from due where leads.professional_id = due.professional_id and leads.client_id = due.client_id
    ), entry as (
      insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
      select professional_id, 'returned', 1, reason, format('returned %s %s', professional_id, client_id), client_id,
        ${now}::timestamptz
      from due where not agreed
      returning reason
    )
    select reason from entry`.execute(tx)
  return rows[0]?.reason ?? undefined
}
