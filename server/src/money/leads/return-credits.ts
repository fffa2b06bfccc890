import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { openWaitingLeads } from './leads.ts'
import type { Pair } from './leads.ts'
import { recordMoneyEvent } from '../refunds/money-events.ts'

const RETURNS_PER_QUERY = 500
/** How long after the lead's creation a cancellation by the client returns the credit. */
const EARLY_CANCELLATION_MS = 24 * 3_600_000

/**
 * The job 'return-leads': returns every credit whose return is due. One that fails is tried again by the next run, and
 * does not stop the others. rule: lead-returns
 */
export async function returnDueCredits({ db, clock, log }: Context): Promise<void> {
  const now = clock.now()
  let last: DueReturn | undefined
  for (;;) {
    const due = await listDueReturns(db, now, last)
    for (const pair of due) {
      try {
        await db.transaction().execute((tx) => returnDueCredit(tx, pair, now))
      } catch (error) {
        log.error({ err: error, ...pair }, 'the return of a credit has to wait')
      }
    }
    if (due.length < RETURNS_PER_QUERY) return
    last = due.at(-1)
  }
}

/** `dueAt` is text, because a date of JavaScript has no microseconds. */
type DueReturn = Pair & { dueAt: string }

/** A batch of the leads whose return is due, oldest first, after the last of the batch before. */
async function listDueReturns(
  db: Db,
  now: Date,
  last: DueReturn | undefined,
): Promise<DueReturn[]> {
  const { rows } = await sql<DueReturn>`
    select professional_id as "professionalId", client_id as "clientId", return_due_at::text as "dueAt"
    from leads
    where return_due_at <= ${now}::timestamptz and opened_at is not null and returned_at is null
      and (return_due_at, professional_id, client_id)
        > (coalesce(${last?.dueAt ?? null}::timestamptz, '-infinity'), ${last?.professionalId ?? NO_ID}::uuid, ${last?.clientId ?? NO_ID}::uuid)
    order by return_due_at, professional_id, client_id
    limit ${RETURNS_PER_QUERY}`.execute(db)
  return rows
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the credit of a lead whose return is due. A pair with an accepted or completed booking, or a series with
 * later visits, keeps its lead open, and its credit does not return by this. Safe to repeat. rule: lead-returns
 */
async function returnDueCredit(tx: Db, pair: Pair, now: Date): Promise<void> {
  const lead = await lockReturnableLead(tx, pair, now)
  if (!lead?.return_due_at || lead.return_due_at > now) return
  if (!lead.has_visit) {
    // The stored reasons: 'no_word' means that the client never wrote or booked, 'silent' that the client did not
    // reply.
    return returnCredit(tx, pair, lead.client_acted_at === null ? 'no_word' : 'silent', now)
  }
  await tx
    .updateTable('leads')
    .set({ return_due_at: null })
    .where('professional_id', '=', pair.professionalId)
    .where('client_id', '=', pair.clientId)
    .execute()
}

/**
 * Call it in the transaction in which a client has cancelled an accepted booking or ended a running series. If the lead
 * was created within the last 24 hours and the pair has neither another accepted or completed booking nor a series with
 * later visits, the credit returns. rule: lead-returns
 */
export async function returnCreditOfEarlyCancellation(
  tx: Db,
  pair: Pair,
  now: Date,
): Promise<void> {
  const lead = await lockReturnableLead(tx, pair, now)
  if (!lead || lead.has_visit || +now - +lead.created_at > EARLY_CANCELLATION_MS) return
  await returnCredit(tx, pair, 'cancelled_early', now)
}

/**
 * Locks an open lead whose credit has not returned before. Of an acceptance and a return at the same moment the later
 * one sees what the earlier one wrote. Both lock the lead, and the bookings are read by a later statement. A running
 * series counts as a visit while a later one can follow: a date is still to be booked, or one without a visit can get
 * one.
 */
async function lockReturnableLead(tx: Db, { professionalId, clientId }: Pair, now: Date) {
  const lead = await tx
    .selectFrom('leads')
    .select(['created_at', 'client_acted_at', 'return_due_at'])
    .where('professional_id', '=', professionalId)
    .where('client_id', '=', clientId)
    .where('opened_at', 'is not', null)
    .where('returned_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!lead) return undefined
  const { rows } = await sql<{ has_visit: boolean }>`
    select exists (
        select from bookings where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
          and status in ('accepted', 'completed'))
      or exists (
        select from series where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
          and status = 'active' and (next_date is not null or exists (
            select from series_visits where series_id = series.id
              and date >= (${now}::timestamptz at time zone time_zone)::date
              and series_visits.status in ('planned', 'skipped', 'paused', 'conflict')))) as has_visit`.execute(
    tx,
  )
  return { ...lead, has_visit: rows[0]!.has_visit }
}

/**
 * Returns the credit of a lead that the caller has locked, closes the lead and notifies the professional. The returned
 * credit opens the next waiting lead. rule: lead-returns
 */
async function returnCredit(
  tx: Db,
  { professionalId, clientId }: Pair,
  reason: 'no_word' | 'silent' | 'cancelled_early',
  now: Date,
): Promise<void> {
  await sql`
    with lead as (
      update leads set return_due_at = null, opened_at = null, returned_at = ${now}::timestamptz
      where professional_id = ${professionalId}::uuid and client_id = ${clientId}::uuid
    )
    insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
    values (
      ${professionalId}::uuid, 'returned', 1, ${reason}, format('returned %s %s', ${professionalId}::uuid, ${clientId}::uuid),
      ${clientId}::uuid, ${now}::timestamptz)`.execute(tx)
  await recordMoneyEvent(tx, {
    kind: 'lead.returned',
    subjectId: professionalId,
    actorId: null,
    at: now,
    data: { client_id: clientId, reason },
  })
  await openWaitingLeads(tx, professionalId, now)
}

/** Credits that were spent on a false client within this many days return. */
const FALSE_CLIENT_DAYS = 30

/**
 * Returns each credit that was spent on the leads of a client in the last 30 days and has not returned yet, and
 * notifies the professionals. The leads stay open, and nothing returns to them any more. Locks leads before credits, as
 * each return does, and both in the order of the professionals. rule: lead-returns
 */
export async function returnCreditsOfFalseClient(
  tx: Tx,
  clientId: string,
  now: Date,
): Promise<void> {
  const since = new Date(+now - FALSE_CLIENT_DAYS * 86_400_000)
  const open = await tx
    .selectFrom('leads')
    .select('professional_id')
    .where('client_id', '=', clientId)
    .where('opened_at', 'is not', null)
    .orderBy('professional_id')
    .forUpdate()
    .execute()
  const professionals = open.map(({ professional_id }) => professional_id)
  await sql`
    select from lead_credits where professional_id = any(${professionals}::uuid[])
    order by professional_id for no key update`.execute(tx)
  const { rows } = await sql<{ professional_id: string }>`
    with returned as (
      insert into lead_ledger (professional_id, kind, amount, reason, key, client_id, at)
      select professional_id, 'returned', 1, 'client_suspended', format('client suspended %s', id), client_id, ${now}::timestamptz
      from lead_ledger as spent
      where professional_id = any(${professionals}::uuid[]) and client_id = ${clientId}::uuid
        and kind = 'spent' and at > ${since}::timestamptz
        and not exists (select from lead_ledger as earlier where earlier.spent_id = spent.id)
      returning professional_id
    ), done as (
      update leads set return_due_at = null, returned_at = ${now}::timestamptz from returned
      where leads.professional_id = returned.professional_id and client_id = ${clientId}::uuid
    )
    select professional_id from returned order by professional_id`.execute(tx)
  for (const { professional_id } of rows) {
    await recordMoneyEvent(tx, {
      kind: 'lead.returned',
      subjectId: professional_id,
      actorId: null,
      at: now,
      data: { client_id: clientId, reason: 'client_suspended' },
    })
    await openWaitingLeads(tx, professional_id, now)
  }
}
