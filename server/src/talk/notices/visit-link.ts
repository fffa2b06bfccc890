import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { dollars } from '#contract/bookings/booking-price.ts'
import { displayName } from '#contract/people/display-name.ts'
import type { VisitAnswer } from '#contract/talk/notices.ts'
import type { Role, ServiceType } from '#contract/product.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { readIdempotencyKey, runInTransaction } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { notifyBookingChange } from '#server/live/notify-sides.ts'
import type { Context } from '#server/context.ts'
import { writeAnswer } from '#server/bookings/proposals/answer-proposal.ts'
import {
  LEAD_OPEN_SQL,
  visibleCitySql,
  visibleStateSql,
} from '#server/bookings/lists/visible-booking.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { LINES_SQL, shownLine } from '#server/market/offer/booking-lines.ts'
import { countCommand, skipDate } from '#server/bookings/change-series/series-commands.ts'

/** Whoever did not make the proposal reads its link: a client sees their own home. They read the link of a skip too. */
const OPEN = `(booking_proposals.by is distinct from 'client' or ${LEAD_OPEN_SQL})`

/**
 * Returns the token of a new link that answers a proposal once, until it expires; undefined if it is not open. Only
 * its hash is stored. rule: answer-link
 */
export async function makeVisitToken(db: Db, proposalId: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url')
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('visit_links')
    .columns(['token_hash', 'proposal_id', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('booking_proposals')
        .select([eb.val(hashOf(token)).as('token_hash'), 'id', 'expires_at'])
        .where('id', '=', proposalId)
        .where('status', '=', 'open'),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows ? token : undefined
}

/**
 * Returns the token of a new link by which the client skips a visit of a series, until the visit begins.
 * rule: answer-link
 */
export async function makeSkipToken(
  db: Db,
  { id, starts_at }: { id: string; starts_at: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('visit_links')
    .values({ token_hash: hashOf(token), booking_id: id, expires_at: starts_at })
    .execute()
  return token
}

/** The visit of a link. Refuses a used, ended or unknown link with 'answer_link_ended'. rule: answer-link */
export async function showVisitByLink({ db, clock }: Context, token: string) {
  const found = await usableLinks(db, hashOf(token), clock.now())
    .innerJoin('users', 'users.id', 'bookings.client_id')
    .innerJoin('professionals', 'professionals.user_id', 'bookings.professional_id')
    .select([
      'users.first_name',
      'professionals.full_name',
      'booking_proposals.by',
      'service_type',
      'bookings.starts_at',
      'booking_proposals.starts_at as proposed',
      'time_zone',
      'zip_code',
      'estimated_hours',
      'total_cents',
      'notice_hours',
      'visit_links.expires_at',
      LINES_SQL.as('lines'),
      sql<string>`${sql.raw(visibleCitySql(OPEN))}`.as('city'),
      sql<string>`${sql.raw(visibleStateSql(OPEN))}`.as('state'),
    ])
    .executeTakeFirst()
  if (!found) refuse('answer_link_ended')
  const { first_name, full_name, total_cents, lines, proposed, ...facts } = found
  return {
    ...facts,
    may: answersOf(facts),
    by: facts.by as Role | null,
    service_type: facts.service_type as ServiceType,
    client_first_name: first_name,
    professional_name: displayName(full_name),
    total_amount: dollars(total_cents),
    lines: lines.map(shownLine),
    starts_at: facts.starts_at.toISOString(),
    proposed_starts_at: proposed && proposed.toISOString(),
    expires_at: facts.expires_at.toISOString(),
  }
}

/** `by`: the side that proposed another time; null for a link that skips a visit. */
function answersOf({ by }: { by: string | null }): VisitAnswer[] {
  return by === null ? ['skipped'] : ['accepted', 'declined']
}

/**
 * Answers the proposal of a link for the side that did not make it, or skips the visit for its client. If that is
 * refused, the link stays usable. `key`: the Idempotency-Key, which belongs to whom the link was sent. Refuses
 * 'invalid_input' for an answer that is not one of the link's.
 * rule: answer-link, proposals, series-breaks, idempotency-key
 */
export async function answerVisitByLink(
  context: Context,
  token: string,
  answer: VisitAnswer,
  key: string | undefined,
): Promise<{ status: VisitAnswer }> {
  const { db, clock } = context
  const hash = hashOf(token)
  const reader = await readerOfLink(db, hash)
  if (!reader) refuse('answer_link_ended')
  const call = 'POST /api/visit-links/{token}'
  const idempotency =
    key === undefined ? undefined : readIdempotencyKey(reader.id, call, key, [token, answer])
  const isUsable = answersOf(reader).includes(answer)
  if (isUsable && answer === 'skipped') await countCommand(context, reader, idempotency)
  const answered = await runInTransaction(db, idempotency, async (tx) => {
    const link = (await claimLink(tx, hash, clock.now())) ?? refuse('answer_link_ended')
    if (!isUsable) refuse('invalid_input')
    await answerLink(tx, context, link, reader, answer)
    return { status: answer, booking_id: link.booking_id }
  })
  await notifyBookingChange(context, answered.booking_id)
  return { status: answered.status }
}

type Link = NonNullable<Awaited<ReturnType<typeof claimLink>>>
type Reader = Side & Pick<Link, 'by'>

async function answerLink(
  tx: Tx,
  context: Context,
  { booking_id, proposal_id, series_id, series_date }: Link,
  reader: Reader,
  answer: VisitAnswer,
): Promise<void> {
  const now = context.clock.now()
  if (answer === 'skipped') return skipDate(tx, reader, series_id!, series_date!, now)
  const ids = { bookingId: booking_id, proposalId: proposal_id! }
  await writeAnswer(tx, context, reader, ids, answer, now)
}

/** Whom a link was sent to, also if it was used: the side that did not propose, or the client who can skip. */
async function readerOfLink(db: Db, hash: Buffer): Promise<Reader | undefined> {
  const link = await linksWithVisit(db, hash)
    .select(['booking_proposals.by', 'client_id', 'professional_id'])
    .executeTakeFirst()
  if (!link) return undefined
  return link.by === 'client'
    ? { id: link.professional_id, role: 'professional', by: link.by }
    : { id: link.client_id, role: 'client', by: link.by }
}

/** Marks a link as used. Of several concurrent calls, only one returns the link. */
async function claimLink(tx: Tx, hash: Buffer, now: Date) {
  const link = await usableLinks(tx, hash, now)
    .select([
      'proposal_id',
      'booking_proposals.by',
      'bookings.id as booking_id',
      'series_id',
      'series_date',
    ])
    .executeTakeFirst()
  if (!link) return undefined
  const { numUpdatedRows } = await tx
    .updateTable('visit_links')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? link : undefined
}

/** A proposal must be open. A visit that is skipped must still be agreed, and its series be running. */
function usableLinks(db: Db, hash: Buffer, now: Date) {
  return linksWithVisit(db, hash)
    .where('used_at', 'is', null)
    .where('visit_links.expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('booking_proposals.status', '=', 'open'),
        eb.and([
          eb('visit_links.booking_id', 'is not', null),
          eb('bookings.status', '=', 'accepted'),
          eb('bookings.starts_at', '>', now),
          sql<boolean>`exists (select from series where series.id = bookings.series_id and series.status = 'active')`,
        ]),
      ]),
    )
}

function linksWithVisit(db: Db, hash: Buffer) {
  return db
    .selectFrom('visit_links')
    .leftJoin('booking_proposals', 'booking_proposals.id', 'visit_links.proposal_id')
    .innerJoin('bookings', (join) =>
      join.on(
        'bookings.id',
        '=',
        sql<string>`coalesce(visit_links.booking_id, booking_proposals.booking_id)`,
      ),
    )
    .where('token_hash', '=', hash)
}
