import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SPOKEN_LANGUAGES } from '../people/spoken-languages.ts'
import { PublicProfessional } from './professionals.ts'
import { BOOKING_HOURS } from '../bookings/booking-rules.ts'
import { FREQUENCIES, SERVICE_TYPES } from '../product.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX, SEARCHED_PLACE_LENGTH_MAX, SORTS } from './search-rules.ts'
import { DAY_PARTS, SEARCH_AVAILABILITIES } from '../calendar/time-rules.ts'
import { code, date, Instant } from '../values.ts'

/** An empty query parameter counts as absent. */
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value)
const invalidFilter = code('search_filter_invalid')
/** A ZIP that is given twice is an invalid filter, not a missing one. */
const zipMissingOrRepeated = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? code('zip_required') : invalidFilter,
}

const lengths: readonly number[] = BOOKING_HOURS
const optional = <Type extends z.ZodType>(type: Type) =>
  z.preprocess(emptyAsAbsent, type.optional())

/**
 * The parameters of a search; all but the ZIP are optional. `time`, `part`, `hours` and `availability` need `date`, and
 * exclude each other as the rule says. rule: search-finds-listed, search-filters, search-by-time
 */
export const SearchFilters = z
  .object({
    zip_code: z
      .string(zipMissingOrRepeated)
      .trim()
      .min(1, code('zip_required'))
      .max(SEARCHED_PLACE_LENGTH_MAX, invalidFilter),
    service_type: z.preprocess(emptyAsAbsent, z.enum(SERVICE_TYPES, invalidFilter).optional()),
    cleaning_frequency: z.preprocess(emptyAsAbsent, z.enum(FREQUENCIES, invalidFilter).optional()),
    max_rate: z.preprocess(
      emptyAsAbsent,
      z.coerce.number(invalidFilter).min(0, invalidFilter).max(100_000, invalidFilter).optional(),
    ),
    min_rating: z.preprocess(
      emptyAsAbsent,
      z.coerce.number(invalidFilter).min(0, invalidFilter).max(5, invalidFilter).optional(),
    ),
    sort_by: z.preprocess(emptyAsAbsent, z.enum(SORTS, invalidFilter).default('rating')),
    page: z.preprocess(
      emptyAsAbsent,
      z.coerce
        .number(invalidFilter)
        .int(invalidFilter)
        .min(1, invalidFilter)
        .max(10_000, invalidFilter)
        .default(1),
    ),
    page_size: z.preprocess(
      emptyAsAbsent,
      z.coerce
        .number(invalidFilter)
        .int(invalidFilter)
        .min(1, invalidFilter)
        .max(PAGE_SIZE_MAX, invalidFilter)
        .default(PAGE_SIZE),
    ),
    /** The date at the home. */
    date: optional(date(invalidFilter)),
    /** A full or half hour at the home. */
    time: optional(z.string(invalidFilter).regex(/^([01]\d|2[0-3]):[03]0$/, invalidFilter)),
    part: optional(z.enum(DAY_PARTS, invalidFilter)),
    hours: optional(
      z.coerce.number(invalidFilter).refine((value) => lengths.includes(value), invalidFilter),
    ),
    availability: optional(z.enum(SEARCH_AVAILABILITIES, invalidFilter)),
    instant: optional(z.literal('true', invalidFilter)),
    /** A language that the professional speaks. The next four can only be asked for. rule: search-filters */
    speaks: optional(z.enum(SPOKEN_LANGUAGES, invalidFilter)),
    brings_supplies: optional(z.literal('true', invalidFilter)),
    eco_products: optional(z.literal('true', invalidFilter)),
    pets_ok: optional(z.literal('true', invalidFilter)),
    verified: optional(z.literal('true', invalidFilter)),
  })
  .refine(
    ({ date, time, part, hours, availability }) =>
      date !== undefined || [time, part, hours, availability].every((value) => value === undefined),
    invalidFilter,
  )
  .refine(({ time, part }) => time === undefined || part === undefined, invalidFilter)
export type SearchFilters = z.infer<typeof SearchFilters>

/** A start at which a professional is free; date and time are those of the home. */
const FreeTime = z.object({
  booking_date: z.iso.date(),
  booking_time: z.string(),
  starts_at: Instant,
})

/** A professional in a search result. `free`: the earliest free time of a search with `date`. rule: search-by-time */
export const FoundProfessional = PublicProfessional.extend({ free: FreeTime.optional() })

/** One of the closest served ZIPs, when no professional serves the requested one. rule: search-finds-listed */
const NearbyZip = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  distance_miles: z.number(),
})

/**
 * Finds listed professionals who serve a ZIP. `total` is exact. `post_construction` is present if some of those who
 * serve the ZIP offer that service, whatever the other filters are. `nearby` is present only with an empty list. With
 * `date` the list has those who are free then, and `may_be_free` the first of those who have not stated their hours.
 * rule: search-finds-listed, search-filters, service-types, search-by-time
 */
export const searchProfessionals = endpoint({
  method: 'GET',
  path: '/api/professionals/search/enhanced',
  summary: 'Listed professionals who serve a ZIP code',
  caller: { role: 'anyone' },
  query: SearchFilters,
  answer: z.object({
    professionals: z.array(FoundProfessional),
    total: z.number().int(),
    /** Without `date`: the next free time within a week by user id, of those for whom it is certain. */
    next_free: z.record(z.string(), FreeTime).optional(),
    may_be_free: z
      .object({ total: z.number().int(), professionals: z.array(PublicProfessional) })
      .optional(),
    post_construction: z.literal(true).optional(),
    nearby: z.array(NearbyZip).optional(),
    /** Present if nobody is free at the asked time: who is, within a week. */
    nearest: z.array(FoundProfessional).optional(),
  }),
  networkLimit: 'search',
})
