import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/**
 * A place that can be searched or served: a ZIP or a city. The `zip` of a city is its most populous one.
 * rule: place-kinds
 */
export const LocationSuggestion = z.object({
  label: z.string(),
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  kind: z.enum(['zip', 'city']),
})
export type LocationSuggestion = z.infer<typeof LocationSuggestion>

/** Suggests places for a text of two characters or more, most populous first. rule: place-suggestions */
export const searchLocations = endpoint({
  method: 'GET',
  path: '/api/locations/search',
  feature: 'locations',
  summary: 'ZIPs and cities that begin with a text',
  caller: { role: 'anyone' },
  query: z.object({ q: z.string().max(200).default('') }),
  answer: z.object({ suggestions: z.array(LocationSuggestion) }),
  refusals: ['invalid_input'],
})
