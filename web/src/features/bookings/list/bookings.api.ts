import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { BookingMove } from '#contract/bookings/booking-status.ts'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import type { CancelCode } from '#contract/bookings/cancel-reasons.ts'
import { DASHBOARD_REFRESH_MS } from '#contract/bookings/booking-rules.ts'
import { PAGE_SIZE } from '#contract/market/search-rules.ts'
import type { Api } from '#web/api/client.ts'
import { FORGET_AFTER_SCREEN } from '#web/api/forget-after-screen.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'

type ClientList = 'upcoming' | 'past'

/** The keys of all queries that read bookings. */
const bookingKeys = {
  client: (clientId: string, when: ClientList) => ['bookings', 'client', clientId, when] as const,
  next: (clientId: string, count: number) => ['bookings', 'next', clientId, count] as const,
  latest: (clientId: string, count: number) => ['bookings', 'latest', clientId, count] as const,
  between: (clientId: string, from: string, to: string) =>
    ['bookings', 'between', clientId, from, to] as const,
  one: (id: string) => ['bookings', 'one', id] as const,
  professional: (professionalId: string) => ['bookings', 'professional', professionalId] as const,
  ofProfessional: (professionalId: string, id: string) =>
    ['bookings', 'of-professional', professionalId, id] as const,
}

/** The `meta` of queries that read bookings. */
export const BOOKINGS_META = {
  refreshedBy: ['booking-status', 'bookings', 'credits', 'reviews'],
  storedOffline: true,
} as const

/** Options of queries that are read again while a screen shows them. rule: booking-lists, dashboard */
export const REFRESHED_WHILE_SHOWN = {
  refetchInterval: DASHBOARD_REFRESH_MS,
  refetchOnWindowFocus: 'always',
} as const

/** Options of the queries of one screen. */
const CLIENT_OPTIONS = {
  meta: BOOKINGS_META,
  ...FORGET_AFTER_SCREEN,
  ...REFRESHED_WHILE_SHOWN,
} as const

/** A client's bookings in pages of 20. rule: booking-lists */
export function clientBookingsQuery(api: Api, clientId: string, when: ClientList) {
  return infiniteQueryOptions({
    queryKey: bookingKeys.client(clientId, when),
    queryFn: ({ pageParam: page, signal }) =>
      api.call('GET /api/bookings/client/{id}', {
        params: { id: clientId },
        query: { when, page, page_size: PAGE_SIZE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) =>
      page * PAGE_SIZE < total ? page + 1 : undefined,
    ...CLIENT_OPTIONS,
  })
}

/** A client's next visits, at most `count`. */
export function nextBookingsQuery(api: Api, clientId: string, count: number) {
  return queryOptions({
    queryKey: bookingKeys.next(clientId, count),
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/client/{id}', {
        params: { id: clientId },
        query: { when: 'upcoming', page_size: count },
        signal,
      }),
    select: ({ bookings }) => bookings,
    ...CLIENT_OPTIONS,
  })
}

/** A client's latest past bookings, at most `count`. */
export function latestBookingsQuery(api: Api, clientId: string, count: number) {
  return queryOptions({
    queryKey: bookingKeys.latest(clientId, count),
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/client/{id}', {
        params: { id: clientId },
        query: { when: 'past', page_size: count },
        signal,
      }),
    select: ({ bookings }) => bookings,
    ...CLIENT_OPTIONS,
  })
}

/** A client's bookings whose visits lie on these dates, both inclusive. rule: booking-lists */
export function clientBookingsBetweenQuery(api: Api, clientId: string, from: string, to: string) {
  return queryOptions({
    queryKey: bookingKeys.between(clientId, from, to),
    queryFn: ({ signal }) =>
      readAllPages((page) =>
        api.call('GET /api/bookings/client/{id}', {
          params: { id: clientId },
          query: { from, to, page },
          signal,
        }),
      ),
    ...CLIENT_OPTIONS,
  })
}

/** One of a client's bookings, with its history. */
export function clientBookingQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: bookingKeys.one(id),
    queryFn: ({ signal }) => api.call('GET /api/bookings/{id}', { params: { id }, signal }),
    select: ({ booking }) => booking,
    ...CLIENT_OPTIONS,
  })
}

/** One of a professional's bookings; undefined if it is held, or not theirs. */
export function professionalBookingQuery(api: Api, professionalId: string, id: string) {
  return queryOptions({
    queryKey: bookingKeys.ofProfessional(professionalId, id),
    queryFn: ({ signal }) =>
      api.call('GET /api/bookings/professional/{id}', {
        params: { id: professionalId },
        query: { booking: id },
        signal,
      }),
    select: ({ bookings }) => bookings[0],
    ...CLIENT_OPTIONS,
    meta: {
      ...BOOKINGS_META,
      storedOffline: (answer: { bookings: ProfessionalBooking[]; total: number }) => ({
        ...answer,
        bookings: answer.bookings.map(withoutContact),
      }),
    },
  })
}

/** All of a professional's bookings, newest first, read page by page. */
export function professionalBookingsQuery(api: Api, professionalId: string) {
  return queryOptions({
    queryKey: bookingKeys.professional(professionalId),
    queryFn: ({ signal }) =>
      readAllPages((page) =>
        api.call('GET /api/bookings/professional/{id}', {
          params: { id: professionalId },
          query: { page },
          signal,
        }),
      ),
    meta: {
      ...BOOKINGS_META,
      storedOffline: (bookings: ProfessionalBooking[]) => bookings.map(withoutContact),
    },
    ...REFRESHED_WHILE_SHOWN,
  })
}

/** The booking as a device stores it, without the client's phone and email. rule: offline */
export function withoutContact(booking: ProfessionalBooking): ProfessionalBooking {
  const none = { email: '', phone: '' }
  return { ...booking, ...none, client_details: { ...booking.client_details, ...none } }
}

async function readAllPages<Booking extends { id: string }>(
  readPage: (page: number) => Promise<{ bookings: Booking[]; total: number }>,
): Promise<Booking[]> {
  const bookings: Booking[] = []
  for (let page = 1; ; page++) {
    const answer = await readPage(page)
    // A booking made between two reads moves the last one of a page to the next page.
    const known = new Set(bookings.map(({ id }) => id))
    bookings.push(...answer.bookings.filter(({ id }) => !known.has(id)))
    if (answer.bookings.length === 0 || bookings.length >= answer.total) return bookings
  }
}

type Move = {
  id: string
  status: BookingMove
  reason?: string
  reason_code?: CancelCode
  /** For a request for regular visits: whether all of them or only the first is accepted. rule: series-request */
  series?: 'all' | 'first_only'
}

/** Accepts, declines, completes or cancels. All screens that show the booking are read again, also after a failure. */
export function useMoveBooking() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Move) =>
      api.call('PUT /api/bookings/{id}/status', { params: { id }, body }),
    onSettled: () => refreshQueries(queryClient, 'booking-status'),
  })
}

/** Copies the saved home of a coming visit to it again. rule: home-of-booking */
export function useRefreshHome() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: { id: string; version: number }) =>
      api.call('POST /api/bookings/{id}/refresh-home', { params: { id }, body: { version } }),
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}
