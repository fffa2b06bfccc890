import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Visit } from '#contract/visits/visits.ts'
import type { Stage } from '#contract/visits/visit-rules.ts'
import type { Api } from '#web/api/client.ts'
import { FORGET_AFTER_SCREEN } from '#web/api/forget-after-screen.ts'
import { refreshQueries } from '#web/api/query-meta.ts'
import { useApi } from '#web/api/use-api.ts'
import { BOOKINGS_META, REFRESHED_WHILE_SHOWN } from '#web/features/bookings/list/bookings.api.ts'

export const visitKeys = {
  one: (id: string) => ['visits', 'one', id] as const,
  pairs: (userId: string) => ['visits', 'pairs', userId] as const,
  receipt: (id: string) => ['visits', 'receipt', id] as const,
  receipts: (professionalId: string, year: number) =>
    ['visits', 'receipts', professionalId, year] as const,
}

/** A visit, also offline. rule: visit-view */
export function visitQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: visitKeys.one(id),
    queryFn: ({ signal }) => api.call('GET /api/bookings/{id}/visit', { params: { id }, signal }),
    select: ({ visit }) => visit,
    meta: { ...BOOKINGS_META, storedOffline: withoutPrivate, storedUntil: untilOver },
    ...FORGET_AFTER_SCREEN,
    ...REFRESHED_WHILE_SHOWN,
  })
}

/**
 * The visit as a device stores it: without the photos of the home, and with the client's phone only where a
 * professional may need to call, today or tomorrow. rule: offline
 */
function withoutPrivate({ visit }: { visit: Visit }): { visit: Visit } {
  const { home, other } = visit
  const phone = isSoon(visit.starts_at, Date.now()) ? other.phone : null
  return {
    visit: { ...visit, home: home && { ...home, photos: [] }, other: { ...other, phone } },
  }
}

const DAY_MS = 86_400_000

/** Whether a visit is today or tomorrow, roughly: from a day ago to two days from `now`, in milliseconds. */
export function isSoon(startsAt: string, now: number): boolean {
  const ahead = Date.parse(startsAt) - now
  return ahead > -DAY_MS && ahead < 2 * DAY_MS
}

/** A visit that is stored with the phone is deleted once it is not soon any more. */
function untilOver({ visit: { starts_at, other } }: { visit: Visit }): number | undefined {
  const hasPhone = other.phone !== null && isSoon(starts_at, Date.now())
  return hasPhone ? Date.parse(starts_at) + DAY_MS : undefined
}

/** Takes the latest stage back. rule: visit-stages */
export function useUndoStage(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (stage: Stage) =>
      api.call('DELETE /api/bookings/{id}/stages/{stage}', { params: { id, stage } }),
    onSettled: () => refreshQueries(queryClient, 'bookings'),
  })
}
