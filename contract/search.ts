import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PublicProfessional } from './professionals.ts'
import {
  FREQUENCIES,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  SEARCHED_PLACE_LENGTH_MAX,
  SERVICE_TYPES,
  SORTS,
} from './product.ts'
import { code } from './values.ts'

/** An empty query parameter counts as absent. */
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value)
const invalidFilter = code('search_filter_invalid')
/** A ZIP that is given twice is an invalid filter, not a missing one. */
const zipMissingOrRepeated = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined ? code('zip_required') : invalidFilter,
}

/** The parameters of a search; all but the ZIP are optional. rule: search-zip-required, search-filters */
export const SearchFilters = z.object({
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
})
export type SearchFilters = z.infer<typeof SearchFilters>

/** One of the closest served ZIPs, when no professional serves the requested one. rule: search-nearby */
const NearbyZip = z.object({
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  distance_miles: z.number(),
})

/**
 * Finds listed professionals who serve a ZIP. `total` is exact. `post_construction` is present if some of those who serve
 * the ZIP offer that service, whatever the other filters are. `nearby` is present only with an empty list.
 * rule: search-finds-listed, search-filters, search-pages, search-service-types, search-nearby
 */
export const searchProfessionals = endpoint({
  method: 'GET',
  path: '/api/professionals/search/enhanced',
  feature: 'search',
  summary: 'Listed professionals who serve a ZIP code',
  caller: { role: 'anyone' },
  query: SearchFilters,
  answer: z.object({
    professionals: z.array(PublicProfessional),
    total: z.number().int(),
    post_construction: z.literal(true).optional(),
    nearby: z.array(NearbyZip).optional(),
  }),
  networkLimit: 'search',
  refusals: ['zip_required', 'search_filter_invalid', 'too_many_requests'],
})
