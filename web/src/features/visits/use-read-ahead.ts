import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { visitQuery } from './visits.api.ts'

const AHEAD_MS = 2 * 86_400_000

type ListedVisit = { id: string; status: string; starts_at: string }

/** Reads those of the listed visits that are today or tomorrow, so that they open offline. rule: press-queue */
export function useReadAhead(visits: readonly ListedVisit[]): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const ids = soonVisits(visits).join()
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split(',')) {
      void queryClient.prefetchQuery(visitQuery(api, id))
    }
  }, [api, queryClient, ids])
}

/** The ids of those to read: all of them, because a day has at most a few visits. */
export function soonVisits(visits: readonly ListedVisit[], now = Date.now()): string[] {
  return visits
    .filter(({ status, starts_at }) => status === 'accepted' && isSoon(starts_at, now))
    .map(({ id }) => id)
}

const isSoon = (startsAt: string, now: number) => Math.abs(Date.parse(startsAt) - now) < AHEAD_MS
