import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { OwnProfile } from '#contract/market/profile.ts'
import { userStorage } from '#web/session/user-storage.ts'
import type { ChosenPhotos } from './chosen-photos.ts'
import { initialValues, withoutSsn } from './form-values.ts'
import type { FormValues, StoredValues } from './form-values.ts'
import { mergeSaved, sameFields } from './merge-saved.ts'
import type { ChangedField } from './merge-saved.ts'

type Start = {
  fields: StoredValues
  base: Draft['base']
  /** Fields that another device saved since the draft started. */
  changed: readonly ChangedField[]
}

/**
 * The draft of the profile form. `start` has the values of the stored draft, else of the saved profile. `base` is the
 * saved profile when the editing started. rule: profile-form-screen, edit-conflict
 */
export function useProfileDraft(userId: string, profile: OwnProfile | null) {
  const storage = draftOf(userId)
  const [stored, setStored] = useState(storage.read)
  const [start] = useState(() => startOf(stored, profile))
  const [base, setBase] = useState(start.base)
  return {
    stored,
    base,
    start,
    /** Stores the current values and the names of chosen pictures; clears the draft when everything is saved. */
    store(fields: StoredValues, photos: string[]) {
      if (photos.length === 0 && isSaved(base, fields)) storage.clear()
      else storage.write({ fields, base, photos })
    },
    /** Whether these values are saved already. */
    isSaved: (fields: StoredValues) => isSaved(base, fields),
    /** Makes this saved profile the one with which changes are compared from now on. */
    rebase: (saved: OwnProfile) => setBase(baseOf(saved)),
    discard() {
      storage.clear()
      setStored(null)
    },
  }
}

function startOf(stored: Draft | null, profile: OwnProfile | null): Start {
  const saved = initialValues(profile)
  const base = baseOf(profile)
  if (!stored) return { fields: saved, base, changed: [] }
  if (stored.base?.version === profile?.version) return { fields: stored.fields, base, changed: [] }
  const startedFrom = stored.base?.fields ?? initialValues(null)
  const { merged, changed } = mergeSaved(startedFrom, stored.fields, saved)
  return { fields: merged, base, changed }
}

const isSaved = (base: Draft['base'], fields: StoredValues) =>
  sameFields(base?.fields ?? initialValues(null), fields)

const baseOf = (profile: OwnProfile | null): Draft['base'] =>
  profile && { fields: initialValues(profile), version: profile.version }

/**
 * Unsaved values in the browser, and the saved values that they started from. Never the number. rule:
 * profile-form-screen
 */
export type Draft = {
  fields: StoredValues
  /** The saved profile when the editing started; null for a new profile. */
  base: { fields: StoredValues; version: number } | null
  /** The file names of chosen pictures. The pictures themselves are not stored. */
  photos: string[]
}

/** A draft that an older version stored lacks the fields that came later. */
const complete = (fields: StoredValues): StoredValues => ({ ...initialValues(null), ...fields })

/** One draft for each user in this browser, until it is saved or discarded, or the user logs out. */
function draftOf(userId: string) {
  const storage = userStorage<Draft>(userId, 'profile', 'browser')
  return {
    read(): Draft | null {
      const { fields, base = null, photos = [] } = storage.read()
      return fields
        ? {
            fields: complete(fields),
            base: base && { ...base, fields: complete(base.fields) },
            photos,
          }
        : null
    },
    write: (draft: Draft) => storage.write(draft),
    clear: storage.clear,
  }
}

/** Calls `store` with every change of the values and of the chosen pictures' names. */
export function useStoredTyping(
  form: UseFormReturn<FormValues>,
  photos: ChosenPhotos,
  store: (fields: StoredValues, photos: string[]) => void,
): void {
  const names = [photos.portrait, ...photos.gallery].flatMap((photo) =>
    photo ? [photo.file.name] : [],
  )
  const together = names.join('\n')
  const before = useRef(together)
  const current = () => store(withoutSsn(form.getValues()), names)
  useEffect(() => {
    const typing = form.watch(current)
    return () => typing.unsubscribe()
  })
  useEffect(() => {
    if (before.current === together) return
    before.current = together
    current()
  })
}
