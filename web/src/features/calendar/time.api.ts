import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NewException, SavedTime, TimeChange, TimeDocument } from '#contract/calendar/time.ts'
import { Refusal } from '#web/api/client.ts'
import type { Api } from '#web/api/client.ts'
import { useApi } from '#web/api/use-api.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { versionToSave } from './part-version.ts'
import type { PartField } from './part-version.ts'

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

/** The own times as the screen keeps them: each answer of the server replaces what is shown. */
export function useTimes(userId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { queryKey } = timesQuery(api, userId)
  const params = { id: userId }
  const keep = <Saved extends TimeDocument>(saved: Saved): Saved => {
    queryClient.setQueryData(queryKey, saved)
    return saved
  }
  return {
    save: async (body: TimeChange): Promise<SavedTime> =>
      keep(await api.call('PUT /api/professional/time/{id}', { params, body })),
    /** Reads the saved times, after a refusal because another device has saved them. */
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

type SavePart = {
  times: Times
  /** The newest times that the screen has read. */
  shown: TimeDocument
  /** The field of the times that the part edits. */
  field: PartField
}

/**
 * The save of one part of the screen, against the times that the part was filled from. `conflict` is what another
 * device has saved meanwhile. rule: edit-conflict
 */
export function useSavePart({ times, shown, field }: SavePart) {
  const { t } = useTranslation('time')
  const [filledFrom, setFilledFrom] = useState(shown)
  const [conflict, setConflict] = useState<TimeDocument>()
  const mutation = useMutation({
    mutationFn: (change: Pick<TimeChange, PartField>) =>
      times.save({ ...change, version: versionToSave(field, filledFrom, shown) }),
    onSuccess: (saved) => {
      setFilledFrom(saved)
      setConflict(undefined)
      toast.success(t('saved'))
    },
    onError: async (error) => {
      const isOvertaken = error instanceof Refusal && error.code === 'time_changed'
      if (!isOvertaken) return
      const saved = await times.readSaved()
      setFilledFrom(saved)
      setConflict(saved)
    },
  })
  return { ...mutation, conflict, endConflict: () => setConflict(undefined) }
}
