import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * A place to search in or to serve: a ZIP code or a city. For a city, `zip` is its ZIP code with the most inhabitants.
 * rule: service-areas
 */
export const LocationSuggestion = z.object({
  label: z.string(),
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  kind: z.enum(['zip', 'city']),
})
export type LocationSuggestion = z.infer<typeof LocationSuggestion>

/** Suggests places whose name begins with `q` (two characters or more), most populous first. rule: place-suggestions */
export const searchLocations = endpoint({
  method: 'GET',
  path: '/api/locations/search',
  summary: 'ZIPs and cities that begin with a text',
  caller: { role: 'anyone' },
  query: z.object({ q: z.string().max(200).default('') }),
  answer: z.object({ suggestions: z.array(LocationSuggestion) }),
  networkLimit: 'suggestions',
})
