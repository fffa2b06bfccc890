import { hasBegun } from '#contract/bookings/booking-status.ts'
import type { Role } from '#contract/product.ts'
import type { Proposal, ProposalAnswer } from '#contract/bookings/proposals.ts'
import type { ProposalRow } from './proposals.queries.ts'

export { isProposalOpen, openProposalSql } from './proposals.queries.ts'
export type { ProposalRow } from './proposals.queries.ts'

export const isOpenAt = ({ expires_at }: ProposalRow, now: Date) => new Date(expires_at) > now

/** How many times each side can propose for one booking. rule: proposals */
export const PROPOSALS_MAX = 5

/** The reader of a proposal: their side, whether they see a client's note, and whether they could accept. */
export type ProposalReader = { role: Role; seesNote: boolean; canAccept: boolean }

/** A proposal as its reader sees it. rule: proposals, lead-locked */
export function toProposal(row: ProposalRow, reader: ProposalReader, now: Date): Proposal {
  const isHidden = row.by === 'client' && !reader.seesNote
  return { ...row, note: isHidden ? '' : row.note, may: answersOf(row, reader, now) }
}

function answersOf(
  { status, expires_at, by }: ProposalRow,
  { role, canAccept }: ProposalReader,
  now: Date,
): ProposalAnswer[] {
  if (status !== 'open' || new Date(expires_at) <= now) return []
  if (by === role) return ['withdrawn']
  return canAccept ? ['accepted', 'declined'] : ['declined']
}

type ProposableBooking = {
  status: string
  starts_at: Date
  stage: string | null
  expires_at: Date
  held: string | null
  blocked: boolean
  /** How often the reader has proposed a time. */
  proposals: number
  /** The open one. */
  proposal: ProposalRow | null
}

/** The field `may_move` of a booking: whether the reader can propose a time now. rule: proposals */
export function mayPropose(
  { status, starts_at: startsAt, stage, expires_at, held, ...rest }: ProposableBooking,
  { role, seesNote, canAccept }: ProposalReader,
  now: Date,
): boolean {
  const { blocked, proposals, proposal } = rest
  const isAhead =
    held === null &&
    !hasBegun({ startsAt, stage }, now) &&
    (status === 'accepted' || (status === 'pending' && expires_at > now && canAccept))
  return isAhead && !blocked && seesNote && proposals < PROPOSALS_MAX && proposal?.by !== role
}
