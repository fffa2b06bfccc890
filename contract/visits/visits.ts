import { z } from 'zod'
import { ACCESS_FIELDS } from './access-rules.ts'
import { VisitChange } from '../bookings/agreements.ts'
import { Breaks } from '../calendar/slots.ts'
import { BOOKING_STATUSES } from '../bookings/booking-status.ts'
import { ChecklistItem, VisitPhoto } from './checklist.ts'
import { endpoint } from '../endpoint.ts'
import { HomeFacts, HomePhoto, HomeRoom } from '../market/homes.ts'
import { ActualMinutes, Hours } from '../bookings/hours.ts'
import { SUPPLIES_BROUGHT } from '../market/offer-rules.ts'
import { PRICE_FIELDS } from '../bookings/price-lines.ts'
import { Dollars, Id, Instant, ServiceTypeValue, code, text } from '../values.ts'
import { Pair } from './pairs.ts'
import { PRESS } from '../bookings/press.ts'
import { VISIT_PROBLEMS } from './visit-problems.ts'
import { ETA_MINUTES_MAX, OUTCOMES, STAGE_NOTE_LENGTH_MAX, STAGES } from './visit-rules.ts'

/**
 * The home of a visit as the booking copied it. Rooms and parking only once the visit is accepted; then also the photos
 * that the home has now, for the professional until two hours after the end. rule: home-of-booking, home-photos
 */
const VisitHome = HomeFacts.extend({
  rooms: z.array(HomeRoom).optional(),
  parking: z.string().optional(),
  photos: z.array(HomePhoto).optional(),
})

/**
 * A stage of a visit. `at`: when it was pressed; `received_at`: when the server received it. `eta_minutes` is of
 * 'on_my_way' alone. rule: visit-stages
 */
const VisitStage = z.object({
  stage: z.enum(STAGES),
  at: Instant,
  received_at: Instant,
  note: z.string(),
  eta_minutes: z.number().int().nullable(),
  /**
   * Once the ETA was changed: the minutes before, which 'Undo' says again; null if there were none, or if the change
   * was taken back. rule: visit-stages
   */
  eta_before: z.number().int().nullable().optional(),
  undo_until: Instant,
})
export type VisitStage = z.infer<typeof VisitStage>

/**
 * The access details of an accepted visit. `saved`: which have a value. `open`: neither did the client end the access,
 * nor has one side blocked the other. rule: access-details
 */
const VisitAccess = z.object({
  saved: z.array(z.enum(ACCESS_FIELDS)),
  open: z.boolean(),
  opens_at: Instant,
  closes_at: Instant,
  /** When the professional looked, newest first, at most VISIT_VIEWS_MAX; for the client alone. rule: access-log */
  viewed_at: z.array(Instant),
})

/** The moves that the reader of a visit can make now. */
const VISIT_MOVES = [
  ...STAGES,
  'undo',
  'confirm_agreement',
  'propose_change',
  'answer_change',
  'view_access',
  'end_access',
  'open_access',
  'report_no_show',
  'report_problem',
  'all_good',
  'answer_hours',
  'record_payment',
] as const
export type VisitMove = (typeof VISIT_MOVES)[number]

/** A visit, as both sides see it. rule: visit-view */
export const Visit = z.object({
  booking_id: Id,
  status: z.enum(BOOKING_STATUSES),
  /** Null until it is completed or a no-show stands, and while a no-show is undecided. rule: no-show */
  outcome: z.enum(OUTCOMES).nullable(),
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  /** Present until the end of the visit where it runs over breaks of the professional's hours as they are now. */
  breaks: Breaks.optional(),
  service_type: ServiceTypeValue,
  /** The booking that this visit repairs. rule: reclean */
  reclean_of: Id.nullable(),
  estimated_hours: z.number().int(),
  /** The price as it was agreed, in dollars. */
  total_amount: Dollars,
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  /** The other side. `phone` only of a client. */
  other: z.object({ user_id: Id, name: z.string(), phone: z.string().nullable() }),
  /** The latest of `stages`, which are in their order. */
  stage: z.enum(STAGES).nullable(),
  stages: z.array(VisitStage),
  /** Null: the booking has no home. */
  home: VisitHome.nullable(),
  /** The latest version of the work agreement, and when each side agreed to it. rule: work-agreement */
  agreement: z
    .object({
      version: z.number().int(),
      confirmed: z.object({ client: Instant.nullable(), professional: Instant.nullable() }),
    })
    .nullable(),
  /** The newest change that was proposed, answered or not. rule: visit-changes */
  change: VisitChange.nullable(),
  /** The parts for a change that the reader can propose: the present price, and what can be added. */
  to_change: z
    .object({
      ...PRICE_FIELDS,
      total_amount: Dollars,
      min_hours: z.number().int(),
      offered_extras: z.array(
        z.object({
          extra: z.string(),
          name: z.string().nullable(),
          minutes: z.number().int(),
          price: Dollars,
        }),
      ),
      offered_supplies: z.object({ brings: z.enum(SUPPLIES_BROUGHT), price: Dollars.nullable() }),
    })
    .nullable(),
  access: VisitAccess,
  ...VISIT_PROBLEMS,
  /**
   * The checklist from the acceptance on. The client sees states, notes and photos once the visit is finished.
   * rule: checklist
   */
  checklist: z.array(ChecklistItem),
  photos: z.array(VisitPhoto),
  pairs: z.array(Pair),
  /** How many more pairs the professional can ask for. Those that were taken back count. rule: photo-pairs */
  pairs_left: z.number().int(),
  /** Null until the visit is over. rule: settle-hours */
  hours: Hours.nullable(),
  /** The number of the receipt, such as 'V-12'; null: there is none. rule: receipts */
  receipt: z.string().nullable(),
  /** Whether its reader has recorded how it was paid. rule: visit-view */
  paid: z.boolean(),
  may: z.array(z.enum(VISIT_MOVES)),
})
export type Visit = z.infer<typeof Visit>

const ofVisit = {
  whileSuspended: 'visits',
  params: z.object({ id: z.string().max(64) }),
} as const

/** Shows a visit to both sides of the booking; to the professional once the lead is open. rule: visit-view */
export const visit = endpoint({
  ...ofVisit,
  method: 'GET',
  path: '/api/bookings/{id}/visit',
  caller: { role: 'user' },
  summary: 'A visit: how far it is, the home, and what can be done now',
  answer: z.object({ visit: Visit }),
  refusals: ['booking_not_found', 'lead_locked'],
})

const invalid = code('invalid_input')
const whole = (min: number, max: number) =>
  z.number(invalid).int(invalid).min(min, invalid).max(max, invalid)

const StagePress = z.object({
  stage: z.enum(STAGES, invalid),
  ...PRESS,
  note: text(0, STAGE_NOTE_LENGTH_MAX).default(''),
  /** Only for 'on_my_way': the minutes until the professional arrives. */
  eta_minutes: whole(1, ETA_MINUTES_MAX).optional(),
  /** Only for 'finished'. Absent: the time since the visit was started. rule: settle-hours */
  actual_minutes: ActualMinutes.optional(),
})
export type StagePress = z.infer<typeof StagePress>

const ofProfessional = {
  ...ofVisit,
  caller: { role: 'professional', roleRefusal: 'only_professional_updates' },
  answer: z.object({ visit: Visit }),
} as const

/** Says how far the visit is. The same stage again keeps its first time. rule: visit-stages */
export const pressStage = endpoint({
  ...ofProfessional,
  method: 'POST',
  path: '/api/bookings/{id}/stages',
  summary: 'Say how far a visit is',
  body: StagePress,
  idempotent: true,
  refusals: [
    'stage_time_invalid',
    'booking_not_found',
    'lead_locked',
    'stage_order',
    'booking_already_moved',
    'stage_too_early',
    'stage_too_late',
  ],
})

/** Takes the latest stage back. A stage that is not set is harmless. rule: visit-stages */
export const undoStage = endpoint({
  ...ofProfessional,
  method: 'DELETE',
  path: '/api/bookings/{id}/stages/{stage}',
  summary: 'Take back the latest stage of a visit',
  params: ofVisit.params.extend({ stage: z.enum(STAGES, invalid) }),
  refusals: ['booking_not_found', 'lead_locked', 'stage_undo_over'],
})
