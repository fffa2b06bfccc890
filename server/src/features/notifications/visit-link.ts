import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { dollars } from '#contract/booking-price.ts'
import { displayName } from '#contract/display-name.ts'
import type { Role, ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import { answerProposal } from '../bookings/proposals.ts'
import { LEAD_OPEN_SQL, visibleCitySql, visibleStateSql } from '../bookings/visible-booking.ts'
import { hashOf } from '../identity/sessions.ts'

/** Whoever did not make the proposal reads its link: a client sees their own home. */
const OPEN = `(booking_proposals.by = 'professional' or ${LEAD_OPEN_SQL})`

/**
 * Returns the token of a new link that answers a proposal once, until it expires; undefined if it is not open. Only
 * its hash is stored. rule: visit-link
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

/** The proposal of a link. Refuses a used, ended or unknown link with 'answer_link_ended'. rule: visit-link */
export async function showProposalByLink({ db, clock }: Context, token: string) {
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
      'booking_proposals.expires_at',
      sql<string>`${sql.raw(visibleCitySql(OPEN))}`.as('city'),
      sql<string>`${sql.raw(visibleStateSql(OPEN))}`.as('state'),
    ])
    .executeTakeFirst()
  if (!found) refuse('answer_link_ended')
  const { first_name, full_name, total_cents, proposed, ...facts } = found
  return {
    ...facts,
    by: facts.by as Role,
    service_type: facts.service_type as ServiceType,
    client_first_name: first_name,
    professional_name: displayName(full_name),
    total_amount: dollars(total_cents),
    starts_at: facts.starts_at.toISOString(),
    proposed_starts_at: proposed.toISOString(),
    expires_at: facts.expires_at.toISOString(),
  }
}

/**
 * Accepts or declines the proposal of a link, for the side that did not make it. If that is refused, the link stays
 * usable. rule: visit-link, proposals
 */
export async function answerProposalByLink(
  context: Context,
  token: string,
  answer: 'accepted' | 'declined',
): Promise<{ status: 'accepted' | 'declined' }> {
  const hash = hashOf(token)
  const link = await claimLink(context.db, hash, context.clock.now())
  if (!link) refuse('answer_link_ended')
  const reader =
    link.by === 'client'
      ? ({ id: link.professional_id, role: 'professional' } as const)
      : ({ id: link.client_id, role: 'client' } as const)
  const ids = { bookingId: link.booking_id, proposalId: link.id }
  try {
    await answerProposal(context, reader, ids, answer)
  } catch (error) {
    await context.db
      .updateTable('visit_links')
      .set({ used_at: null })
      .where('token_hash', '=', hash)
      .execute()
    throw error
  }
  return { status: answer }
}

/** Marks a link as used. Of several concurrent calls, only one returns the proposal. */
async function claimLink(db: Db, hash: Buffer, now: Date) {
  const link = await usableLinks(db, hash, now)
    .select([
      'booking_proposals.id',
      'booking_proposals.by',
      'booking_id',
      'client_id',
      'professional_id',
    ])
    .executeTakeFirst()
  if (!link) return undefined
  const { numUpdatedRows } = await db
    .updateTable('visit_links')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? link : undefined
}

function usableLinks(db: Db, hash: Buffer, now: Date) {
  return db
    .selectFrom('visit_links')
    .innerJoin('booking_proposals', 'booking_proposals.id', 'visit_links.proposal_id')
    .innerJoin('bookings', 'bookings.id', 'booking_proposals.booking_id')
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('visit_links.expires_at', '>', now)
    .where('booking_proposals.status', '=', 'open')
}
