import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { BOOKING_HOURS, DEFAULT_BOOKING_HOURS } from '../bookings/booking-rules.ts'
import { SEARCHED_PLACE_LENGTH_MAX } from '../market/search-rules.ts'
import { code, date, Id, Instant, ServiceTypeValue } from '../values.ts'

/** An empty query parameter counts as absent. */
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value)
const hours: readonly number[] = BOOKING_HOURS
const OptionalId = z.preprocess(emptyAsAbsent, Id.optional())
const OptionalDate = z.preprocess(emptyAsAbsent, date().optional())

/** The home, length and service of a visit, as a query asks for them. */
export const WANTED_VISIT = {
  zip_code: z
    .string(code('zip_required'))
    .trim()
    .min(1, code('zip_required'))
    .max(SEARCHED_PLACE_LENGTH_MAX, code('zip_unknown')),
  hours: z.preprocess(
    emptyAsAbsent,
    z.coerce
      .number(code('hours_invalid'))
      .refine((value) => hours.includes(value), code('hours_invalid'))
      .default(DEFAULT_BOOKING_HOURS),
  ),
  service_type: z.preprocess(emptyAsAbsent, ServiceTypeValue.optional()),
}

/** The visit of a question about free times. */
export const ASKED_VISIT = {
  ...WANTED_VISIT,
  /** Absent: the visit is in the first area that the professional serves, and no home is asked for. */
  zip_code: z.preprocess(emptyAsAbsent, WANTED_VISIT.zip_code.optional()),
  /** The first date of the home that counts. Absent: today. */
  from: OptionalDate,
}

const SlotsQuery = z.object({
  ...ASKED_VISIT,
  /** The last date of the home. Absent: the 13th after `from`. */
  to: OptionalDate,
  /** The client's visit that moves: its own time is free for it. rule: proposals */
  booking_id: OptionalId,
})
export type SlotsQuery = z.infer<typeof SlotsQuery>

/** Breaks of the professional through which a visit goes on. rule: free-times */
export const Breaks = z.array(z.object({ starts_at: Instant, ends_at: Instant }))
export type Breaks = z.infer<typeof Breaks>

const Slot = z.object({ time: z.string(), starts_at: Instant })
/** A free time with its date at the home. */
export const DatedSlot = Slot.extend({ date: z.iso.date() })

/** Why a time is not free. rule: outside-hours */
export const OUTSIDE_REASONS = [
  'hours',
  'off',
  'busy',
  'overlap',
  'gap',
  'notice',
  'horizon',
  'day_full',
] as const
export type OutsideReason = (typeof OUTSIDE_REASONS)[number]

/**
 * `short`: no visit of these hours that begins that day fits into the working hours, or only a shorter one is free.
 * `soon`: only the notice is in the way. rule: slot-picker
 */
const DAY_STATES = ['open', 'full', 'short', 'soon', 'off', 'not_stated'] as const
export type DayState = (typeof DAY_STATES)[number]

/** `stretch`: every stretch of hours is shorter. `day`: it is more than the professional works in a day. */
const TOO_LONG = ['stretch', 'day'] as const
export type TooLong = (typeof TOO_LONG)[number]

/** A free time of which a refusal tells: date and time at the home. rule: outside-hours */
export type NextSlot = { booking_date: string; booking_time: string; starts_at: string }

/** Dates and times are those of the home. rule: free-times, slot-picker */
const SlotsAnswer = z.object({
  /** The IANA time zone of the home. */
  time_zone: z.string(),
  stated: z.boolean(),
  hours: z.number().int(),
  /** The hours of the shortest visit. */
  min_hours: z.number().int(),
  /** Present if requests for other times are refused. */
  only_inside_hours: z.literal(true).optional(),
  /** Present if the caller cannot book a visit before this own date. rule: paused-clients */
  paused_until: z.iso.date().optional(),
  /** Whether the caller can book a free time at once. */
  instant: z.enum(['yes', 'no', 'log_in', 'verify_email']),
  /** Every day from `from` to `to`, in order. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      state: z.enum(DAY_STATES),
      /** `breaks` is present where the visit would run over some. */
      slots: z.array(Slot.extend({ breaks: Breaks.optional() })),
    }),
  ),
  /** Present if no stretch of hours holds the visit, or the hours of no day do, as far ahead as visits are taken. */
  too_long: z.enum(TOO_LONG).optional(),
  /** The first free time after `to`, if there is none from `from` to `to`. */
  next_slot: DatedSlot.nullable(),
})
export type SlotsAnswer = z.infer<typeof SlotsAnswer>

/** The caller, limit and refusals of a question about when a professional is free. rule: free-times-limits */
export const QUESTION_OF_TIMES = {
  caller: { role: 'anyone' },
  params: z.object({ professionalUserId: z.string().max(64) }),
  networkLimit: 'slots',
  refusals: [
    'range_invalid',
    'professional_not_found',
    'service_not_offered',
    'home_not_served',
    'hours_below_minimum',
  ],
} as const

/** No answer tells why a time is not free. rule: free-times, free-times-limits */
export const slotsOfProfessional = endpoint({
  method: 'GET',
  path: '/api/professional/slots/{professionalUserId}',
  summary: 'The free times of a professional for a visit at a home, or in their first area',
  ...QUESTION_OF_TIMES,
  query: SlotsQuery,
  answer: SlotsAnswer,
})
