import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CALENDAR_LABEL_LENGTH_MAX, CALENDAR_ZONES } from './time-rules.ts'
import { Id, Instant, code, line } from '../values.ts'

/** Another calendar of a professional, whose events take free times away. rule: busy-times */
const BusyCalendar = z.object({
  id: Id,
  label: z.string(),
  kind: z.enum(['file', 'feed']),
  /** The host of a feed's address; the rest of it is in no answer. Null for a file. */
  host: z.string().nullable(),
  /** `waiting`: a feed that was not read yet. */
  state: z.enum(['waiting', 'ok', 'failed']),
  /** Why the last reading failed. The busy times of the last good one stay. */
  problem: z.enum(['unreachable', 'refused', 'too_large', 'unreadable']).nullable(),
  /** The last good reading. */
  read_at: Instant.nullable(),
  /** How many busy times are stored. */
  intervals: z.number().int(),
  /** How many events the last good reading could not read, or not completely. */
  unread: z.number().int(),
  /** Names of zones in the calendar that are not certain, and the zone, or offset, that each was read as. */
  unsure_zones: z.array(z.object({ name: z.string(), read_as: z.string() })),
  /** The zone that the professional chose for those; null for the likely one of each. */
  time_zone: z.string().nullable(),
})
export type BusyCalendar = z.infer<typeof BusyCalendar>

const Calendars = z.object({ calendars: z.array(BusyCalendar) })
const OneCalendar = z.object({ calendar: BusyCalendar })

const ownBusyTimes = {
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
} as const
const params = z.object({ id: z.string().max(64) })
const calendarParams = params.extend({ calendarId: z.string().max(64) })

const Label = line(1, CALENDAR_LABEL_LENGTH_MAX, 'invalid_input', 'invalid_input')

export const CalendarFields = z.object({
  /** Required for a new calendar. */
  label: Label.optional(),
  /** The calendar of a file whose busy times this file replaces. */
  calendar_id: z.string().max(64).optional(),
})
export type CalendarFields = z.infer<typeof CalendarFields>

const NewFeed = z.object({
  feed_url: z.string(code('invalid_input')),
  label: Label,
})
export type NewFeed = z.infer<typeof NewFeed>

const ZoneOfCalendar = z.object({
  time_zone: z.enum(CALENDAR_ZONES, code('invalid_input')).nullable(),
})

/** Lists the calendars in the order in which they were added. */
export const ownCalendars = endpoint({
  ...ownBusyTimes,
  method: 'GET',
  path: '/api/professional/busy/{id}',
  summary: 'The other calendars whose events take free times away',
  params,
  answer: Calendars,
  refusals: ['complete_profile_first'],
})

/** Adds a calendar from an .ics file, or replaces the busy times of one that is there. */
export const addCalendarFile = endpoint({
  ...ownBusyTimes,
  method: 'POST',
  path: '/api/professional/busy/{id}/files',
  summary: 'Add a calendar from an .ics file',
  params,
  multipart: { fields: CalendarFields, files: { file: 'one' }, takesCalendar: true },
  idempotent: true,
  answer: OneCalendar,
  refusals: [
    'calendar_unreadable',
    'calendar_too_large',
    'calendar_not_found',
    'complete_profile_first',
    'too_many_calendars',
  ],
})

/** Adds a feed that is read at once and then every hour. */
export const addCalendarFeed = endpoint({
  ...ownBusyTimes,
  method: 'POST',
  path: '/api/professional/busy/{id}/feeds',
  summary: 'Add a calendar by its private address',
  params,
  body: NewFeed,
  idempotent: true,
  answer: OneCalendar,
  refusals: ['feed_address_refused', 'complete_profile_first', 'too_many_calendars'],
})

/** Reads a feed now, at most once in 5 minutes. */
export const readCalendar = endpoint({
  ...ownBusyTimes,
  method: 'POST',
  path: '/api/professional/busy/{id}/calendars/{calendarId}/read',
  summary: 'Read a calendar now',
  params: calendarParams,
  idempotent: true,
  answer: OneCalendar,
  refusals: ['calendar_not_found'],
})

/** Chooses the zone of times whose zone is not certain. A feed is read again, a file has to be sent again. */
export const chooseCalendarZone = endpoint({
  ...ownBusyTimes,
  method: 'PUT',
  path: '/api/professional/busy/{id}/calendars/{calendarId}/zone',
  summary: 'Choose the time zone of a calendar that does not name a certain one',
  params: calendarParams,
  body: ZoneOfCalendar,
  answer: OneCalendar,
  refusals: ['complete_profile_first', 'calendar_not_found'],
})

/** Removes a calendar with its busy times. One that is gone already changes nothing. */
export const removeCalendar = endpoint({
  ...ownBusyTimes,
  method: 'DELETE',
  path: '/api/professional/busy/{id}/calendars/{calendarId}',
  summary: 'Remove a calendar and its busy times',
  params: calendarParams,
  answer: Calendars,
  refusals: ['complete_profile_first'],
})
