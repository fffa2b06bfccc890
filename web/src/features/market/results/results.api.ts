import { queryOptions } from '@tanstack/react-query'
import type { PublicProfessional } from '#contract/market/professionals.ts'
import type { User } from '#contract/people/identity.ts'
import type { Answer, Api } from '#web/api/client.ts'
import { meQuery } from '#web/session/session.ts'
import { cardOf } from '../professionals/card.ts'
import type { CardProfessional } from '../professionals/card.ts'
import { resultsAddress } from '../search/filters.ts'
import type { Filters } from '../search/filters.ts'

type FreeTime = Omit<NonNullable<FullAnswer['next_free']>[string], 'starts_at'>
type FullAnswer = Answer<'GET /api/professionals/search/enhanced'>
/**
 * The cached answer of a search. For signed-in users it has all fields of each professional, because the profile page
 * uses them when its own request fails. For visitors it has only the fields that a result card shows.
 */
export type SearchAnswer = Omit<
  FullAnswer,
  'professionals' | 'may_be_free' | 'next_free' | 'nearest'
> & {
  professionals: FoundProfessional[]
  may_be_free?: { total: number; professionals: FoundProfessional[] } | undefined
  nearest?: NearestProfessional[] | undefined
}

/** A professional in the results. `free` is the earliest free time, if the search has a date. */
export type FoundProfessional = (PublicProfessional | CardProfessional) &
  Pick<FullAnswer['professionals'][number], 'free'> & { next_free?: FreeTime | undefined }

/** Somebody who is free at another time than the asked one. */
type NearestProfessional = Pick<
  FullAnswer['professionals'][number],
  'user_id' | 'slug' | 'full_name' | 'free'
>

/**
 * The keys of all queries that read search results. `all` is the beginning of each. Pages contain the key twice: the
 * address of the results is shorter than their filters. rule: first-view
 */
export const searchKeys = {
  all: ['search'] as const,
  results: (filters: Filters) => [...searchKeys.all, resultsAddress(filters)] as const,
}

/** Reads a page of results. Without a ZIP no request is sent. rule: search-finds-listed */
export function searchQuery(api: Api, filters: Filters) {
  return queryOptions({
    queryKey: searchKeys.results(filters),
    meta: { refreshedBy: ['reviews'] },
    queryFn: async ({ signal, client }): Promise<SearchAnswer> => {
      const path = 'GET /api/professionals/search/enhanced'
      const found = await api.call(path, { query: filters, signal })
      const signedIn = client.getQueryData(meQuery(api).queryKey)
      const shown = (one: PublicProfessional) => (signedIn ? one : cardOf(one))
      const { professionals, may_be_free, next_free = {}, nearest, ...rest } = found
      return {
        ...rest,
        nearest: nearest?.map(({ user_id, slug, full_name, free }) => ({
          user_id,
          slug,
          full_name,
          free,
        })),
        professionals: professionals.map((one) => ({
          ...shown(one),
          free: one.free,
          next_free: withoutInstant(next_free[one.user_id]),
        })),
        may_be_free: may_be_free && {
          ...may_be_free,
          professionals: may_be_free.professionals.map(shown),
        },
      }
    },
    enabled: filters.zip_code !== '',
  })
}

/**
 * Reads what a visit to the client's home costs with each professional of the results, as the booking dialog will say.
 * Hours that were searched for decide instead, so then nothing is read. rule: search-card
 */
export function homePricesQuery(
  api: Api,
  { zip_code, service_type, hours }: Filters,
  found: SearchAnswer | undefined,
  user: User | null,
) {
  const cards = [...(found?.professionals ?? []), ...(found?.may_be_free?.professionals ?? [])]
  const query = {
    zip_code,
    ...(service_type && { service_type }),
    professionals: cards.map(({ user_id }) => user_id).join(),
  }
  return queryOptions({
    queryKey: ['homes', 'prices', query] as const,
    meta: { refreshedBy: ['bookings'] },
    queryFn: ({ signal }) => api.call('GET /api/bookings/home-prices', { query, signal }),
    select: ({ prices }) => prices,
    enabled: user?.role === 'client' && hours === '' && cards.length > 0,
  })
}

/** Date and time at the home are all that a card shows, and a page of results has few bytes. rule: first-view */
const withoutInstant = (free: FreeTime | undefined): FreeTime | undefined =>
  free && { booking_date: free.booking_date, booking_time: free.booking_time }
