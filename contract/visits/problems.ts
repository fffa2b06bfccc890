import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  DAMAGE_VALUE,
  DECISION_REASONS,
  DECISIONS,
  PROBLEM_KINDS,
  PROBLEM_STATES,
  PROBLEM_TEXT_LENGTH,
} from './problem-rules.ts'
import { PRESS } from '../bookings/press.ts'
import { Hours } from '../bookings/price-lines.ts'
import { ROLES } from '../product.ts'
import { code, Dollars, Id, Instant, text, WallDate, WallTime } from '../values.ts'

const invalid = code('invalid_input')
const ProblemText = text(PROBLEM_TEXT_LENGTH.min, PROBLEM_TEXT_LENGTH.max)

/**
 * One attempt to reach the other side: a message, or a press of 'Call'. `received_at`: when the server received it;
 * null where that was not recorded yet. rule: no-show, visit-stages
 */
export const ContactAttempt = z.object({
  at: Instant,
  received_at: Instant.nullable(),
  by: z.enum(ROLES),
  way: z.enum(['message', 'call']),
})
export type ContactAttempt = z.infer<typeof ContactAttempt>

/** The moves that the reader of a problem can make now. rule: problem-moves */
const PROBLEM_MAY = [
  'accept',
  'dispute',
  'answer',
  'reclean',
  'solved',
  'not_solved',
  'withdrawn',
  'add_photo',
] as const
export type ProblemMay = (typeof PROBLEM_MAY)[number]

/**
 * A problem of a visit, as both sides see it. `answer_until`: when a background job moves it on; null if nothing waits
 * for the clock. `outcome`: how it ended; null until then. rule: problems
 */
export const Problem = z.object({
  id: Id,
  booking_id: Id,
  kind: z.enum(PROBLEM_KINDS),
  by: z.enum(ROLES),
  state: z.enum(PROBLEM_STATES),
  opened_at: Instant,
  answer_until: Instant.nullable(),
  /** Empty once it was deleted. */
  statement: z.string(),
  /** Null: nobody wrote an answer. */
  answer: z.string().nullable(),
  answered_at: Instant.nullable(),
  /** The value of a damage, in dollars; null for other problems. */
  value: Dollars.nullable(),
  /** The photos of both sides, oldest first. rule: problems */
  photos: z.array(z.object({ file: z.string(), url: z.string(), by: z.enum(ROLES), at: Instant })),
  /** The visit, for the head of the page. */
  visit: z.object({
    starts_at: Instant,
    time_zone: z.string(),
    city: z.string(),
    other: z.object({ user_id: Id, name: z.string() }),
  }),
  /** The attempts to reach the other side since an hour before the start, oldest first. */
  contacts: z.array(ContactAttempt),
  /** The visit that the professional offers for nothing; `booking_id` once the client has accepted it. */
  reclean: z
    .object({
      booking_date: z.string(),
      booking_time: z.string(),
      estimated_hours: z.number().int(),
      starts_at: Instant,
      booking_id: Id.nullable(),
    })
    .nullable(),
  outcome: z.enum(['stands', 'solved', 'withdrawn', ...DECISIONS]).nullable(),
  /** The operator's decision, in the words that both sides read. */
  decision: z
    .object({ at: Instant, reason: z.enum(DECISION_REASONS), text: z.string() })
    .nullable(),
  may: z.array(z.enum(PROBLEM_MAY)),
})
export type Problem = z.infer<typeof Problem>

const ofBooking = {
  whileSuspended: 'visits',
  caller: { role: 'user' },
  params: z.object({ id: z.string().max(64) }),
} as const
const ofProblem = ofBooking

const NewProblem = z
  .object({
    kind: z.enum(PROBLEM_KINDS, invalid),
    statement: ProblemText,
    value: z
      .number(invalid)
      .min(DAMAGE_VALUE.min, invalid)
      .max(DAMAGE_VALUE.max, invalid)
      .optional(),
  })
  .refine(({ kind, value }) => (kind === 'damage') === (value !== undefined), {
    error: invalid,
    path: ['value'],
  })
export type NewProblem = z.infer<typeof NewProblem>

/**
 * Reports a no-show, or as the client another problem; a damage has its `value` in dollars. One problem of a kind can
 * be undecided. rule: problems, no-show
 */
export const reportProblem = endpoint({
  ...ofBooking,
  method: 'POST',
  path: '/api/bookings/{id}/problems',
  summary: 'Report a problem of a visit',
  body: NewProblem,
  idempotent: true,
  answer: z.object({ problem: Problem }),
  refusals: [
    'clients_only',
    'booking_not_found',
    'lead_locked',
    'booking_already_moved',
    'report_too_early',
    'report_too_late',
    'no_show_not_arrived',
    'no_show_arrived',
    'no_show_contact_first',
    'problem_open',
  ],
})

/** Shows a problem to both sides of the booking. rule: problems */
export const problem = endpoint({
  ...ofProblem,
  method: 'GET',
  path: '/api/problems/{id}',
  summary: 'A problem of a visit',
  answer: z.object({ problem: Problem }),
  refusals: ['not_found', 'lead_locked'],
})

const ProblemAnswer = z.object({
  accepts: z.boolean(invalid).optional(),
  statement: ProblemText.optional(),
  reclean: z
    .object({ booking_date: WallDate, booking_time: WallTime, estimated_hours: Hours }, invalid)
    .optional(),
})
export type ProblemAnswer = z.infer<typeof ProblemAnswer>

/**
 * The other side answers. Of a no-show: `accepts`, and a `statement` unless they accept. Of another problem: a
 * `statement`, and perhaps the time of a re-clean by the clock of the home. rule: problem-moves
 */
export const answerProblem = endpoint({
  ...ofProblem,
  method: 'PUT',
  path: '/api/problems/{id}/answer',
  summary: 'Answer a problem that the other side has reported',
  body: ProblemAnswer,
  answer: z.object({ problem: Problem }),
  refusals: [
    'not_found',
    'not_yours',
    'lead_locked',
    'problem_moved',
    'time_skipped',
    'time_in_past',
    'date_too_far',
    'booking_overlap',
  ],
})

/** Books the re-clean that the professional offers, for nothing. rule: reclean */
export const acceptReclean = endpoint({
  ...ofProblem,
  method: 'POST',
  path: '/api/problems/{id}/reclean',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  summary: 'Book the visit that the professional offers as a repair',
  answer: z.object({ problem: Problem }),
  refusals: ['not_found', 'problem_moved', 'slot_taken'],
})

/** Its author says that it is solved or not, or takes it back. rule: problem-moves */
export const closeProblem = endpoint({
  ...ofProblem,
  method: 'PUT',
  path: '/api/problems/{id}/close',
  summary: 'Say whether a problem is solved, or take it back',
  body: z.object({ outcome: z.enum(['solved', 'not_solved', 'withdrawn'], invalid) }),
  answer: z.object({ problem: Problem }),
  refusals: ['not_found', 'not_yours', 'lead_locked', 'problem_moved'],
})

/**
 * Adds a photo, which both sides see. Each side adds PROBLEM_PHOTOS_MAX, for PROBLEM_PHOTO_DAYS from the report on and
 * until it has ended. rule: problems
 */
export const addProblemPhoto = endpoint({
  ...ofProblem,
  method: 'POST',
  path: '/api/problems/{id}/photos',
  summary: 'Add a photo to a problem of a visit',
  multipart: { fields: z.object({}), files: { image: 'one' } },
  idempotent: true,
  answer: z.object({ problem: Problem }),
  refusals: [
    'not_found',
    'lead_locked',
    'problem_moved',
    'report_too_late',
    'photos_full',
    'message_image_too_large',
  ],
})

const ContactPress = z.object({ way: z.enum(['message', 'call'], invalid), ...PRESS })
export type ContactPress = z.infer<typeof ContactPress>

/** Records when a side pressed 'Message', or the professional 'Call'. rule: no-show, visit-stages */
export const logContact = endpoint({
  ...ofBooking,
  method: 'POST',
  path: '/api/bookings/{id}/contact-log',
  summary: 'Record an attempt to reach the other side of a visit',
  body: ContactPress,
  answer: z.object({ contacts: z.array(ContactAttempt) }),
  refusals: ['stage_time_invalid', 'booking_not_found', 'lead_locked', 'booking_already_moved'],
})

/** The client says that the visit was fine. Safe to repeat. Silence does not say it. rule: problems */
export const allGood = endpoint({
  ...ofBooking,
  method: 'POST',
  path: '/api/bookings/{id}/all-good',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  summary: 'Say that a visit was fine',
  answer: z.object({ all_good_at: Instant }),
  refusals: [
    'booking_not_found',
    'booking_already_moved',
    'report_too_early',
    'report_too_late',
    'problem_open',
  ],
})
