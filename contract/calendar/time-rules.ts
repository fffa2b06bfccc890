/** How often regular visits come. 'monthly' is every 4 weeks. rule: series */
export const SERIES_FREQUENCIES = ['weekly', 'biweekly', 'monthly'] as const
export type SeriesFrequency = (typeof SERIES_FREQUENCIES)[number]

/** 'requested' until the first visit is accepted. rule: series */
export const SERIES_STATUSES = ['requested', 'active', 'ended'] as const

/** How many of the next visits a preview and a series list. */
export const SERIES_VISITS_SHOWN = 8

/** How many of the first dates a request can skip or move: a little more than a year of weekly ones. */
export const SERIES_CHOICES_MAX = 58

/** The longest pause of regular visits. rule: series-breaks */
export const SERIES_PAUSE_DAYS_MAX = 84

/** How many visits outside the hours a save lists. rule: working-hours */
export const AFFECTED_VISITS_MAX = 50

/** The most days of one agenda. */
export const AGENDA_DAYS_MAX = 14
export const AGENDA_DAYS_DEFAULT = 2

/** The most days of one absence. */
export const ABSENCE_DAYS_MAX = 60

/** Other calendars of a professional. */
export const CALENDARS_MAX = 3
export const CALENDAR_LABEL_LENGTH_MAX = 60
export const CALENDAR_BYTES_MAX = 2 * 1024 * 1024
export const CALENDAR_EVENTS_MAX = 5000

/** The zones that a professional can choose for a calendar whose own zone is not certain. rule: calendar-lines */
export const CALENDAR_ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
  'America/Mexico_City',
  'America/Sao_Paulo',
  'UTC',
] as const

/** Busy times after every repetition is counted. */
export const CALENDAR_INTERVALS_MAX = 10_000

/** The clients who can book a free time at once: none, those served before, or all with a confirmed email address. */
export const INSTANT_BOOKING_MODES = ['off', 'served', 'verified'] as const

/** Parts of a day: a visit begins in them. rule: search-by-time */
export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof DAY_PARTS)[number]

/** The professionals whom a search with a date lists: those who are free, or those who have not stated their hours. */
export const SEARCH_AVAILABILITIES = ['free', 'may_be_free'] as const

/** How far ahead a search by time looks. */
export const SEARCH_DAYS_AHEAD_MAX = 365

/** Working intervals of one weekday. */
export const INTERVALS_A_DAY_MAX = 6
/** The most days of one exception to the working hours. */
export const EXCEPTION_DAYS_MAX = 366
export const EXCEPTION_DAYS_AHEAD_MAX = 730
export const EXCEPTION_NOTE_LENGTH_MAX = 200
/** Exceptions that are not over. */
export const EXCEPTIONS_MAX = 200
export const PAUSE_DAYS_AHEAD_MAX = 365
