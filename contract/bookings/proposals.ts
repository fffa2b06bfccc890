import { z } from 'zod'
import { BOOKING_STATUSES } from './booking-status.ts'
import { endpoint } from '../endpoint.ts'
import { PROPOSAL_NOTE_LENGTH_MAX } from './booking-rules.ts'
import { ROLES } from '../product.ts'
import { code, Id, Instant, text, WallDate, WallTime } from '../values.ts'

const PROPOSAL_STATUSES = [
  'open',
  'accepted',
  'declined',
  'withdrawn',
  'countered',
  'expired',
  'void',
] as const
/** The other side accepts or declines; the author withdraws. */
const PROPOSAL_ANSWERS = ['accepted', 'declined', 'withdrawn'] as const
export type ProposalAnswer = (typeof PROPOSAL_ANSWERS)[number]

/**
 * Another time for a visit, proposed by one side. `booking_date` and `booking_time` are wall-clock times at the home.
 * `may`: the answers that the reader can give now. rule: proposals
 */
export const Proposal = z.object({
  id: Id,
  booking_id: Id,
  by: z.enum(ROLES),
  booking_date: z.string(),
  booking_time: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  /** Empty while the lead is locked, if the client wrote it. */
  note: z.string(),
  outside_hours: z.boolean(),
  status: z.enum(PROPOSAL_STATUSES),
  expires_at: Instant,
  created_at: Instant,
  may: z.array(z.enum(PROPOSAL_ANSWERS)),
})
export type Proposal = z.infer<typeof Proposal>

const NewProposal = z.object({
  booking_date: WallDate,
  booking_time: WallTime,
  note: text(0, PROPOSAL_NOTE_LENGTH_MAX).default(''),
  counter_to: Id.optional(),
})
export type NewProposal = z.infer<typeof NewProposal>

/** `counter_to` is the open proposal of the other side that this one replaces. rule: proposals */
export const proposeTime = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/proposals',
  summary: 'Propose another time for a visit',
  caller: { role: 'user' },
  params: z.object({ id: z.string() }),
  body: NewProposal,
  idempotent: true,
  answer: z.object({ proposal: Proposal }),
  refusals: [
    'booking_not_found',
    'conversation_blocked',
    'activate_to_accept',
    'lead_locked',
    'time_in_past',
    'date_too_far',
    'time_skipped',
    'same_time',
    'booking_already_moved',
    'booking_started',
    'proposal_over',
    'proposal_open',
    'too_many_proposals',
    'professional_paused',
    'outside_hours',
    'booking_overlap',
  ],
})

/** Answers a proposal. A repeated answer succeeds and changes nothing. rule: proposals */
export const answerProposal = endpoint({
  method: 'PUT',
  path: '/api/bookings/{id}/proposals/{proposalId}',
  summary: 'Accept, decline or withdraw a proposed time',
  caller: { role: 'user' },
  params: z.object({ id: z.string(), proposalId: z.string() }),
  body: z.object({ answer: z.enum(PROPOSAL_ANSWERS, code('invalid_input')) }),
  answer: z.object({
    proposal: Proposal,
    booking: z.object({
      id: Id,
      status: z.enum(BOOKING_STATUSES),
      booking_date: z.string(),
      booking_time: z.string(),
      starts_at: Instant,
      ends_at: Instant,
      sequence: z.number().int(),
    }),
  }),
  refusals: [
    'proposal_not_found',
    'not_yours',
    'activate_to_accept',
    'lead_locked',
    'proposal_over',
    'booking_started',
    'slot_taken',
    'booking_overlap',
    'booking_too_close',
  ],
})
