import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { dollars } from '#contract/bookings/booking-price.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { moveBooking } from '#server/bookings/moves/booking-moves.ts'
import {
  LEAD_OPEN_SQL,
  visibleCitySql,
  visibleStateSql,
} from '#server/bookings/lists/visible-booking.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import { LINES_SQL, shownLine } from '#server/market/offer/booking-lines.ts'
import { askedVisits } from '#server/bookings/series/asked-visits.ts'

/**
 * Returns the token of a new link that answers a request once, until the request ends. Only its hash is stored.
 * rule: secret-addresses
 */
export async function makeAnswerToken(
  db: Db,
  { id: booking_id, expires_at }: { id: string; expires_at: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('answer_links')
    .values({ token_hash: hashOf(token), booking_id, expires_at })
    .execute()
  return token
}

/** The request of a link. Refuses a used, ended or unknown link with 'answer_link_ended'. rule: answer-link */
export async function showRequestByLink(context: Context, token: string) {
  const { db, clock } = context
  const request = await db
    .selectFrom('answer_links')
    .innerJoin('bookings', 'bookings.id', 'answer_links.booking_id')
    .innerJoin('users', 'users.id', 'bookings.client_id')
    .select([
      'users.first_name',
      'service_type',
      'starts_at',
      'time_zone',
      'zip_code',
      'estimated_hours',
      'total_cents',
      'bookings.expires_at',
      'professional_id',
      'series_id',
      LINES_SQL.as('lines'),
      sql<string>`${sql.raw(visibleCitySql(LEAD_OPEN_SQL))}`.as('city'),
      sql<string>`${sql.raw(visibleStateSql(LEAD_OPEN_SQL))}`.as('state'),
    ])
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('answer_links.expires_at', '>', clock.now())
    .where('bookings.status', '=', 'pending')
    .executeTakeFirst()
  if (!request) refuse('answer_link_ended')
  const { first_name, total_cents, lines, starts_at, expires_at, service_type, ...others } = request
  const { professional_id, series_id, ...facts } = others
  return {
    ...facts,
    series: series_id === null ? null : await askedVisits(context, professional_id, series_id),
    service_type: service_type as ServiceType,
    client_first_name: first_name,
    total_amount: dollars(total_cents),
    lines: lines.map(shownLine),
    starts_at: starts_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }
}

/**
 * Accepts or declines the booking request of a link, for its professional: of regular visits all, or the first one
 * alone. If that is refused, the link stays usable.
 * rule: answer-link, booking-moves
 */
export async function answerByLink(
  context: Context,
  token: string,
  answer: 'accepted' | 'declined',
  series: 'all' | 'first_only' = 'all',
): Promise<{ status: 'accepted' | 'declined' }> {
  const hash = hashOf(token)
  const now = context.clock.now()
  const link = await findLink(context.db, hash, now)
  if (!link) refuse('answer_link_ended')
  const professional = { id: link.professional_id, role: 'professional' } as const
  const move = { status: answer, series }
  await moveBooking(context, professional, link.booking_id, move, (tx) => useLink(tx, hash, now))
  return { status: answer }
}

async function findLink(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('answer_links')
    .innerJoin('bookings', 'bookings.id', 'answer_links.booking_id')
    .select(['answer_links.booking_id', 'bookings.professional_id'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('answer_links.expires_at', '>', now)
    .executeTakeFirst()
}

/** Marks a link as used, with what it does. Refuses 'answer_link_ended' to all but one of several concurrent calls. */
async function useLink(tx: Db, tokenHash: Buffer, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('answer_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('answer_link_ended')
}
