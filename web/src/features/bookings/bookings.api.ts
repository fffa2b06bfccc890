import { queryOptions } from '@tanstack/react-query'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import type { Api } from '../../app/api.ts'

const POLL_MS = 30_000

/** Every reading of bookings lies under this key, so that one move refreshes them all. */
export const BOOKINGS_KEY = ['bookings'] as const

/** A client's bookings, newest first (decision 29); asked again every 30 s and when the reader comes back. */
export function clientBookingsQuery(api: Api, clientId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'client', clientId],
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/client/{id}', { params: { id: clientId }, signal }),
    select: ({ bookings }) => bookings,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** All of a professional's bookings, newest first (professional spec 7), page after page. */
export function professionalBookingsQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'professional', professionalId],
    queryFn: async ({ signal }) => {
      const bookings: ProfessionalBooking[] = []
      for (let page = 1; ; page++) {
        const answer = await api.call('GET /api/bookings/professional/{id}', {
          params: { id: professionalId },
          query: { page },
          signal,
        })
        bookings.push(...answer.bookings)
        if (answer.bookings.length === 0 || bookings.length >= answer.total) return bookings
      }
    },
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  })
}

/** City and state of a ZIP of five digits; null for one that nobody knows. */
export function placeOfZipQuery(api: Api, zip: string) {
  return queryOptions({
    queryKey: ['place-of-zip', zip],
    queryFn: async ({ signal }) => {
      const { suggestions } = await api.call('GET /api/locations/search', {
        query: { q: zip },
        signal,
      })
      return suggestions.find((place) => place.kind === 'zip' && place.zip === zip) ?? null
    },
    staleTime: Infinity,
    enabled: /^\d{5}$/.test(zip),
  })
}
