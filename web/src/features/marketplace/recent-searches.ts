import { resultsAddress } from '../search/filters.ts'
import type { Filters } from '../search/filters.ts'

const KEPT_MAX = 5

/** A client's latest searches in this browser, newest first, each once. */
export function recentSearches(clientId: string): Filters[] {
  try {
    return JSON.parse(localStorage.getItem(placeOf(clientId)) ?? '[]') as Filters[]
  } catch {
    return []
  }
}

/** Puts a search on top; the page it was on does not matter. */
export function rememberSearch(clientId: string, filters: Filters): void {
  const search = { ...filters, page: 1 }
  const address = resultsAddress(search)
  const others = recentSearches(clientId).filter((other) => resultsAddress(other) !== address)
  keep(clientId, [search, ...others].slice(0, KEPT_MAX))
}

/** Forgets them all. */
export function forgetSearches(clientId: string): void {
  keep(clientId, [])
}

function keep(clientId: string, searches: Filters[]): void {
  try {
    localStorage.setItem(placeOf(clientId), JSON.stringify(searches))
  } catch {
    // A browser that keeps nothing still searches.
  }
}

const placeOf = (clientId: string) => `lustra.searches.${clientId}`
