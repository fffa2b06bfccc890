import type { QueryClient } from '@tanstack/react-query'
import type { PageState } from '#web/router/page-state.ts'
import { browserTimeZone } from '#web/i18n/time-zone.ts'

const HELD_MS = 10_000

/**
 * Prepares for a page with its user's data. False if it cannot be hydrated, because the browser has another time zone
 * by now.
 */
export function takeOwnPage({ timeZone, queries }: PageState, queryClient: QueryClient): boolean {
  // Data that leaves the memory with its screen waits here for the screen.
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    hydrate: { queries: { gcTime: HELD_MS } },
  })
  // No browser stores the page, so its data is new; the clock of this device may differ from the server's.
  for (const { state } of queries.queries) state.dataUpdatedAt = Date.now()
  return timeZone === browserTimeZone()
}
