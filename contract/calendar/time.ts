import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { BOOKING_HOURS } from '../bookings/booking-rules.ts'
import { EXCEPTION_DAYS_MAX, EXCEPTION_NOTE_LENGTH_MAX, INTERVALS_A_DAY_MAX } from './time-rules.ts'
import { INSTANT_BOOKING_MODES } from './time-rules.ts'
import type { RefusalCode } from '../refusals.ts'
import { code, date, Id, Instant, text } from '../values.ts'

const planInvalid = code('plan_invalid')
const rulesInvalid = code('rules_invalid')
const exceptionInvalid = code('exception_invalid')

/** A full or half hour: '09:00'. */
const gridTime = (refusal: RefusalCode) =>
  z.string(refusal).regex(/^([01]\d|2[0-3]):[03]0$/, refusal)
/** A full or half hour, or the end of the day: '24:00'. */
const gridEnd = (refusal: RefusalCode) =>
  z.string(refusal).regex(/^(([01]\d|2[0-3]):[03]0|24:00)$/, refusal)
const wholeNumber = (refusal: RefusalCode, min: number, max: number) =>
  z.number(refusal).int(refusal).min(min, refusal).max(max, refusal)

/** Hours of each such weekday, in the professional's own time. 1 is Monday. rule: working-hours */
const WorkingInterval = z.object(
  {
    weekday: wholeNumber(planInvalid, 1, 7),
    from: gridTime(planInvalid),
    to: gridEnd(planInvalid),
  },
  planInvalid,
)
export type WorkingInterval = z.infer<typeof WorkingInterval>

const Plan = z
  .array(WorkingInterval, planInvalid)
  .refine((intervals) => intervals.every(({ from, to }) => from < to), planInvalid)
  .refine((intervals) => {
    const days = Map.groupBy(intervals, ({ weekday }) => weekday)
    return [...days.values()].every((day) => day.length <= INTERVALS_A_DAY_MAX && !hasOverlap(day))
  }, planInvalid)

function hasOverlap(day: readonly WorkingInterval[]): boolean {
  const sorted = day.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return sorted.some(({ from }, index) => index > 0 && from < sorted[index - 1]!.to)
}

/** The rules that bind new visits. rule: visit-rules */
const Rules = z.object(
  {
    /** The least pause between two visits. */
    buffer_minutes: wholeNumber(rulesInvalid, 0, 240).multipleOf(15, rulesInvalid),
    /** Whether the pause is never shorter than the drive. */
    travel: z.boolean(rulesInvalid),
    /** The hours from now to the earliest free time. */
    notice_hours: wholeNumber(rulesInvalid, 0, 336),
    /** The days from today to the last own date with free times. */
    horizon_days: wholeNumber(rulesInvalid, 1, 365),
    max_visits_a_day: wholeNumber(rulesInvalid, 1, 12).nullable(),
    max_hours_a_day: wholeNumber(rulesInvalid, 1, 16).nullable(),
    /** The shortest visit. */
    min_hours: z.literal(BOOKING_HOURS, rulesInvalid),
    /** Whether a request for a time that is not free is refused. */
    only_inside_hours: z.boolean(rulesInvalid),
    /** Whether a visit that is too long for the hours of a day may run over its breaks. */
    over_breaks: z.boolean(rulesInvalid),
  },
  rulesInvalid,
)
export type Rules = z.infer<typeof Rules>

const EXCEPTION_KINDS = ['off', 'extra'] as const

const exceptionFields = {
  kind: z.enum(EXCEPTION_KINDS, exceptionInvalid),
  from_date: date(exceptionInvalid),
  to_date: date(exceptionInvalid),
}

/** Dates or hours that differ from the plan, in the own zone. Without times: whole days. rule: working-hours */
const TimeException = z.object({
  id: Id,
  ...exceptionFields,
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string(),
})
export type TimeException = z.infer<typeof TimeException>

const NewException = z
  .object(
    {
      ...exceptionFields,
      from: gridTime(exceptionInvalid).nullish(),
      to: gridEnd(exceptionInvalid).nullish(),
      note: text(0, EXCEPTION_NOTE_LENGTH_MAX, exceptionInvalid, exceptionInvalid).optional(),
    },
    exceptionInvalid,
  )
  .refine(({ from, to }) => (from && to ? from < to : !from && !to), exceptionInvalid)
  .refine(({ kind, from }) => kind === 'off' || Boolean(from), exceptionInvalid)
  .refine(({ from_date, to_date }) => {
    const days = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1
    return days >= 1 && days <= EXCEPTION_DAYS_MAX
  }, exceptionInvalid)
export type NewException = z.infer<typeof NewException>

/** When a professional works. Dates and times are in `time_zone`, the professional's own. rule: working-hours */
const TimeDocument = z.object({
  /** Null: the ZIP of the first service area. rule: working-hours */
  base_zip: z.string().nullable(),
  time_zone: z.string(),
  /** Rises with each saved change. */
  version: z.number().int(),
  /** Null: not stated. An empty list is stated, without regular hours. */
  plan: z.array(WorkingInterval).nullable(),
  /** The exceptions that are not over, by date. */
  exceptions: z.array(TimeException),
  rules: Rules,
  /** The first own date that clients who are not known can book. rule: paused-clients */
  paused_until: z.iso.date().nullable(),
  instant_booking: z.enum(INSTANT_BOOKING_MODES),
})
export type TimeDocument = z.infer<typeof TimeDocument>

const SavedTime = TimeDocument.extend({
  /** The next accepted visits, 50 or fewer, that lie outside the hours as they are now. */
  affected: z.array(z.object({ booking_id: Id, starts_at: Instant })),
})
export type SavedTime = z.infer<typeof SavedTime>

const TimeChange = z.object({
  plan: Plan.nullable().optional(),
  rules: Rules.partial().optional(),
  paused_until: date().nullable().optional(),
  instant_booking: z.enum(INSTANT_BOOKING_MODES).optional(),
  /** The version that was edited. Without it, the change is saved whatever is stored. rule: edit-conflict */
  version: wholeNumber('invalid_input', 0, 2_147_483_647).optional(),
})
export type TimeChange = z.infer<typeof TimeChange>

const ownTime = {
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
} as const
const params = z.object({ id: z.string().max(64) })

export const ownTimes = endpoint({
  ...ownTime,
  method: 'GET',
  path: '/api/professional/time/{id}',
  summary: "A professional's working hours, exceptions and rules",
  params,
  answer: TimeDocument,
  refusals: ['complete_profile_first'],
})

/** Changes what the body names. Never changes a booking's time. rule: working-hours, visit-rules, paused-clients */
export const saveTimes = endpoint({
  ...ownTime,
  method: 'PUT',
  path: '/api/professional/time/{id}',
  summary: 'Change working hours, rules, and the pause for new clients',
  params,
  body: TimeChange,
  idempotent: true,
  answer: SavedTime,
  refusals: ['complete_profile_first', 'time_changed', 'hours_first'],
})

/** rule: working-hours */
export const addException = endpoint({
  ...ownTime,
  method: 'POST',
  path: '/api/professional/time/{id}/exceptions',
  summary: 'Add days off or extra hours',
  params,
  body: NewException,
  idempotent: true,
  answer: SavedTime,
  refusals: ['complete_profile_first', 'too_many_exceptions'],
})

/** An exception that is gone already changes nothing. rule: working-hours */
export const removeException = endpoint({
  ...ownTime,
  method: 'DELETE',
  path: '/api/professional/time/{id}/exceptions/{exceptionId}',
  summary: 'Remove days off or extra hours',
  params: z.object({ id: z.string().max(64), exceptionId: z.string().max(64) }),
  answer: TimeDocument,
  refusals: ['complete_profile_first'],
})
