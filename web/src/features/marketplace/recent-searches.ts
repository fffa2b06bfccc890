import { userStorage } from '#web/session/user-storage.ts'
import { resultsAddress } from '#web/features/search/filters.ts'
import type { Filters } from '#web/features/search/filters.ts'

const KEPT_MAX = 5

/** A client's latest searches in this browser, newest first, each once; gone when she logs out, since they tell where she lives. */
export function recentSearches(clientId: string): Filters[] {
  return placeOf(clientId).read().searches ?? []
}

/** Puts a search on top; the page it was on does not matter. */
export function rememberSearch(clientId: string, filters: Filters): void {
  const search = { ...filters, page: 1 }
  const address = resultsAddress(search)
  const others = recentSearches(clientId).filter((other) => resultsAddress(other) !== address)
  placeOf(clientId).write({ searches: [search, ...others].slice(0, KEPT_MAX) })
}

/** Forgets them all. */
export function forgetSearches(clientId: string): void {
  placeOf(clientId).clear()
}

const placeOf = (clientId: string) =>
  userStorage<{ searches: Filters[] }>(clientId, 'searches', 'browser')
