import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#web/api/use-api.ts'
import { visitQuery } from './visits.api.ts'

const AHEAD_MS = 2 * 86_400_000
const VISITS_MAX = 8

type ListedVisit = { id: string; status: string; starts_at: string }

/** Reads those of the listed visits that are today or tomorrow, so that they open offline. rule: press-queue */
export function useReadAhead(visits: readonly ListedVisit[]): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const ids = visits
    .filter(({ status, starts_at }) => status === 'accepted' && isSoon(starts_at))
    .slice(0, VISITS_MAX)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    for (const id of ids === '' ? [] : ids.split(',')) {
      void queryClient.prefetchQuery(visitQuery(api, id))
    }
  }, [api, queryClient, ids])
}

const isSoon = (startsAt: string) => Math.abs(Date.parse(startsAt) - Date.now()) < AHEAD_MS
