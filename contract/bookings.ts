import { z } from 'zod'
import { BOOKING_EVENTS, BOOKING_MOVES, BOOKING_STATUSES } from './booking-status.ts'
import { endpoint } from './endpoint.ts'
import { BOOKING_HOURS, PAGE_SIZE_MAX } from './product.ts'
import { code, Dollars, FrequencyValue, Id, Instant, ServiceTypeValue, text } from './values.ts'

const hours: readonly number[] = BOOKING_HOURS

/** What a client asks for (client spec 2.9, 3). Date and time are the wall time of the home; `total_amount` is compared, never believed (decision 25). */
export const BookingRequest = z.object({
  client_id: Id,
  professional_id: Id,
  booking_date: z.iso.date(code('date_invalid')),
  booking_time: z
    .string(code('time_invalid'))
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, code('time_invalid'))
    .transform((value) => value.slice(0, 5)),
  service_type: ServiceTypeValue,
  cleaning_frequency: FrequencyValue,
  address: text(1, 200, 'address_required'),
  city: text(1, 100, 'city_required'),
  state: text(2, 40, 'state_required'),
  zip_code: z
    .string(code('zip_required'))
    .trim()
    .min(1, code('zip_required'))
    .max(20, code('zip_unknown')),
  notes: text(0, 2000, 'notes_too_long', 'notes_too_long').default(''),
  estimated_hours: z
    .union([z.number(), z.string()], code('hours_invalid'))
    .pipe(
      z.coerce
        .number<number | string>(code('hours_invalid'))
        .int(code('hours_invalid'))
        .refine((value) => hours.includes(value), code('hours_invalid')),
    )
    .default(2),
  total_amount: z
    .union([z.number(), z.string()])
    .pipe(z.coerce.number<number | string>())
    .optional()
    .catch(undefined),
})
export type BookingRequest = z.infer<typeof BookingRequest>

const Move = z.enum(BOOKING_MOVES, code('status_invalid'))

/** What both sides see of a booking; every field has the names of both lists (decision 29). */
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
  /** The zone of the home's ZIP and the instants of start and end. */
  time_zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  created_at: Instant,
  /** When a pending request is declined by itself (decision 26); null once answered. */
  expires_at: Instant.nullable(),
  reason: z.string().nullable(),
  cancelled_by: z.enum(['client', 'professional']).nullable(),
  /** What the reader may do with it now. */
  may: z.array(Move),
})

/** A booking as its professional sees it. */
export const ProfessionalBooking = Booking.extend({
  client_details: z.object({
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  email: z.string(),
  phone: z.string(),
  /** Accepted bookings of hers that overlap this pending one, by their start. */
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
  /** Whether the lead waits for a credit: her client's full name, address, contact and notes are empty (decision 15). */
  locked: z.boolean(),
})
export type ProfessionalBooking = z.infer<typeof ProfessionalBooking>

/** A booking as its client sees it: nothing of the professional that the public does not see. */
export const ClientBooking = Booking.extend({
  professional: z.object({
    user_id: Id,
    slug: z.string(),
    full_name: z.string(),
    profile_image_url: z.string().nullable(),
    /** Whether her profile can be opened now. */
    reachable: z.boolean(),
  }),
})
export type ClientBooking = z.infer<typeof ClientBooking>

/** What became of a booking, when, and by whom; 'expired' is the clock's own decline (decision 26). */
const Happening = z.object({
  what: z.enum(BOOKING_EVENTS),
  by: z.enum(['client', 'professional', 'clock']),
  at: Instant,
})
export type Happening = z.infer<typeof Happening>

/** One booking as its client sees it, with its history, oldest first. */
const ClientBookingDetail = ClientBooking.extend({ history: z.array(Happening) })
export type ClientBookingDetail = z.infer<typeof ClientBookingDetail>

/** An absent or empty parameter is one that was not set. */
const unset = (value: unknown) => (value === '' ? undefined : value)
const invalid = code('invalid_input')
const whole = (most: number, usual: number) =>
  z.preprocess(
    unset,
    z.coerce.number(invalid).int(invalid).min(1, invalid).max(most, invalid).default(usual),
  )

/** Which part of a list: a page holds 50 unless less is asked for. */
const BookingsPage = z.object({
  page: whole(10_000, 1),
  page_size: whole(PAGE_SIZE_MAX, PAGE_SIZE_MAX),
})
export type BookingsPage = z.infer<typeof BookingsPage>

const ClientBookingsQuery = BookingsPage.extend({
  /** Only what is open and not over, the next visit first; or only the rest, the latest visit first. */
  when: z.preprocess(unset, z.enum(['upcoming', 'past'], invalid).optional()),
})
export type ClientBookingsQuery = z.infer<typeof ClientBookingsQuery>

/** Client spec 2.9, 7; decisions 14, 25–29, 40. */
export const requestBooking = endpoint({
  method: 'POST',
  path: '/api/bookings',
  feature: 'bookings',
  summary: 'Ask a professional for a visit',
  caller: { role: 'client', roleRefusal: 'clients_only_book' },
  self: { in: 'body', field: 'client_id' },
  body: BookingRequest,
  idempotent: true,
  answer: z.object({
    id: Id,
    status: z.literal('pending'),
    total_amount: Dollars,
    price_changed: z.boolean(),
    expires_at: Instant,
  }),
  refusals: [
    'not_signed_in',
    'clients_only_book',
    'not_yours',
    'invalid_input',
    'professional_not_accepting',
    'service_not_offered',
    'date_invalid',
    'time_invalid',
    'time_in_past',
    'date_too_far',
    'time_skipped',
    'address_required',
    'city_required',
    'state_required',
    'zip_required',
    'zip_unknown',
    'state_not_of_zip',
    'hours_invalid',
    'service_type_invalid',
    'frequency_invalid',
    'notes_too_long',
    'idempotency_key_reused',
    'too_many_requests',
  ],
})

/** Professional spec 4, 7; decision 26. The same answer again is harmless. */
export const moveBooking = endpoint({
  method: 'PUT',
  path: '/api/bookings/{id}/status',
  feature: 'bookings',
  summary: 'Accept, decline, complete or cancel a booking',
  caller: { role: 'user' },
  params: z.object({ id: z.string() }),
  body: z.object({
    status: Move,
    /** Asked for with 'cancelled'. */
    reason: text(0, 500, 'reason_required').optional(),
  }),
  answer: z.object({ id: Id, status: z.enum(BOOKING_STATUSES) }),
  refusals: [
    'not_signed_in',
    'booking_not_found',
    'only_professional_updates',
    'activate_to_accept',
    'lead_locked',
    'booking_already_moved',
    'booking_not_started',
    'booking_overlap',
    'reason_required',
    'status_invalid',
    'invalid_input',
  ],
})

/** Professional spec 7. Newest first, 50 a page; `total` counts all. */
export const bookingsOfProfessional = endpoint({
  method: 'GET',
  path: '/api/bookings/professional/{id}',
  feature: 'bookings',
  summary: "All of a professional's bookings",
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
  query: BookingsPage,
  answer: z.object({ bookings: z.array(ProfessionalBooking), total: z.number().int() }),
  refusals: ['not_signed_in', 'not_yours', 'invalid_input'],
})

/** Decision 29. Newest first unless `when` is given, 50 a page; `total` counts all of that kind. */
export const bookingsOfClient = endpoint({
  method: 'GET',
  path: '/api/bookings/client/{id}',
  feature: 'bookings',
  summary: "All of a client's bookings",
  caller: { role: 'client', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string() }),
  query: ClientBookingsQuery,
  answer: z.object({ bookings: z.array(ClientBooking), total: z.number().int() }),
  refusals: ['not_signed_in', 'not_yours', 'invalid_input'],
})

/** One booking of the client's, with what happened to it; another's is not there (decision 6). */
export const bookingOfClient = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}',
  feature: 'bookings',
  summary: "One of a client's bookings, with its history",
  caller: { role: 'client', roleRefusal: 'clients_only' },
  params: z.object({ id: z.string() }),
  answer: z.object({ booking: ClientBookingDetail }),
  refusals: ['not_signed_in', 'clients_only', 'booking_not_found'],
})

/** The visit for a calendar, for either side; another's is not there (decision 6). */
export const calendarOfBooking = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}/calendar.ics',
  feature: 'bookings',
  summary: 'A booking as a calendar file',
  caller: { role: 'user' },
  params: z.object({ id: z.string() }),
  answer: z.string(),
  answerType: 'text/calendar',
  refusals: ['not_signed_in', 'booking_not_found'],
})
