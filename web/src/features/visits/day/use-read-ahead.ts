import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { useNow } from '#web/ui/states/use-now.ts'
import { isSoon, visitQuery } from './visits.api.ts'

type ListedVisit = { id: string; status: string; starts_at: string }

/** Reads those of the listed visits that are today or tomorrow, so that they open offline. rule: press-queue */
export function useReadAhead(visits: readonly ListedVisit[]): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const now = +useNow()
  const ids = soonVisits(visits, now).join()
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split(',')) {
      void queryClient.prefetchQuery(visitQuery(api, id))
    }
  }, [api, queryClient, ids])
}

/** The ids of those to read: all of them, because a day has at most a few visits. `now`: an instant in milliseconds. */
export function soonVisits(visits: readonly ListedVisit[], now: number): string[] {
  return visits
    .filter(({ status, starts_at }) => status === 'accepted' && isSoon(starts_at, now))
    .map(({ id }) => id)
}
