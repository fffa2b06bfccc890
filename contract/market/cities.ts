import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PublicProfessional } from './professionals.ts'
import { Dollars } from '../values.ts'

/**
 * A city with listed professionals. Its page is /house-cleaning/{state}/{slug}. `zip` is its most populous ZIP code.
 */
const ServedCity = z.object({
  city: z.string(),
  /** The state's code: 'TX'. */
  state: z.string(),
  slug: z.string(),
  zip: z.string(),
  professionals: z.number().int(),
})

/** The cities with the most listed professionals, for the home view. rule: city-pages */
export const servedCities = endpoint({
  method: 'GET',
  path: '/api/served-cities',
  summary: 'Cities with the most listed professionals',
  caller: { role: 'anyone' },
  answer: z.object({ cities: z.array(ServedCity), total_professionals: z.number().int() }),
})

/** The states that have a city with listed professionals, sorted by name. rule: city-pages */
export const statesWithCities = endpoint({
  method: 'GET',
  path: '/api/cities',
  summary: 'States with the number of their cities that have listed professionals',
  caller: { role: 'anyone' },
  answer: z.object({
    states: z.array(z.object({ state: z.string(), name: z.string(), cities: z.number().int() })),
  }),
})

/** All cities of a state that have listed professionals, sorted by name. rule: city-pages */
export const citiesOfState = endpoint({
  method: 'GET',
  path: '/api/cities/{state}',
  summary: 'The cities of a state that have listed professionals',
  caller: { role: 'anyone' },
  params: z.object({ state: z.string() }),
  answer: z.object({ state: z.string(), name: z.string(), cities: z.array(ServedCity) }),
  refusals: ['not_found'],
})

/**
 * The data of a city's page, computed from the listed professionals who serve the city or one of its ZIP codes.
 * rule: city-pages
 */
export const cityPage = endpoint({
  method: 'GET',
  path: '/api/cities/{state}/{city}',
  summary: 'A city with its professionals, if it has any',
  caller: { role: 'anyone' },
  params: z.object({ state: z.string(), city: z.string() }),
  answer: ServedCity.extend({
    state_name: z.string(),
    lowest_rate: Dollars,
    /** The arithmetic mean of the stars of the reviews that count; 0 without any. rule: review-counts */
    rating: z.number(),
    total_reviews: z.number().int(),
    /** The professionals with the best ratings, in the order of search. rule: search-filters */
    best: z.array(PublicProfessional),
    /** The ZIP codes of the city that a listed professional serves, most populous first. */
    zips: z.array(z.string()),
    /** The closest other cities with listed professionals, nearest first. */
    nearby: z.array(ServedCity.extend({ distance_miles: z.number() })),
  }),
  refusals: ['not_found'],
})
