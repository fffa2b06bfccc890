import { z } from 'zod'
import { SeriesOfBooking } from './bookings.ts'
import { endpoint } from '../endpoint.ts'
import { RETURN_REASONS } from '../money/lead-closed.ts'
import { AGENDA_DAYS_DEFAULT, AGENDA_DAYS_MAX } from '../calendar/time-rules.ts'
import { code, Dollars, Id, Instant, ServiceTypeValue } from '../values.ts'

const invalid = code('invalid_input')
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value)

/** Dates with a year of four digits, also some days later. */
const isInRange = (date: string) => date >= '2000-01-01' && date < '9999-01-01'

const AgendaQuery = z.object({
  /** An own date; by default today. */
  from: z.preprocess(emptyAsAbsent, z.iso.date(invalid).refine(isInRange, invalid).optional()),
  days: z.preprocess(
    emptyAsAbsent,
    z.coerce
      .number(invalid)
      .int(invalid)
      .min(1, invalid)
      .max(AGENDA_DAYS_MAX, invalid)
      .default(AGENDA_DAYS_DEFAULT),
  ),
})
export type AgendaQuery = z.infer<typeof AgendaQuery>

/** A pending, accepted or completed booking, without phone and email. rule: agenda, lead-locked */
const AgendaVisit = z.object({
  booking_id: Id,
  status: z.enum(['pending', 'accepted', 'completed']),
  starts_at: Instant,
  ends_at: Instant,
  /** The time on the clock of the home, whose zone `time_zone` is. */
  booking_time: z.string(),
  time_zone: z.string(),
  service_type: ServiceTypeValue,
  /** rule: reclean */
  reclean_of: Id.nullable(),
  estimated_hours: z.number().int(),
  /** The first name alone while the lead is locked. */
  client_name: z.string(),
  /** Empty until the visit is accepted. */
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  notes: z.string(),
  total_amount: Dollars,
  series: SeriesOfBooking.nullable(),
  /** Whether the client booked it at once. rule: instant-booking */
  instant: z.boolean(),
  /** rule: outside-hours */
  outside_hours: z.boolean(),
  /** Whether the lead is locked. Then street and notes are empty. */
  locked: z.boolean(),
  /** Why a locked lead does not wait for a credit: its own came back. rule: lead-locked */
  closed: z.enum(RETURN_REASONS).optional(),
  /** The minutes from the end of the visit before, 0 if they overlap; null for the first of a day. */
  gap_minutes_before: z.number().int().nullable(),
  /** The drive from the visit before, rounded up to 5 minutes; null for the first of a day. rule: visit-rules */
  travel_minutes_before: z.number().int().nullable(),
})
export type AgendaVisit = z.infer<typeof AgendaVisit>

const AgendaDay = z.object({
  date: z.iso.date(),
  /** Own times of this day; null if the hours are not stated. */
  hours: z.array(z.object({ from: z.string(), to: z.string() })).nullable(),
  /** Whether the whole day is off by an exception. */
  off: z.boolean(),
  /** Busy times of other calendars that touch this day. */
  busy: z.array(z.object({ starts_at: Instant, ends_at: Instant })),
  /** The visits of this day by start. */
  visits: z.array(AgendaVisit),
})
export type AgendaDay = z.infer<typeof AgendaDay>

const AgendaAnswer = z.object({
  /** The professional's own time zone. */
  time_zone: z.string(),
  days: z.array(AgendaDay),
})
export type AgendaAnswer = z.infer<typeof AgendaAnswer>

/** Days of a professional, in their own time zone. rule: agenda */
export const agenda = endpoint({
  whileSuspended: 'visits',
  method: 'GET',
  path: '/api/professional/agenda/{id}',
  summary: "A professional's days: hours, busy times and visits with the drives between them",
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  query: AgendaQuery,
  answer: AgendaAnswer,
  refusals: ['complete_profile_first'],
})
