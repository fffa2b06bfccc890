import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { PublicProfessional } from './professionals.ts'
import { Dollars } from './values.ts'

/** A city with listed professionals. Its page is /house-cleaning/{state}/{slug}; `zip` is its most populous. */
const ServedCity = z.object({
  city: z.string(),
  /** The state's code: 'TX'. */
  state: z.string(),
  slug: z.string(),
  zip: z.string(),
  professionals: z.number().int(),
})

/** Numbers for the home view: cities with listed professionals, most first (look.md, Home). */
export const servedCities = endpoint({
  method: 'GET',
  path: '/api/served-cities',
  feature: 'cities',
  summary: 'Cities with the most listed professionals',
  caller: { role: 'anyone' },
  answer: z.object({ cities: z.array(ServedCity), total_professionals: z.number().int() }),
  refusals: [],
})

/** The states that have a city with listed professionals, by name. */
export const statesWithCities = endpoint({
  method: 'GET',
  path: '/api/cities',
  feature: 'cities',
  summary: 'States with the number of their cities that have listed professionals',
  caller: { role: 'anyone' },
  answer: z.object({
    states: z.array(z.object({ state: z.string(), name: z.string(), cities: z.number().int() })),
  }),
  refusals: [],
})

/** All cities of a state that have listed professionals, by name. */
export const citiesOfState = endpoint({
  method: 'GET',
  path: '/api/cities/{state}',
  feature: 'cities',
  summary: 'The cities of a state that have listed professionals',
  caller: { role: 'anyone' },
  params: z.object({ state: z.string() }),
  answer: z.object({ state: z.string(), name: z.string(), cities: z.array(ServedCity) }),
  refusals: ['not_found'],
})

/** What a city's page tells, counted over everybody listed who serves the city or a ZIP of it. */
export const cityPage = endpoint({
  method: 'GET',
  path: '/api/cities/{state}/{city}',
  feature: 'cities',
  summary: 'A city with its professionals, if it has any',
  caller: { role: 'anyone' },
  params: z.object({ state: z.string(), city: z.string() }),
  answer: ServedCity.extend({
    state_name: z.string(),
    lowest_rate: Dollars,
    /** The plain average over all counted reviews (decision 30), 0 without any. */
    rating: z.number(),
    total_reviews: z.number().int(),
    /** The first cards, best rated first (decision 13). */
    best: z.array(PublicProfessional),
    /** Those of its ZIPs that somebody serves, most populous first. */
    zips: z.array(z.string()),
    /** The closest other cities with listed professionals, nearest first. */
    nearby: z.array(ServedCity.extend({ distance_miles: z.number() })),
  }),
  refusals: ['not_found'],
})
