import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import type { ContactAttempt } from '#contract/visits/problems.ts'
import { PROBLEM_HOURS } from '#contract/visits/problem-rules.ts'
import type {
  Decision,
  DecisionReason,
  ProblemKind,
  ProblemState,
} from '#contract/visits/problem-rules.ts'
import type { Role } from '#contract/product.ts'
import { PRESS_LATE_MINUTES } from '#contract/visits/visit-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Problems } from '#server/db/types.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { writeOutcome } from '#server/bookings/moves/outcome.ts'
import { contactFrom } from './reporting.ts'
import type { ReportState } from './reporting.ts'

/** How many contacts an answer lists, the newest. */
const CONTACTS_MAX = 50

export type ProblemRow = Selectable<Problems> & {
  kind: ProblemKind
  state: ProblemState
  by: Role
  decision: Decision | null
  decision_reason: DecisionReason | null
  /** When a background job moves it; null: it does not. */
  due_at: Date | null
  /** The side that cancelled the re-clean; null: nobody did. */
  reclean_cancelled_by: Role | null
}

/**
 * When a background job moves a row of `problems`. That of a booked re-clean is 72 hours after it took place, or the
 * moment at which it was cancelled. It follows from the event with which the re-clean ended, so a late job changes
 * nothing.
 * rule: problem-moves
 */
export const DUE_SQL = sql<Date | null>`coalesce(problems.answer_until, case when problems.state = 'reclean_booked' then (
  select min(case kind when 'booking.completed' then at + make_interval(hours => ${sql.lit(PROBLEM_HOURS)}) else at end)
  from events where events.subject_id = problems.reclean_id and events.kind in ('booking.completed', 'booking.cancelled')
) end)`

const RECLEAN_CANCELLED_SQL = sql<Role | null>`(
  select cancelled_by from bookings where bookings.id = problems.reclean_id and bookings.status = 'cancelled')`

/** The problem and its booking's id, if this person is a side of the booking. rule: booking-roles */
export async function bookingOfProblem(
  db: Db,
  { id, role }: Side,
  problemId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('problems')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('bookings.id')
    .where('problems.id', '=', problemId)
    .where(role === 'client' ? 'client_id' : 'professional_id', '=', id)
    .executeTakeFirst()
  return row?.id
}

export async function problemById(db: Db, id: string): Promise<ProblemRow> {
  const row = await db
    .selectFrom('problems')
    .selectAll()
    .select([DUE_SQL.as('due_at'), RECLEAN_CANCELLED_SQL.as('reclean_cancelled_by')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row as ProblemRow
}

/** How many problems of a visit an answer lists, the newest. */
const PROBLEMS_SHOWN = 20

export async function problemsOfBooking(db: Db, bookingId: string): Promise<ProblemRow[]> {
  const rows = await db
    .selectFrom('problems')
    .selectAll()
    .select([DUE_SQL.as('due_at'), RECLEAN_CANCELLED_SQL.as('reclean_cancelled_by')])
    .where('booking_id', '=', bookingId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PROBLEMS_SHOWN)
    .execute()
  return rows as ProblemRow[]
}

/** Changes a problem, and with its state what became of the visit. The booking is locked before. rule: no-show */
export async function updateProblem(
  tx: Db,
  { id, booking_id }: Pick<ProblemRow, 'id' | 'booking_id'>,
  values: Partial<Omit<ProblemRow, 'id' | 'due_at' | 'reclean_cancelled_by'>>,
): Promise<void> {
  await tx.updateTable('problems').set(values).where('id', '=', id).execute()
  await writeOutcome(tx, booking_id)
}

/** The person whom a problem is about: the side that did not report it. */
export async function otherSideOf(db: Db, problemId: string): Promise<string> {
  const { id } = await db
    .selectFrom('problems')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(sql<string>`case by when 'client' then professional_id else client_id end`.as('id'))
    .where('problems.id', '=', problemId)
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The time of a press, but of one that came late its receipt: nobody shortens the time of the other side by a time that
 * the phone claims.
 */
const SEEN_AT_SQL = sql.raw(
  `case when received_at - at > interval '${PRESS_LATE_MINUTES} minutes' then received_at else at end`,
)

/**
 * Whether a side could not write when it pressed 'Message', and still cannot: the other side has blocked it, or one of
 * the two is suspended. Their own block they can take back. rule: no-show
 */
function couldNotWriteSql(side: Role): RawBuilder<boolean> {
  const [own, other] = ['client_id', 'professional_id'].map((column) =>
    sql.ref(`bookings.${column}`),
  )
  const [blocked, blocker] = side === 'client' ? [own, other] : [other, own]
  return sql<boolean>`(exists (
      select from blocks where blocker_id = ${blocker} and blocked_id = ${blocked} and blocks.at <= booking_contacts.at
    ) or exists (
      select from users join suspensions on suspensions.id = suspension_id
      where users.id in (${own}, ${other}) and began_at <= booking_contacts.at
    ))`
}

/** The facts that decide which problems a side can report. The booking must exist. */
export async function reportState(db: Db, bookingId: string, side: Role): Promise<ReportState> {
  const by = side === 'client' ? 'client_id' : 'professional_id'
  const { rows } = await sql<Omit<ReportState, 'tried'>>`
    select status, starts_at, ends_at, all_good_at, no_show,
      exists (select from users where id in (client_id, professional_id) and deleted_at is not null) as is_over,
      (select min(${SEEN_AT_SQL}) from booking_stages
        where booking_id = bookings.id and stage in ('arrived', 'started', 'finished')) as arrived_at,
      (select ${SEEN_AT_SQL} from booking_stages where booking_id = bookings.id and stage = 'finished') as finished_at,
      case when status = 'completed' then coalesce(
        (select max(at) from events where subject_id = bookings.id and kind = 'booking.completed'), ends_at
      ) end as completed_at,
      array(select kind from problems where booking_id = bookings.id
        and state in ('open', 'answered', 'reclean_booked', 'disputed')) as undecided
    from bookings where id = ${bookingId}::uuid`.execute(db)
  const state = { ...rows[0]!, tried: false }
  const tried = await sql<{ tried: boolean }>`
    select exists (
        select from booking_contacts
        where booking_id = bookings.id and by = ${side} and at >= ${contactFrom(state)}::timestamptz
          and (way = 'call' or ${couldNotWriteSql(side)})
      ) or exists (
        select from messages join leads using (conversation_id)
        where leads.professional_id = bookings.professional_id and leads.client_id = bookings.client_id
          and sender_id = bookings.${sql.raw(by)} and kind in ('text', 'picture')
          and messages.created_at >= ${contactFrom(state)}::timestamptz
      ) as tried
    from bookings where id = ${bookingId}::uuid`.execute(db)
  return { ...state, tried: tried.rows[0]!.tried }
}

/**
 * The attempts of both sides to reach each other from an hour before the start until the report, the newest 50, oldest
 * first: pressed buttons, and messages. rule: no-show
 */
export async function contactsOf(
  db: Db,
  bookingId: string,
  until: Date | null = null,
): Promise<ContactAttempt[]> {
  const { rows } = await sql<{
    at: Date
    by: Role
    way: ContactAttempt['way']
    received_at: Date | null
  }>`
    with visit as (
      select own.id, client_id, professional_id, starts_at - interval '1 hour' as since from bookings as own where own.id = ${bookingId}::uuid
    ), contact as (
      select at, by, way, received_at from booking_contacts join visit on visit.id = booking_id where at >= since
      union all
      select messages.created_at, case when sender_id = visit.client_id then 'client' else 'professional' end, 'message',
        messages.created_at
      from visit join leads using (professional_id, client_id) join messages using (conversation_id)
      where kind in ('text', 'picture') and messages.created_at >= since
    ), newest as (
      select at, by, way, received_at from contact
      where ${until}::timestamptz is null or at <= ${until}::timestamptz order by at desc limit ${CONTACTS_MAX}
    )
    select * from newest order by at`.execute(db)
  return rows.map(({ at, by, way, received_at }) => ({
    at: at.toISOString(),
    received_at: received_at?.toISOString() ?? null,
    by,
    way,
  }))
}

/** When this person reported problems since a moment, the oldest first. */
export async function reportsSince(db: Db, person: Side, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('problems')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('opened_at')
    .where('by', '=', person.role)
    .where(person.role === 'client' ? 'client_id' : 'professional_id', '=', person.id)
    .where('opened_at', '>', since)
    .orderBy('opened_at')
    .execute()
  return rows.map(({ opened_at }) => opened_at)
}
