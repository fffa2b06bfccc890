import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { ProfessionalBooking } from '#contract/bookings.ts'
import { PAGE_SIZE } from '#contract/product.ts'
import type { Api } from '#web/api/client.ts'

const POLL_MS = 30_000

/** The first part of the key of each query that reads bookings. */
export const BOOKINGS_KEY = ['bookings'] as const

/** For each query that reads bookings. */
export const BOOKINGS_META = {
  refreshedBy: ['booking-status', 'bookings', 'credits', 'reviews'],
  storedOffline: true,
} as const

// Kept no longer than they are on the screen: by the next time nobody may be signed in any more. There, asked again every 30 s
// and when the reader comes back.
const WHILE_SHOWN = { gcTime: 0, refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const

/** A client's bookings in pages of 20: what comes, the next visit first, or what was, the latest first (decision 29). */
export function clientBookingsQuery(api: Api, clientId: string, when: 'upcoming' | 'past') {
  return infiniteQueryOptions({
    queryKey: [...BOOKINGS_KEY, 'client', clientId, when],
    meta: BOOKINGS_META,
    queryFn: ({ pageParam: page, signal }) =>
      api.call('GET /api/bookings/client/{id}', {
        params: { id: clientId },
        query: { when, page, page_size: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) =>
      page * PAGE_SIZE < total ? page + 1 : undefined,
    ...WHILE_SHOWN,
  })
}

/** A client's next visits, `count` of them. */
export function nextBookingsQuery(api: Api, clientId: string, count: number) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'next', clientId, count],
    meta: BOOKINGS_META,
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/client/{id}', {
        params: { id: clientId },
        query: { when: 'upcoming', page_size: count },
        signal,
      }),
    select: ({ bookings }) => bookings,
    ...WHILE_SHOWN,
  })
}

/** One of a client's bookings, with its history. */
export function clientBookingQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'one', id],
    meta: BOOKINGS_META,
    queryFn: ({ signal }) => api.call('GET /api/bookings/{id}', { params: { id }, signal }),
    select: ({ booking }) => booking,
    ...WHILE_SHOWN,
  })
}

/** All of a professional's bookings, newest first (professional spec 7), page after page. */
export function professionalBookingsQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'professional', professionalId],
    meta: BOOKINGS_META,
    queryFn: async ({ signal }) => {
      const bookings: ProfessionalBooking[] = []
      for (let page = 1; ; page++) {
        const answer = await api.call('GET /api/bookings/professional/{id}', {
          params: { id: professionalId },
          query: { page },
          signal,
        })
        // One that came meanwhile moves the last of the page before to this one.
        const known = new Set(bookings.map(({ id }) => id))
        bookings.push(...answer.bookings.filter(({ id }) => !known.has(id)))
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
