import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimeDocument } from '#contract/calendar/time.ts'
import { Refusal } from '#web/api/client.ts'
import { useTranslation } from '#web/i18n/use-translation.ts'
import { formDraft } from '#web/session/form-draft.ts'
import { toast } from '#web/ui/states/toast-store.ts'
import { versionToSave } from './part-version.ts'
import type { TimeField } from './part-version.ts'
import type { Times } from './time.api.ts'

export type TimeChanges = Partial<Pick<TimeDocument, TimeField>>
type Draft = {
  /** The times as they were before the first change. */
  filledFrom: TimeDocument
  changes: TimeChanges
}

type TimeDraft = {
  userId: string
  times: Times
  /** The newest times that the screen has read. */
  shown: TimeDocument
}

/**
 * The changes on the screen of the hours that are not saved yet. They are kept in this tab until one call saves them
 * all. `conflict` is what another device has saved meanwhile. rule: edit-conflict
 */
export function useTimeDraft({ userId, times, shown }: TimeDraft) {
  const { t } = useTranslation('time')
  const stored = formDraft<Draft>(userId, 'time')
  const [draft, setDraft] = useState(() => stored.fields() ?? { filledFrom: shown, changes: {} })
  const [conflict, setConflict] = useState<TimeDocument>()
  const keep = (next: Draft) => {
    setDraft(next)
    if (fieldsOf(next.changes).length > 0) stored.save(next)
    else stored.clear()
  }
  const { error, data, ...mutation } = useMutation({
    mutationFn: ({ filledFrom, changes }: Draft) =>
      times.save({ ...changes, version: versionToSave(fieldsOf(changes), filledFrom, shown) }),
    onSuccess: (saved) => {
      keep({ filledFrom: saved, changes: {} })
      setConflict(undefined)
      toast.success(t('saved'))
    },
    onError: async (error, { changes }) => {
      const isOvertaken = error instanceof Refusal && error.code === 'time_changed'
      if (!isOvertaken) return
      const saved = await times.readSaved()
      keep({ filledFrom: saved, changes })
      setConflict(saved)
    },
  })
  const set = (change: TimeChanges) => {
    const isFirst = fieldsOf(draft.changes).length === 0
    const changes = differing({ ...draft.changes, ...change }, shown)
    keep({ filledFrom: isFirst ? shown : draft.filledFrom, changes })
  }
  return {
    values: { ...shown, ...draft.changes },
    changed: fieldsOf(draft.changes),
    set,
    /** Saves what was changed, and this too. */
    save: (change: TimeChanges = {}) =>
      mutation.mutate({ ...draft, changes: { ...draft.changes, ...change } }),
    isSaving: mutation.isPending,
    error,
    saved: data,
    conflict,
    /** Gives up what was changed here. */
    takeSaved: () => {
      keep({ filledFrom: shown, changes: {} })
      setConflict(undefined)
      mutation.reset()
    },
  }
}

const fieldsOf = (changes: TimeChanges) => Object.keys(changes) as TimeField[]

/** The changes whose values are not the saved ones. */
function differing(changes: TimeChanges, saved: TimeDocument): TimeChanges {
  const isChanged = (field: TimeField) =>
    JSON.stringify(changes[field]) !== JSON.stringify(saved[field])
  return Object.fromEntries(
    fieldsOf(changes)
      .filter(isChanged)
      .map((field) => [field, changes[field]]),
  )
}
