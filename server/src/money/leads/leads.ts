import { sql } from 'kysely'
import { LEAD_CLOSED } from '#contract/money/lead-closed.ts'
import type { ReturnReason } from '#contract/money/lead-closed.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Hold } from './holds.ts'
import { recordMoneyEvent } from '../refunds/money-events.ts'

/** A professional and a client, by their user ids. rule: lead-is-one-pair */
export type Pair = { professionalId: string; clientId: string }

type NewLead = Pair & {
  source: 'booking' | 'contact' | 'message'
  /** How a new lead is held. */
  hold: Hold | null
  at: Date
}

/** How long a screened pair is held at most. rule: held-starts */
const SCREENED_HOURS = 2

/**
 * A credit returns if the professional answered within ANSWER_HOURS and the client then did nothing for SILENCE_HOURS.
 * The SQL function spend_credit sets the other limit: 72 hours after a contact without a message.
 * rule: lead-returns
 */
const ANSWER_HOURS = 24
const SILENCE_HOURS = 72

/**
 * Writes the lead of a pair. Triggers on the table then spend a credit for a new lead; without a credit the lead waits.
 * An existing lead keeps its source and creation time. If the client wrote or booked, a pending return of the credit is
 * cancelled, and if the credit was returned before, the lead waits for a credit again. A lead that is held asks for no
 * credit. Returns the conversation, and whether the lead is new; undefined if a contact has found one.
 * rules: lead-is-one-pair, lead-returns, held-starts
 */
export async function saveLead(
  tx: Db,
  { professionalId, clientId, source, hold, at }: NewLead,
): Promise<{ conversationId: string; isNew: boolean } | undefined> {
  const screenedAt = hold === 'screened' ? at : null
  const { rows } = await sql<{ conversationId: string; isNew: boolean }>`
    insert into leads (
      professional_id, client_id, source, created_at, held, held_until, screened_at, waiting_since, client_acted_at)
    values (
      ${professionalId}::uuid, ${clientId}::uuid, ${source}, ${at}::timestamptz, ${hold}::text,
      ${screenedAt}::timestamptz + make_interval(hours => ${SCREENED_HOURS}), ${screenedAt}::timestamptz,
      ${hold ? null : at}::timestamptz, ${source === 'contact' ? null : at}::timestamptz)
    on conflict (professional_id, client_id) do update set
      client_acted_at = greatest(leads.client_acted_at, excluded.client_acted_at),
      return_due_at = null,
      asked_again_at = case
        when leads.opened_at is null and leads.waiting_since is null and leads.held is null then excluded.created_at
        else leads.asked_again_at end,
      waiting_since = case when leads.opened_at is null and leads.held is null
        then coalesce(leads.waiting_since, excluded.created_at) end
    where excluded.client_acted_at is not null
    returning conversation_id as "conversationId", xmax = 0 as "isNew"`.execute(tx)
  return rows[0]
}

/**
 * A client opens a conversation with a professional, or writes in it. Creates the pair's lead if there is none, and
 * notifies the professional of a new one that is not held. Safe to repeat. Returns the conversation; undefined if a
 * contact has found one. rules: lead-is-one-pair, held-starts
 */
export async function receiveLead(
  tx: Db,
  lead: NewLead & { source: 'contact' | 'message' },
): Promise<string | undefined> {
  const saved = await saveLead(tx, lead)
  if (saved?.isNew && lead.hold === null) await announceLead(tx, lead, lead.at)
  return saved?.conversationId
}

/**
 * Records that a lead came, and notifies the professional. It reads the lead again, because only the next statement
 * sees what the triggers on it wrote.
 */
export async function announceLead(
  tx: Db,
  { professionalId, clientId }: Pair,
  at: Date,
): Promise<void> {
  const { opened_at } = await tx
    .selectFrom('leads')
    .select('opened_at')
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow()
  await recordMoneyEvent(tx, {
    kind: 'lead.received',
    subjectId: professionalId,
    actorId: clientId,
    data: { locked: opened_at === null },
    at,
  })
}

/**
 * Records the professional's first message to a client. If it came within 24 hours of the opening, the credit returns
 * after 72 hours of silence. rule: lead-returns
 */
export async function saveFirstAnswer(
  tx: Db,
  { professionalId, clientId }: Pair,
  at: Date,
): Promise<void> {
  await sql`
    update leads set answered_at = ${at}::timestamptz,
      return_due_at = case
        when returned_at is null and client_acted_at is not null
          and ${at}::timestamptz <= opened_at + make_interval(hours => ${ANSWER_HOURS})
        then ${at}::timestamptz + make_interval(hours => ${SILENCE_HOURS})
        else return_due_at end
    where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
      and opened_at is not null and answered_at is null`.execute(tx)
}

/**
 * Whether the pair has a lead that no credit has opened. The API then refuses 'lead_locked'. Keeps the row of the lead
 * unchanged until the transaction ends, so that its credit does not return meanwhile. rule: lead-locked
 */
export async function isLeadLocked(tx: Db, { professionalId, clientId }: Pair): Promise<boolean> {
  const lead = await tx
    .selectFrom('leads')
    .select('opened_at')
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .forShare()
    .executeTakeFirst()
  return lead !== undefined && lead.opened_at === null
}

/**
 * An expression over a row of `leads`: why it is closed and no credit opens it, because its own came back; null: it is
 * open, or waits for a credit. rule: lead-locked
 */
export const leadClosedSql = sql<ReturnReason | null>`case
  when leads.opened_at is null and leads.waiting_since is null and leads.returned_at is not null then (
    select reason from lead_ledger
    where lead_ledger.professional_id = leads.professional_id and lead_ledger.client_id = leads.client_id
      and kind = 'returned' order by id desc limit 1) end`

/**
 * Refuses the professional of a lead that is not open: 'lead_locked' if it waits for a credit, else why its own credit
 * came back. rule: lead-locked
 */
export async function refuseLocked(db: Db, { professionalId, clientId }: Pair): Promise<never> {
  const lead = await db
    .selectFrom('leads')
    .select(leadClosedSql.as('closed'))
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return refuse(lead?.closed ? LEAD_CLOSED[lead.closed] : 'lead_locked')
}

/**
 * Whether the lead of this pair is open, or the next contact of the client opens it with a credit. Keeps that true
 * until the transaction ends. rule: lead-is-one-pair
 */
export async function leadOpens(tx: Db, { professionalId, clientId }: Pair): Promise<boolean> {
  // Credits that arrive open waiting leads by themselves.
  const { rows } = await sql<{ opens: boolean }>`
    with lead as materialized (
      select opened_at, waiting_since from leads
      where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid for update
    ), decided as materialized (
      select opened_at is not null as opens from lead where opened_at is not null or waiting_since is not null
    ), credits as materialized (
      select balance from lead_credits
      where professional_id = ${professionalId}::uuid and not exists (select from decided) for no key update
    )
    select coalesce((select opens from decided), (select balance > 0 from credits), false) as opens`.execute(
    tx,
  )
  return rows[0]!.opens
}

/**
 * Opens waiting leads, oldest first, one for each credit that is left. Call it in each transaction that adds a credit.
 * rule: lead-is-one-pair
 */
export async function openWaitingLeads(tx: Db, professionalId: string, at: Date): Promise<void> {
  const { rows } = await sql<{ client_id: string }>`
    select unlock_waiting as client_id from unlock_waiting(${professionalId}::uuid, ${at}::timestamptz)`.execute(
    tx,
  )
  for (const { client_id } of rows) {
    await recordEvent(tx, {
      kind: 'lead.unlocked',
      subjectId: professionalId,
      actorId: client_id,
      at,
    })
  }
}

/** How many leads of a professional wait for a credit. */
export async function countWaitingLeads(db: Db, professionalId: string): Promise<number> {
  const { count } = await db
    .selectFrom('leads')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('professional_id', '=', professionalId)
    .where('waiting_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The first `max` clients whose leads wait for a credit, by first name, oldest first. */
export async function waitingLeadsOf(
  db: Db,
  professionalId: string,
  max: number,
): Promise<{ client: string; since: Date }[]> {
  const rows = await db
    .selectFrom('leads')
    .innerJoin('users', 'users.id', 'leads.client_id')
    .select(['users.first_name as client', 'leads.waiting_since'])
    .where('professional_id', '=', professionalId)
    .where('waiting_since', 'is not', null)
    .orderBy('waiting_since')
    .limit(max)
    .execute()
  return rows.map(({ client, waiting_since }) => ({ client, since: waiting_since! }))
}
