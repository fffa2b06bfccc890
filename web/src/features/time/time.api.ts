import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewException, SavedTime, TimeChange, TimeDocument } from '#contract/time.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { toast } from '#web/ui/toast-store.ts'

export const timeKeys = {
  own: (userId: string) => ['time', userId] as const,
  calendars: (userId: string) => ['busy-calendars', userId] as const,
  absence: (userId: string, from: string, to: string) => ['absence', userId, from, to] as const,
}

/** The saved hours, exceptions and rules. */
export function timesQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: timeKeys.own(id),
    queryFn: ({ signal }) =>
      api.call('GET /api/professional/time/{id}', { params: { id }, signal }),
    staleTime: 0,
  })
}

/**
 * Saves parts of the times. `version` is that of the times that this screen shows: it rises with the saves of this
 * screen, and not when another device has saved. rule: edit-conflict
 */
export function useTimes(userId: string, shown: TimeDocument) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [version, setVersion] = useState(shown.version)
  const { queryKey } = timesQuery(api, userId)
  const params = { id: userId }
  const keep = <Saved extends TimeDocument>(saved: Saved): Saved => {
    setVersion(saved.version)
    queryClient.setQueryData(queryKey, saved)
    return saved
  }
  return {
    save: async (change: TimeChange): Promise<SavedTime> => {
      const body = { ...change, version }
      return keep(await api.call('PUT /api/professional/time/{id}', { params, body }))
    },
    /** After a refusal because another device has saved: what is saved now. */
    readSaved: async () => keep(await queryClient.fetchQuery(timesQuery(api, userId))),
    addException: async (body: NewException): Promise<SavedTime> =>
      keep(await api.call('POST /api/professional/time/{id}/exceptions', { params, body })),
    removeException: async (exceptionId: string) =>
      keep(
        await api.call('DELETE /api/professional/time/{id}/exceptions/{exceptionId}', {
          params: { ...params, exceptionId },
        }),
      ),
  }
}

export type Times = ReturnType<typeof useTimes>

/** The save of one part of the screen. `conflict` is what another device has saved meanwhile. */
export function useSavePart(times: Times) {
  const { t } = useTranslation('time')
  const [conflict, setConflict] = useState<TimeDocument>()
  const mutation = useMutation({
    mutationFn: times.save,
    onSuccess: () => {
      setConflict(undefined)
      toast.success(t('saved'))
    },
    onError: async (error) => {
      const isOvertaken = error instanceof Refusal && error.code === 'time_changed'
      if (isOvertaken) setConflict(await times.readSaved())
    },
  })
  return { ...mutation, conflict, endConflict: () => setConflict(undefined) }
}
