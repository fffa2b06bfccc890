import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SentFacts } from '../market/homes.ts'
import { PAGE_SIZE_MAX, SEARCHED_PLACE_LENGTH_MAX } from '../market/search-rules.ts'
import { AskedPrice, Hours, ShownLine } from './price-lines.ts'
import { code, Dollars, FrequencyValue, ServiceTypeValue } from '../values.ts'

const invalid = code('invalid_input')
/** The cards of a page of results, and of those who may be free. */
const HOME_PRICES_MAX = 2 * PAGE_SIZE_MAX
const { bedrooms, bathrooms, square_feet, floors, pets } = SentFacts

const QuoteRequest = z.object({
  professional_id: z.string(invalid).max(64, invalid),
  service_type: ServiceTypeValue,
  cleaning_frequency: FrequencyValue,
  /** Absent: those of the estimate. */
  estimated_hours: Hours.optional(),
  /** A saved home of the caller, instead of `home`. */
  home_id: z.string(invalid).max(64, invalid).optional(),
  /** The known facts of a home that is not saved. */
  home: z.object({ bedrooms, bathrooms, square_feet, floors, pets }, invalid).optional(),
  ...AskedPrice,
})
export type QuoteRequest = z.infer<typeof QuoteRequest>

/** The hours of a visit by the estimate, and its total in dollars, by the id of the professional. */
const HomePrices = z.record(z.string(), z.object({ hours: z.number().int(), total: Dollars }))
export type HomePrices = z.infer<typeof HomePrices>

/** Empty unless the client has a saved home with the ZIP code. rule: search-card, estimate */
export const homePrices = endpoint({
  method: 'GET',
  path: '/api/bookings/home-prices',
  summary: 'What a visit to my home takes and costs, with each professional of a search',
  caller: { role: 'client', roleRefusal: 'clients_only' },
  query: z.object({
    zip_code: z.string(invalid).trim().max(SEARCHED_PLACE_LENGTH_MAX, invalid),
    service_type: ServiceTypeValue.optional(),
    /** Ids, joined by commas. */
    professionals: z.string(invalid).max(HOME_PRICES_MAX * 37, invalid),
  }),
  answer: z.object({ prices: HomePrices }),
})

const Price = z.object({ lines: z.array(ShownLine), total_amount: Dollars })

/** Writes nothing. Money is in dollars. rule: price-lines, estimate */
export const quote = endpoint({
  method: 'POST',
  path: '/api/bookings/quote',
  summary: 'How long a visit takes, and what it costs',
  caller: { role: 'anyone' },
  body: QuoteRequest,
  networkLimit: 'quotes',
  answer: Price.extend({
    estimate: z.object({
      hours: z.number().int(),
      minutes: z.number().int(),
      /** `home`: from `visits` earlier ones. `formula`: from the home. `default`: nothing is known. */
      source: z.enum(['home', 'formula', 'default']),
      visits: z.number().int(),
      /** Whether the work does not fit into one visit. */
      over: z.boolean(),
      parts: z.array(
        z.object({
          what: z.enum([
            'base',
            'bedrooms',
            'bathrooms',
            'area',
            'floors',
            'pets',
            'home',
            'extras',
          ]),
          count: z.number(),
          minutes: z.number().int(),
        }),
      ),
    }),
    estimated_hours: z.number().int(),
    /** The hours of the professional's shortest visit. */
    min_hours: z.number().int(),
    /** The price of each visit of a series after the first one; null for a single visit. rule: booking-extras */
    later: Price.nullable(),
  }),
  refusals: [
    'not_signed_in',
    'clients_only',
    'home_not_found',
    'professional_not_found',
    'service_not_offered',
    'frequency_not_offered',
    'hours_below_minimum',
    'extra_not_offered',
    'supplies_not_offered',
    'extras_too_long',
  ],
})
