import type { QueryClient } from '@tanstack/react-query'

/**
 * A change that makes cached queries stale. 'booking-status': a booking was accepted, declined, completed or cancelled,
 * which conversations show too. 'bookings': any change of bookings. 'credits': credits or payments changed.
 */
type Change = 'booking-status' | 'bookings' | 'credits' | 'messages' | 'notices' | 'reviews'

/**
 * Facts that a feature declares about a query, in its `meta`. Lower layers read them, so they need no list of query
 * keys.
 */
export type QueryMeta = {
  /** The changes after which the query is read again. */
  refreshedBy?: readonly Change[]
  /**
   * The browser stores the data of this query, so that its screen opens offline: all of it, or what this function
   * leaves. rule: offline
   */
  storedOffline?: true | ((data: never) => unknown)
  /** The time until which the browser may store the data, in epoch milliseconds; undefined: as long as other data. */
  storedUntil?: (data: never) => number | undefined
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}

/**
 * Invalidates all queries that declare this change. Those that are on the screen are fetched again at once. A request
 * in flight is cancelled, except the first one of a query: its response may be older than the change, so it is
 * repeated.
 */
export async function refreshQueries(queryClient: QueryClient, change: Change): Promise<void> {
  const predicate = ({ meta }: { meta: QueryMeta | undefined }) => isRefreshedBy(meta, change)
  const firstReads = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined)
  await queryClient.invalidateQueries({ predicate })
  await Promise.all(
    firstReads.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })),
  )
}

/**
 * Reads again the queries of a change that a live event reported. Unlike `refreshQueries`, it cancels no request in
 * flight, because a list would lose the further page that the user has just requested. The response may be older than
 * the change, so the request is repeated.
 */
export async function refreshQueriesAfterLiveEvent(
  queryClient: QueryClient,
  change: Change,
): Promise<void> {
  const predicate = ({ meta }: { meta: QueryMeta | undefined }) => isRefreshedBy(meta, change)
  const inFlight = queryClient.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
  await queryClient.invalidateQueries({ predicate }, { cancelRefetch: false })
  for (const { queryKey } of inFlight) {
    void queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
  }
}

function isRefreshedBy(meta: QueryMeta | undefined, change: Change): boolean {
  return meta?.refreshedBy?.includes(change) ?? false
}
