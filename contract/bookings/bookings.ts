import { z } from 'zod'
import { ALL_CANCEL_CODES, STORED_CANCEL_CODES } from './cancel-reasons.ts'
import { BOOKING_FIELD_REFUSALS, BOOKING_LENGTHS, REASON_LENGTH_MAX } from './booking-fields.ts'
import { BOOKING_EVENTS, BOOKING_MOVES, BOOKING_STATUSES } from './booking-status.ts'
import { endpoint } from '../endpoint.ts'
import { HELD_FIELD } from '../money/held.ts'
import { ADDRESS, HomeFacts } from '../market/homes.ts'
import { RETURN_REASONS } from '../money/lead-closed.ts'
import type { RefusalCode } from '../refusals.ts'
import { DEFAULT_BOOKING_HOURS } from './booking-rules.ts'
import { PAGE_SIZE_MAX } from '../market/search-rules.ts'
import { ClientNoteCounts, ClientReliability, Reliability } from '../market/reliability.ts'
import { SERIES_CHOICES_MAX, SERIES_FREQUENCIES, SERIES_STATUSES } from '../calendar/time-rules.ts'
import {
  code,
  date,
  Dollars,
  FrequencyValue,
  Id,
  Instant,
  ServiceTypeValue,
  text,
  WallDate,
  WallTime,
} from '../values.ts'
import { AskedPrice, Hours, PRICE_FIELDS } from './price-lines.ts'
import { NetHour } from './net-hour.ts'
import { Proposal } from './proposals.ts'
import { ClientDetails, PROFESSIONAL_OF_VISIT, VISIT_FIELDS } from './visit-fields.ts'
import { Visit } from '../visits/visits.ts'
import { PublicProfessional } from '../market/professionals.ts'
import { OUTSIDE_REASONS } from '../calendar/slots.ts'

const inSeries = code('series_invalid')

/**
 * Asks for regular visits: what to do with some of the first dates, and the last date, if there is one.
 * rule: series-request
 */
const SeriesRequest = z.object(
  {
    choices: z
      .array(
        z.discriminatedUnion(
          'action',
          [
            z.object({ date: z.iso.date(inSeries), action: z.literal('skip') }),
            z.object({
              date: z.iso.date(inSeries),
              action: z.literal('move'),
              booking_date: WallDate,
              booking_time: WallTime,
            }),
          ],
          inSeries,
        ),
        inSeries,
      )
      .max(SERIES_CHOICES_MAX, inSeries)
      .default([]),
    until: z.iso.date(inSeries).nullish(),
  },
  inSeries,
)
export type SeriesRequest = z.infer<typeof SeriesRequest>

/** The regular visits of which a booking is one. `date` stays when the visit is moved. rule: series */
export const SeriesOfBooking = z.object({
  id: Id,
  date: z.iso.date(),
  cleaning_frequency: z.enum(SERIES_FREQUENCIES),
})
export type SeriesOfBooking = z.infer<typeof SeriesOfBooking>

const ShownAmount = z
  .union([z.number(), z.string()])
  .pipe(z.coerce.number<number | string>())
  .optional()
  .catch(undefined)

/**
 * A request for a visit. Date and time are wall-clock times in the time zone of the address. `total_amount` is the
 * total in dollars that the form showed, `later_amount` that of each later visit of a series. The server computes both
 * itself, and only reports whether one differs.
 * rule: booking-fields, price-lines, booking-extras
 */
const RequestFields = z.object({
  client_id: Id,
  professional_id: Id,
  booking_date: WallDate,
  booking_time: WallTime,
  service_type: ServiceTypeValue,
  cleaning_frequency: FrequencyValue,
  /** A saved home of the client. Then the address can be missing. rule: home-of-booking */
  home_id: z.string(code('invalid_input')).max(64, code('invalid_input')).optional(),
  address: ADDRESS.address.optional(),
  city: ADDRESS.city.optional(),
  state: ADDRESS.state.optional(),
  zip_code: ADDRESS.zip_code.optional(),
  notes: text(
    BOOKING_LENGTHS.notes.min,
    BOOKING_LENGTHS.notes.max,
    'notes_too_long',
    'notes_too_long',
  ).default(''),
  estimated_hours: Hours.default(DEFAULT_BOOKING_HOURS),
  ...AskedPrice,
  /** true: at once or not at all. false: a request in any case. Absent: at once if possible. rule: instant-booking */
  instant: z.boolean(code('invalid_input')).optional(),
  total_amount: ShownAmount,
  later_amount: ShownAmount,
  series: SeriesRequest.nullish(),
})

const without = (field: 'address' | 'city' | 'state' | 'zip_code', refusal: RefusalCode) =>
  z.refine<z.infer<typeof RequestFields>>(
    (request) => request.home_id !== undefined || request[field] !== undefined,
    // Also beside other failures, so that a form can show all of them.
    { error: refusal, path: [field], when: () => true },
  )

export const BookingRequest = RequestFields.check(
  without('address', 'address_required'),
  without('city', 'city_required'),
  without('state', 'state_required'),
  without('zip_code', 'zip_required'),
)
export type BookingRequest = z.infer<typeof BookingRequest>

const Move = z.enum(BOOKING_MOVES, code('status_invalid'))

/**
 * The fields of a booking that both the client and the professional see. Money is in dollars. rule: booking-fields
 */
const Booking = z.object({
  id: Id,
  status: z.enum(BOOKING_STATUSES),
  service_type: ServiceTypeValue,
  cleaning_type: ServiceTypeValue,
  cleaning_frequency: FrequencyValue,
  frequency: FrequencyValue,
  booking_date: z.string(),
  preferred_date: z.string(),
  booking_time: z.string(),
  preferred_time: z.string(),
  address: z.string(),
  street_address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  notes: z.string(),
  special_instructions: z.string(),
  estimated_hours: z.number().int(),
  hourly_rate: Dollars,
  total_amount: Dollars,
  ...PRICE_FIELDS,
  /** The IANA time zone of the address. */
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  created_at: Instant,
  /** When an unanswered request will be declined; null unless the status is 'pending'. rule: booking-expires */
  expires_at: Instant.nullable(),
  /**
   * The words of the person who cancelled or declined, or the English sentence of `reason_code`. rule: cancellation
   */
  reason: z.string().nullable(),
  reason_code: z.enum(STORED_CANCEL_CODES).nullable(),
  cancelled_by: z.enum(['client', 'professional']).nullable(),
  /** Null also for bookings that were cancelled before this was recorded. */
  cancelled_at: Instant.nullable(),
  cancelled_late: z.boolean(),
  /** Fewer hours than this before the start of an accepted visit, cancelling is late. rule: cancellation */
  notice_hours: z.number().int(),
  /** How often the booking was accepted, moved, declined, cancelled or completed. rule: visit-calendar */
  sequence: z.number().int(),
  /** Whether its time was no free time of stated hours when it was requested or moved. rule: outside-hours */
  outside_hours: z.boolean(),
  /** Whether the client booked it at once. rule: instant-booking */
  instant: z.boolean(),
  /** The visit that this one repairs for nothing. rule: reclean */
  reclean_of: Id.nullable(),
  /** Whether the client sent a request for it: no for a re-clean or a series' later visit. rule: booking-lists */
  requested: z.boolean(),
  /** The regular visits that it belongs to, and whether they go on; null for one visit. `until`: their last date. */
  series: SeriesOfBooking.extend({
    status: z.enum(SERIES_STATUSES),
    until: z.iso.date().nullable(),
  }).nullable(),
  /** The facts of the home, as they were copied; null: no home was chosen. rule: home-of-booking */
  home: HomeFacts.nullable(),
  ...VISIT_FIELDS,
  /** The open one. rule: proposals */
  proposal: Proposal.nullable(),
  /** Whether the caller can propose another time now; also as an answer to the open proposal of the other side. */
  may_move: z.boolean(),
  /** The statuses to which the caller may change this booking now. rule: booking-moves */
  may: z.array(Move),
  ...HELD_FIELD,
})

/** A booking as its professional sees it. rule: lead-locked */
export const ProfessionalBooking = Booking.extend({
  /** Absent while the lead is locked, and in what a browser stored before it existed. */
  client_id: Id.optional(),
  client_details: ClientDetails,
  email: z.string(),
  phone: z.string(),
  /** Why its time was not free. rule: outside-hours */
  outside: z.array(z.enum(OUTSIDE_REASONS)),
  /** Accepted bookings of the professional that overlap this pending one, by start. rule: booking-conflict */
  clashes: z.array(
    z.object({
      id: Id,
      first_name: z.string(),
      city: z.string(),
      time_zone: z.string(),
      starts_at: Instant,
      ends_at: Instant,
    }),
  ),
  /** Null unless the booking is pending or accepted. rule: net-hour */
  net_hour: NetHour.nullable(),
  /** Null while the lead is locked. rule: reliability */
  client_reliability: ClientReliability.nullable(),
  /** Absent while the lead is locked, and under three notes of two professionals. rule: client-notes */
  client_notes: ClientNoteCounts.optional(),
  /** Whether the lead is locked. Then last name, street, email, phone and notes are empty. */
  locked: z.boolean(),
  /** Why a locked lead does not wait for a credit: its own came back. rule: lead-locked */
  closed: z.enum(RETURN_REASONS).optional(),
})
export type ProfessionalBooking = z.infer<typeof ProfessionalBooking>

/** A booking as its client sees it. rule: booking-roles */
export const ClientBooking = Booking.extend({
  /** The saved home that was chosen; null without one, or after it was deleted. */
  home_id: Id.nullable(),
  /** Whether the client can answer its hours now. rule: settle-hours */
  may_answer_hours: z.boolean(),
  professional: z.object({
    ...PROFESSIONAL_OF_VISIT,
    /** Null under 3 visits. rule: reliability */
    reliability: Reliability.nullable(),
  }),
})
export type ClientBooking = z.infer<typeof ClientBooking>

/**
 * One event of a booking: `what` happened, and who caused it (`by`). 'clock' means that a background job did it,
 * because a time limit had passed. rule: booking-lists
 */
const BookingHistoryItem = z.object({
  /** 'added' in place of 'requested' and 'accepted', if nobody requested it by itself. */
  what: z.enum([...BOOKING_EVENTS, 'added']),
  by: z.enum(['client', 'professional', 'clock']),
  at: Instant,
  /** The old and the new start of a visit that was moved. */
  from: Instant.optional(),
  to: Instant.optional(),
})
export type BookingHistoryItem = z.infer<typeof BookingHistoryItem>

/**
 * The alternatives of a client to a visit that the professional cancelled or declined, or that expired: free times of
 * the same professional, and others who are free at that very time. rule: alternatives
 */
const Alternatives = z.object({
  same: z.array(
    z.object({ booking_date: z.string(), booking_time: z.string(), starts_at: Instant }),
  ),
  others: z.object({
    total: z.number().int(),
    /** The address of the search that finds them. */
    search: z.string(),
    professionals: z.array(PublicProfessional),
  }),
})

const ClientBookingDetail = ClientBooking.extend({
  history: z.array(BookingHistoryItem),
  /**
   * The version of its home, if that has changed since the visit copied it; null: nothing to copy. rule:
   * home-of-booking
   */
  newer_home: z.number().int().nullable(),
  /** Present until the start of the visit. */
  alternatives: Alternatives.optional(),
})
export type ClientBookingDetail = z.infer<typeof ClientBookingDetail>

/** An empty query parameter counts as absent. */
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value)
const invalid = code('invalid_input')
const positiveInteger = (max: number, defaultValue: number) =>
  z.preprocess(
    emptyAsAbsent,
    z.coerce.number(invalid).int(invalid).min(1, invalid).max(max, invalid).default(defaultValue),
  )

/** Dates at the home, both inclusive. */
const OptionalDate = z.preprocess(emptyAsAbsent, date(invalid).optional())

/** rule: booking-lists */
const BookingsPage = z.object({
  from: OptionalDate,
  to: OptionalDate,
  page: positiveInteger(10_000, 1),
  page_size: positiveInteger(PAGE_SIZE_MAX, PAGE_SIZE_MAX),
})
export type BookingsPage = z.infer<typeof BookingsPage>

const ProfessionalBookingsQuery = BookingsPage.extend({
  /** Limits the list to one booking, for the page of the visit. */
  booking: z.preprocess(emptyAsAbsent, z.uuid(invalid).optional()),
})
export type ProfessionalBookingsQuery = z.infer<typeof ProfessionalBookingsQuery>

const ClientBookingsQuery = BookingsPage.extend({
  when: z.preprocess(emptyAsAbsent, z.enum(['upcoming', 'past'], invalid).optional()),
})
export type ClientBookingsQuery = z.infer<typeof ClientBookingsQuery>

/** rule: booking-request, booking-once */
export const requestBooking = endpoint({
  method: 'POST',
  path: '/api/bookings',
  offersChallenge: true,
  summary: 'Request a visit from a professional',
  caller: { role: 'client', roleRefusal: 'clients_only_book' },
  self: { in: 'body', field: 'client_id' },
  body: BookingRequest,
  idempotent: true,
  answer: z.object({
    id: Id,
    status: z.enum(['pending', 'accepted']),
    /** Whether the visit was booked at once. rule: instant-booking */
    instant: z.boolean(),
    total_amount: Dollars,
    price_changed: z.boolean(),
    /** The price of each later visit of a series; null for a single visit. rule: booking-extras */
    later_amount: Dollars.nullable(),
    /** Null for a visit that was booked at once, and for a request that is held. */
    expires_at: Instant.nullable(),
    /** The regular visits that the request asks for; null for a single visit. */
    series_id: Id.nullable(),
    /** The visit as it is stored, so that a screen shows this and not its form. rule: booking-dialog */
    visit: z.object({
      starts_at: Instant,
      time_zone: z.string(),
      city: z.string(),
      service_type: ServiceTypeValue,
      estimated_hours: z.number(),
      /** The saved home; null without one. */
      home_id: Id.nullable(),
    }),
    ...HELD_FIELD,
  }),
  refusals: [
    'professional_not_accepting',
    ...BOOKING_FIELD_REFUSALS,
    'home_not_found',
    'home_differs',
    'extra_not_offered',
    'supplies_not_offered',
    'extras_too_long',
    'professional_paused',
    'outside_hours',
    'email_not_verified',
    'instant_not_offered',
    'slot_taken',
    'series_conflicts',
    'too_many_requests',
    'too_many_contacts',
  ],
})

/**
 * Changes the status of a booking. A change to the status that the booking already has succeeds and changes nothing.
 * rule: booking-moves
 */
export const moveBooking = endpoint({
  whileSuspended: 'visits',
  method: 'PUT',
  path: '/api/bookings/{id}/status',
  summary: 'Accept, decline, complete or cancel a booking',
  caller: { role: 'user' },
  params: z.object({ id: z.string() }),
  body: z.object({
    status: Move,
    /** Why it is cancelled. rule: cancellation */
    reason_code: z.enum(ALL_CANCEL_CODES, code('reason_code_invalid')).optional(),
    /** Required with 'cancelled', unless `reason_code` says enough. */
    reason: text(0, REASON_LENGTH_MAX, 'reason_required').optional(),
    /** Accepts a request for regular visits, or its first visit alone. rule: series-request */
    series: z.enum(['all', 'first_only'], code('invalid_input')).optional(),
  }),
  answer: z.object({ id: Id, status: z.enum(BOOKING_STATUSES) }),
  refusals: [
    'booking_not_found',
    'only_professional_updates',
    'activate_to_accept',
    'lead_locked',
    'booking_already_moved',
    'booking_not_started',
    'booking_started',
    'booking_overlap',
    'booking_too_close',
  ],
})

const reading = {
  whileSuspended: 'visits',
  whileViewed: true,
  method: 'GET',
  params: z.object({ id: z.string() }),
} as const

/** Newest first. `total` counts all pages. rule: booking-lists */
export const bookingsOfProfessional = endpoint({
  ...reading,
  path: '/api/bookings/professional/{id}',
  summary: "All of a professional's bookings",
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  query: ProfessionalBookingsQuery,
  answer: z.object({ bookings: z.array(ProfessionalBooking), total: z.number().int() }),
})

/** Newest first unless `when` is given. `total` counts all pages. rule: booking-lists */
export const bookingsOfClient = endpoint({
  ...reading,
  path: '/api/bookings/client/{id}',
  summary: "All of a client's bookings",
  caller: { role: 'client', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  query: ClientBookingsQuery,
  answer: z.object({ bookings: z.array(ClientBooking), total: z.number().int() }),
})

/** rule: booking-lists, booking-roles */
export const bookingOfClient = endpoint({
  ...reading,
  path: '/api/bookings/{id}',
  summary: "One of a client's bookings, with its history",
  caller: { role: 'client', roleRefusal: 'clients_only' },
  answer: z.object({ booking: ClientBookingDetail }),
  refusals: ['booking_not_found'],
})

/** Serves the client and the professional of the booking. rule: visit-calendar */
export const calendarOfBooking = endpoint({
  whileSuspended: 'visits',
  method: 'GET',
  path: '/api/bookings/{id}/calendar.ics',
  summary: 'A booking as a calendar file',
  caller: { role: 'user' },
  params: z.object({ id: z.string() }),
  answer: z.string(),
  answerType: 'text/calendar',
  refusals: ['booking_not_found'],
})

/**
 * Copies the client's home to the booking again, except its address; of a series to all its coming visits. `version` is
 * that of the home. rule: home-of-booking
 */
export const refreshHome = endpoint({
  method: 'POST',
  path: '/api/bookings/{id}/refresh-home',
  summary: 'Copy the saved home to a coming visit again',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  params: z.object({ id: z.string().max(64) }),
  body: z.object({ version: z.number(code('invalid_input')).int(code('invalid_input')) }),
  answer: z.object({ visit: Visit }),
  refusals: [
    'booking_not_found',
    'home_not_found',
    'booking_already_moved',
    'booking_started',
    'home_changed',
  ],
})
