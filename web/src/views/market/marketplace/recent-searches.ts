import { userStorage } from '#web/session/user-storage.ts'
import { resultsAddress } from '#web/features/market/search/filters.ts'
import type { Filters } from '#web/features/market/search/filters.ts'

const SEARCHES_MAX = 5

/**
 * A client's latest searches in this browser, newest first, each once. Logout removes them, because they show where the
 * client lives. rule: marketplace-panel
 */
export function recentSearches(clientId: string): Filters[] {
  return storageOf(clientId).read().searches ?? []
}

/** Puts a search at the top of the list. Its page number is ignored. */
export function rememberSearch(clientId: string, filters: Filters): void {
  const search = { ...filters, page: 1 }
  const address = resultsAddress(search)
  const others = recentSearches(clientId).filter((other) => resultsAddress(other) !== address)
  storageOf(clientId).write({ searches: [search, ...others].slice(0, SEARCHES_MAX) })
}

export function deleteSearches(clientId: string): void {
  storageOf(clientId).clear()
}

const storageOf = (clientId: string) =>
  userStorage<{ searches: Filters[] }>(clientId, 'searches', 'browser')
