import { SPOKEN_LANGUAGES } from '#contract/people/spoken-languages.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { DEFAULT_SORT, MIN_RATINGS, SORTS } from '#contract/market/search-rules.ts'
import { FREQUENCIES, SERVICE_TYPES } from '#contract/product.ts'
import { DAY_PARTS, SEARCH_DAYS_AHEAD_MAX } from '#contract/calendar/time-rules.ts'
import { OFFER_TRAITS } from '../professionals/card.ts'
import type { Filters } from './filters.ts'

/** Values that remove the filters of the search by time. rule: search-by-time */
export const NO_TIME = { date: '', time: '', part: '', hours: '', availability: undefined } as const

/** Reads the filters of an address. An unknown value counts as not set. */
export function readFilters(search: URLSearchParams): Filters {
  const text = (name: keyof Filters) => (search.get(name) ?? '').trim()
  const page = Number(text('page'))
  return {
    zip_code: text('zip_code').slice(0, 40),
    service_type: oneOf(SERVICE_TYPES, text('service_type')) ?? '',
    cleaning_frequency: oneOf(FREQUENCIES, text('cleaning_frequency')) ?? '',
    max_rate: /^\d{1,5}(\.\d{1,2})?$/.test(text('max_rate')) ? text('max_rate') : '',
    min_rating: oneOf(MIN_RATINGS.map(String), text('min_rating')) ?? '',
    ...readTime(text),
    instant: oneOf(['true'], text('instant')),
    speaks: oneOf(SPOKEN_LANGUAGES, text('speaks')),
    ...Object.fromEntries(OFFER_SWITCHES.map((name) => [name, oneOf(['true'], text(name))])),
    sort_by: oneOf(SORTS, text('sort_by')) ?? DEFAULT_SORT,
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** Filters that can only be set or not. rule: search-filters */
export const OFFER_SWITCHES = [...OFFER_TRAITS, 'verified'] as const

/** rule: search-by-time */
function readTime(text: (name: keyof Filters) => string): Pick<Filters, keyof typeof NO_TIME> {
  const date = text('date')
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date)
  if (!isDate || date < searchDate(0) || date > searchDate(SEARCH_DAYS_AHEAD_MAX)) return NO_TIME
  const time = /^([01]\d|2[0-3]):[03]0$/.test(text('time')) ? text('time') : ''
  return {
    date,
    time,
    part: time ? '' : (oneOf(DAY_PARTS, text('part')) ?? ''),
    hours: oneOf(BOOKING_HOURS.map(String), text('hours')) ?? '',
    availability: oneOf(['may_be_free'], text('availability')),
  }
}

const HOUR_MS = 3_600_000

/** The date `days` after the earliest one that is today somewhere: 11 hours behind UTC. */
export function searchDate(days: number): string {
  return new Date(Date.now() + (days * 24 - 11) * HOUR_MS).toISOString().slice(0, 10)
}

function oneOf<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((known) => known === value)
}
