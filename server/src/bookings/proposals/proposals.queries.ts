import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Proposal } from '#contract/bookings/proposals.ts'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { blockedSql } from '#server/people/person/blocked-pair.ts'
import type { LockedBooking } from '../moves/booking-moves.queries.ts'
import type { VisitTime } from '../lists/visit-time.ts'

/** A proposal as SQL makes it: instants are ISO texts. */
export type ProposalRow = Omit<Proposal, 'may'>

const instantSql = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A row of the table booking_proposals as JSON. */
const PROPOSAL_JSON = sql<ProposalRow>`${sql.raw(`jsonb_build_object(
  'id', booking_proposals.id, 'booking_id', booking_proposals.booking_id, 'by', booking_proposals.by,
  'booking_date', booking_proposals.booking_date, 'booking_time', to_char(booking_proposals.booking_time, 'HH24:MI'),
  'starts_at', ${instantSql('booking_proposals.starts_at')}, 'ends_at', ${instantSql('booking_proposals.ends_at')},
  'note', booking_proposals.note, 'outside_hours', booking_proposals.outside_hours, 'status', booking_proposals.status,
  'expires_at', ${instantSql('booking_proposals.expires_at')}, 'created_at', ${instantSql('booking_proposals.created_at')})`)}`

/** The open proposal of a row of the table bookings, as JSON; null without one. rule: proposals */
export function openProposalSql(now: Date): RawBuilder<ProposalRow | null> {
  return sql`(
    select ${PROPOSAL_JSON} from booking_proposals
    where booking_proposals.booking_id = bookings.id and booking_proposals.status = 'open'
      and booking_proposals.expires_at > ${now}::timestamptz)`
}

/** How often this side has proposed a time for a row of the table bookings. */
export function proposalCountSql(side: Role): RawBuilder<number> {
  return sql`(
    select count(*)::int from booking_proposals
    where booking_proposals.booking_id = bookings.id and booking_proposals.by = ${sql.lit(side)})`
}

/** SQL for a row of `bookings`: whether one side has blocked the other, or is suspended. rule: block, suspension */
export const BLOCKED_SQL = blockedSql(
  sql.ref('bookings.client_id'),
  sql.ref('bookings.professional_id'),
)

/** The facts that decide whether a side can propose a time for a booking. */
export async function proposingState(db: Db, bookingId: string, side: Role) {
  return db
    .selectFrom('bookings')
    .select([BLOCKED_SQL.as('blocked'), proposalCountSql(side).as('count')])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

/** The proposal that is stored as open, also when its time has passed. */
export async function storedOpenProposal(db: Db, bookingId: string) {
  return selectProposals(db)
    .where('booking_id', '=', bookingId)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** Undefined unless it is a proposal of this booking. */
export async function proposalOfBooking(db: Db, bookingId: string, id: string) {
  return selectProposals(db)
    .where('booking_id', '=', bookingId)
    .where('id', '=', id)
    .executeTakeFirst()
}

function selectProposals(db: Db) {
  return db.selectFrom('booking_proposals').select(PROPOSAL_JSON.as('json')).$castTo<{
    json: ProposalRow
  }>()
}

/** Whether another accepted visit of the professional lies at that time. rule: booking-conflict */
export async function overlapsAccepted(
  db: Db,
  { id, professional_id }: LockedBooking,
  { startsAt, endsAt }: Pick<VisitTime, 'startsAt' | 'endsAt'>,
): Promise<boolean> {
  const other = await db
    .selectFrom('bookings')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('status', '=', 'accepted')
    .where('id', '<>', id)
    .where('starts_at', '<', endsAt)
    .where('ends_at', '>', startsAt)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export async function insertProposal(
  db: Db,
  proposal: {
    booking_id: string
    by: Role
    booking_date: string
    booking_time: string
    starts_at: Date
    ends_at: Date
    note: string
    outside_hours: boolean
    status?: 'accepted'
    created_at: Date
    expires_at: Date
  },
): Promise<ProposalRow> {
  const { json } = await db
    .insertInto('booking_proposals')
    .values(proposal)
    .returning(PROPOSAL_JSON.as('json'))
    .executeTakeFirstOrThrow()
  return json
}

/** Whether it was open. */
export async function closeProposal(
  db: Db,
  id: string,
  status: Exclude<Proposal['status'], 'open'>,
): Promise<boolean> {
  const closed = await db
    .updateTable('booking_proposals')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/**
 * Locks the bookings, writes 'withdrawn' to the open proposals of a professional that touch a period, and returns them.
 */
export async function closeProposalsDuring(
  db: Db,
  professionalId: string,
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
) {
  const touched = await db
    .selectFrom('booking_proposals')
    .innerJoin('bookings', 'bookings.id', 'booking_proposals.booking_id')
    .select('booking_proposals.id')
    .where('bookings.professional_id', '=', professionalId)
    .where('booking_proposals.by', '=', 'professional')
    .where('booking_proposals.status', '=', 'open')
    .where('booking_proposals.starts_at', '<', endsAt)
    .where('booking_proposals.ends_at', '>', startsAt)
    .orderBy('bookings.id')
    .forUpdate('bookings')
    .execute()
  if (touched.length === 0) return []
  return db
    .updateTable('booking_proposals')
    .set({ status: 'withdrawn' })
    .where(
      'id',
      'in',
      touched.map(({ id }) => id),
    )
    .where('status', '=', 'open')
    .returning(PROPOSAL_JSON.as('json'))
    .execute()
}

/** The booking as the answer to a proposal shows it, and whether the lead is open. `lead_changes`: see `sequenceOf`. */
export async function movedBooking(db: Db, id: string) {
  return db
    .selectFrom('bookings')
    .innerJoin('leads', (join) =>
      join
        .onRef('leads.professional_id', '=', 'bookings.professional_id')
        .onRef('leads.client_id', '=', 'bookings.client_id'),
    )
    .select(['bookings.id', 'status', 'booking_date', 'booking_time', 'starts_at', 'ends_at'])
    .select(['sequence', LEAD_CHANGES_SQL.as('lead_changes')])
    .select(sql<boolean>`leads.opened_at is not null`.as('open'))
    .where('bookings.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** How often the lead of a row of the table leads was opened, or its credit returned. */
export const LEAD_CHANGES_SQL = sql<number>`leads.openings + (leads.returned_at is not null)::integer`

/** Whether a proposal can still be answered, but for its time. */
export async function isProposalOpen(db: Db, id: string): Promise<boolean> {
  const proposal = await db
    .selectFrom('booking_proposals')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirst()
  return proposal?.status === 'open'
}
