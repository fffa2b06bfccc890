import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PublicProfessional } from './professionals.ts'
import { FREQUENCIES, PAGE_SIZE, PAGE_SIZE_MAX, SERVICE_TYPES, SORTS } from './product.ts'
import { code } from './values.ts'

/** An empty parameter counts as not set. */
const unset = (value: unknown) => (value === '' ? undefined : value)
const filter = code('search_filter_invalid')
/** A ZIP that is given twice is an invalid filter, not a missing one. */
const zipMissingOrRepeated = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? code('zip_required') : filter),
}

/** The parameters of a search; all but the ZIP are optional. rule: search-zip-required, search-filters */
export const SearchFilters = z.object({
  zip_code: z.string(zipMissingOrRepeated).trim().min(1, code('zip_required')).max(40, filter),
  service_type: z.preprocess(unset, z.enum(SERVICE_TYPES, filter).optional()),
  cleaning_frequency: z.preprocess(unset, z.enum(FREQUENCIES, filter).optional()),
  max_rate: z.preprocess(
    unset,
    z.coerce.number(filter).min(0, filter).max(100_000, filter).optional(),
  ),
  min_rating: z.preprocess(unset, z.coerce.number(filter).min(0, filter).max(5, filter).optional()),
  sort_by: z.preprocess(unset, z.enum(SORTS, filter).default('rating')),
  page: z.preprocess(
    unset,
    z.coerce.number(filter).int(filter).min(1, filter).max(10_000, filter).default(1),
  ),
  page_size: z.preprocess(
    unset,
    z.coerce
      .number(filter)
      .int(filter)
      .min(1, filter)
      .max(PAGE_SIZE_MAX, filter)
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
 * Finds listed professionals who serve a ZIP. `total` is exact. `nearby` is present only with an empty list.
 * rule: search-finds-listed, search-filters, search-pages, search-nearby
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
    nearby: z.array(NearbyZip).optional(),
  }),
  refusals: ['zip_required', 'search_filter_invalid'],
})
