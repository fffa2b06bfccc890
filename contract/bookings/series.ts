import { z } from 'zod'
import { REASON_LENGTH_MAX } from './booking-fields.ts'
import { endpoint } from '../endpoint.ts'
import { ShownLine } from './price-lines.ts'
import { BOOKING_HOURS } from './booking-rules.ts'
import { ROLES } from '../product.ts'
import { Proposal } from './proposals.ts'
import { SERIES_FREQUENCIES, SERIES_STATUSES } from '../calendar/time-rules.ts'
import { WANTED_VISIT } from '../calendar/slots.ts'
import { ClientDetails, PROFESSIONAL_OF_VISIT } from './visit-fields.ts'
import {
  code,
  Dollars,
  Id,
  Instant,
  ServiceTypeValue,
  text,
  WallDate,
  WallTime,
} from '../values.ts'

const hours: readonly number[] = BOOKING_HOURS
/** An empty query parameter counts as absent. */
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value)
const SeriesFrequencyValue = z.enum(SERIES_FREQUENCIES, code('frequency_invalid'))
const Hours = z
  .number(code('hours_invalid'))
  .refine((value) => hours.includes(value), code('hours_invalid'))

const SeriesPreviewQuery = z.object({
  ...WANTED_VISIT,
  cleaning_frequency: SeriesFrequencyValue,
  booking_date: WallDate,
  booking_time: WallTime,
})
export type SeriesPreviewQuery = z.infer<typeof SeriesPreviewQuery>

/**
 * One of the next dates. `conflict`: the professional is off that day, or the time is taken. `request`: outside the
 * plan. `alternatives`: up to 3 free times near a conflict. rule: series-request
 */
const PreviewedVisit = z.object({
  date: z.iso.date(),
  booking_time: z.string(),
  starts_at: Instant,
  state: z.enum(['free', 'conflict', 'request', 'not_stated']),
  why: z.enum(['off', 'taken']).nullable(),
  alternatives: z.array(
    z.object({ booking_date: z.iso.date(), booking_time: z.string(), starts_at: Instant }),
  ),
})
export type PreviewedVisit = z.infer<typeof PreviewedVisit>

/** rule: series-request */
export const seriesPreview = endpoint({
  method: 'GET',
  path: '/api/professional/series-preview/{professionalUserId}',
  summary: 'The next 8 dates of regular visits, and whether they fit',
  caller: { role: 'anyone' },
  params: z.object({ professionalUserId: z.string().max(64) }),
  query: SeriesPreviewQuery,
  answer: z.object({ time_zone: z.string(), visits: z.array(PreviewedVisit) }),
  networkLimit: 'slots',
  refusals: [
    'time_in_past',
    'date_too_far',
    'time_skipped',
    'professional_not_found',
    'service_not_offered',
    'home_not_served',
    'hours_below_minimum',
  ],
})

/** `change`: of this visit and all that follow. `move`: of this visit alone. */
const SERIES_VISIT_ACTIONS = ['skip', 'unskip', 'move', 'change'] as const
export type SeriesVisitAction = (typeof SERIES_VISIT_ACTIONS)[number]

/** The terms that all visits have from a date on. `weekday`: 1 is Monday. */
const TERMS = {
  cleaning_frequency: z.enum(SERIES_FREQUENCIES),
  weekday: z.number().int(),
  booking_time: z.string(),
  estimated_hours: z.number().int(),
  hourly_rate: Dollars,
}

const MISFITS = ['off', 'taken', 'request'] as const

/** `planned`: no booking yet. `cancelled`: either side cancelled this booking alone. rule: series */
const SeriesVisit = z.object({
  date: z.iso.date(),
  booking_id: Id.nullable(),
  booking_date: z.iso.date(),
  booking_time: z.string(),
  starts_at: Instant,
  status: z.enum(['planned', 'accepted', 'skipped', 'paused', 'conflict', 'cancelled']),
  /** The notice of the booking; null: no visit is booked. rule: cancellation */
  notice_hours: z.number().int().nullable(),
  /** Whether this visit alone has another time. */
  moved: z.boolean(),
  /**
   * Tells the professional of a request why a planned date may not fit: they are off that day, they have something else
   * then, or it is outside the plan. Null in lists. rule: series-request
   */
  misfit: z.enum(MISFITS).nullable(),
  /** The side that skipped the visit, and can undo that. rule: series-breaks */
  skipped_by: z.enum(ROLES).nullable(),
  /** The open proposal of another time for this visit. rule: proposals */
  proposal: Proposal.nullable(),
  /** The terms of the series at this date, without what was agreed on for this visit alone. rule: series-changes */
  terms: z.object(TERMS),
  /** The actions that the reader can take on this visit now; none once it has begun. */
  may: z.array(z.enum(SERIES_VISIT_ACTIONS)),
})
export type SeriesVisit = z.infer<typeof SeriesVisit>

/**
 * The regular visits that a request asks for, as the link of its letter shows them. `note`: why a date has no visit, or
 * may not fit. The client has skipped it, the professional is off or has something else then, or it is outside the
 * plan. rule: series-request
 */
export const AskedSeries = z.object({
  cleaning_frequency: z.enum(SERIES_FREQUENCIES),
  weekday: z.number().int(),
  booking_time: z.string(),
  visits: z.array(
    z.object({
      date: z.iso.date(),
      starts_at: Instant,
      note: z.enum(['skipped', ...MISFITS]).nullable(),
    }),
  ),
})
export type AskedSeries = z.infer<typeof AskedSeries>

const CHANGE_ANSWERS = ['accepted', 'declined', 'withdrawn'] as const
export type ChangeAnswer = (typeof CHANGE_ANSWERS)[number]

/** The fields that it changes, from a date on. rule: series-changes */
const SeriesChange = z.object({
  id: Id,
  by: z.enum(ROLES),
  status: z.enum(['open', 'accepted', 'declined', 'withdrawn', 'expired']),
  expires_at: Instant,
  from_date: z.iso.date(),
  weekday: z.number().int().optional(),
  booking_time: z.string().optional(),
  estimated_hours: z.number().int().optional(),
  cleaning_frequency: z.enum(SERIES_FREQUENCIES).optional(),
  hourly_rate: Dollars.optional(),
})
export type SeriesChange = z.infer<typeof SeriesChange>

const SERIES_ACTIONS = ['skip', 'change', 'pause', 'resume', 'end', ...CHANGE_ANSWERS] as const
export type SeriesAction = (typeof SERIES_ACTIONS)[number]

const PauseOfSeries = z.object({ from_date: z.iso.date(), to_date: z.iso.date() })

/**
 * Regular visits of a client by a professional. Dates and times are those of the home, money is in dollars. `weekday`:
 * 1 is Monday. While the lead is locked, the professional sees of the client what a booking shows. rule: series
 */
const Series = z.object({
  id: Id,
  status: z.enum(SERIES_STATUSES),
  cleaning_frequency: z.enum(SERIES_FREQUENCIES),
  weekday: z.number().int(),
  booking_time: z.string(),
  time_zone: z.string(),
  service_type: ServiceTypeValue,
  estimated_hours: z.number().int(),
  /** The shortest visit that a change can propose, as it was when the series was requested. rule: series-changes */
  min_hours: z.number().int(),
  hourly_rate: Dollars,
  /** The price of a later visit: `lines` sum to it. The first visit has no discount. rule: booking-extras */
  total_amount: Dollars,
  lines: z.array(ShownLine),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  notes: z.string(),
  /** The last date on which a visit may be. */
  until: z.iso.date().nullable(),
  /** The first of `pauses`. */
  paused: PauseOfSeries.nullable(),
  /** The pauses that are not over, in order. They do not overlap. rule: series-breaks */
  pauses: z.array(PauseOfSeries),
  /** The open change; null: there is none. */
  change: SeriesChange.nullable(),
  /** The next 8 visits. */
  visits: z.array(SeriesVisit),
  /** The actions that the caller can take now, among them the answers to `change`. */
  may: z.array(z.enum(SERIES_ACTIONS)),
  created_at: Instant,
  /** Only the client gets this field. */
  professional: z.object(PROFESSIONAL_OF_VISIT).optional(),
  /** Only the professional gets this field. */
  client_details: ClientDetails.optional(),
  locked: z.boolean().optional(),
})
export type Series = z.infer<typeof Series>

const params = z.object({ id: z.string() })
const common = { caller: { role: 'user' } } as const
const answer = z.object({ series: Series })
const invalid = code('invalid_input')
const CHANGING = ['series_not_found', 'lead_locked', 'series_not_active'] as const

/** Newest first, 50 a page. */
export const ownSeries = endpoint({
  ...common,
  method: 'GET',
  path: '/api/series',
  summary: 'My regular visits',
  query: z.object({
    page: z.preprocess(
      emptyAsAbsent,
      z.coerce.number(invalid).int(invalid).min(1, invalid).max(10_000, invalid).default(1),
    ),
  }),
  answer: z.object({ series: z.array(Series), total: z.number().int() }),
})

/** Shows a series to its client and its professional. */
export const oneSeries = endpoint({
  ...common,
  method: 'GET',
  path: '/api/series/{id}',
  summary: 'Regular visits with their next 8 dates',
  params,
  answer,
  refusals: ['series_not_found'],
})

const DateOfVisit = z.object({ date: z.iso.date(code('series_date_invalid')) })

/** Cancels the visit of a date, or it is never created. Again it changes nothing. rule: series-breaks */
export const skipVisit = endpoint({
  ...common,
  method: 'POST',
  path: '/api/series/{id}/skip',
  summary: 'Skip one of the regular visits',
  params,
  body: DateOfVisit,
  idempotent: true,
  answer,
  refusals: ['series_not_found', 'series_not_active', 'booking_started'],
})

/** Undoes a skip of the caller's own, or tries again a date that did not fit. rule: series-breaks */
export const unskipVisit = endpoint({
  ...common,
  method: 'POST',
  path: '/api/series/{id}/unskip',
  summary: 'Undo a skip of one of the regular visits',
  params,
  body: DateOfVisit,
  idempotent: true,
  answer,
  refusals: [...CHANGING, 'not_yours', 'booking_started', 'conversation_blocked', 'slot_taken'],
})

const NewChange = z.object({
  from_date: z.iso.date(code('series_date_invalid')),
  weekday: z.number(invalid).int(invalid).min(1, invalid).max(7, invalid).optional(),
  booking_time: WallTime.optional(),
  estimated_hours: Hours.optional(),
  cleaning_frequency: SeriesFrequencyValue.optional(),
  hourly_rate: z.number(code('hourly_rate_invalid')).optional(),
})
export type NewChange = z.infer<typeof NewChange>

/**
 * Proposes other terms. Only the professional proposes a rate; a lower one alone holds at once. rule: series-changes
 */
export const proposeChange = endpoint({
  ...common,
  method: 'POST',
  path: '/api/series/{id}/changes',
  summary: 'Propose a change of regular visits from a date on',
  params,
  body: NewChange,
  idempotent: true,
  answer,
  refusals: [
    ...CHANGING,
    'not_yours',
    'conversation_blocked',
    'hours_below_minimum',
    'extras_too_long',
    'rate_notice',
    'change_open',
    'booking_started',
  ],
})

/** The other side accepts or declines, the author withdraws. The same answer again changes nothing. */
export const answerChange = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/series/{id}/changes/{changeId}',
  summary: 'Answer a proposed change of regular visits',
  params: z.object({ id: z.string(), changeId: z.string() }),
  body: z.object({ answer: z.enum(CHANGE_ANSWERS, invalid) }),
  answer,
  refusals: [...CHANGING, 'not_yours', 'change_over', 'booking_started'],
})

const Period = z.object({
  from_date: z.iso.date(code('pause_invalid')),
  to_date: z.iso.date(code('pause_invalid')),
})
export type Period = z.infer<typeof Period>

/** rule: series-breaks */
export const pauseSeries = endpoint({
  ...common,
  method: 'POST',
  path: '/api/series/{id}/pause',
  summary: 'Pause regular visits for a period',
  params,
  body: Period,
  idempotent: true,
  answer,
  refusals: CHANGING,
})

/** rule: series-breaks */
export const resumeSeries = endpoint({
  ...common,
  method: 'POST',
  path: '/api/series/{id}/resume',
  summary: 'End the pause of regular visits from today on',
  params,
  idempotent: true,
  answer,
  refusals: CHANGING,
})

/** All of the client's running ones, such as for a holiday. rule: series-breaks */
export const pauseAllSeries = endpoint({
  method: 'POST',
  path: '/api/series/pause',
  summary: 'Pause all my regular visits for a period',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  body: Period,
  idempotent: true,
  answer: z.object({ series: z.array(Series) }),
  refusals: ['too_many_requests'],
})

/**
 * Cancels the visits after `last_date`, by default today, and a request whose first visit is later. Again it changes
 * nothing. rule: series-end
 */
export const endSeries = endpoint({
  ...common,
  method: 'POST',
  path: '/api/series/{id}/end',
  summary: 'End regular visits',
  params,
  body: z.object({
    last_date: z.iso.date(code('series_date_invalid')).optional(),
    reason: text(0, REASON_LENGTH_MAX).optional(),
  }),
  idempotent: true,
  answer,
  refusals: ['series_not_found'],
})
