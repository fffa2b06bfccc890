import { useState } from 'react'
import type { OwnProfile } from '#contract/profile.ts'
import { mergeSaved, sameFields } from './changed-elsewhere.ts'
import type { ChangedField } from './changed-elsewhere.ts'
import { draftOf } from './draft.ts'
import type { Draft } from './draft.ts'
import { firstTyped } from './typed.ts'
import type { Kept } from './typed.ts'

type Beginning = {
  fields: Kept
  base: Draft['base']
  /** What another device saved since the draft was begun. */
  changed: readonly ChangedField[]
}

/** What the form begins with: the draft this browser kept, else what is saved. `base` is what was saved when the typing began. */
export function useProfileDraft(userId: string, profile: OwnProfile | null) {
  const store = draftOf(userId)
  const [kept, setKept] = useState(store.read)
  const [begun] = useState(() => beginning(kept, profile))
  const [base, setBase] = useState(begun.base)
  return {
    kept,
    base,
    begun,
    /** What is being typed now, and the names of pictures that a reload would lose; nothing once all of it is saved. */
    keep(fields: Kept, photos: string[]) {
      if (photos.length === 0 && hasAll(base, fields)) store.clear()
      else store.keep({ fields, base, photos })
    },
    /** Whether these fields are saved already. */
    hasAll: (fields: Kept) => hasAll(base, fields),
    /** From here on the form stands on what is saved now. */
    rebase: (saved: OwnProfile) => setBase(baseOf(saved)),
    forget() {
      store.clear()
      setKept(null)
    },
  }
}

function beginning(kept: Draft | null, profile: OwnProfile | null): Beginning {
  const saved = firstTyped(profile)
  const base = baseOf(profile)
  if (!kept) return { fields: saved, base, changed: [] }
  if (kept.base?.version === profile?.version) return { fields: kept.fields, base, changed: [] }
  const began = kept.base?.fields ?? firstTyped(null)
  const { merged, changed } = mergeSaved(began, kept.fields, saved)
  return { fields: merged, base, changed }
}

const hasAll = (base: Draft['base'], fields: Kept) =>
  sameFields(base?.fields ?? firstTyped(null), fields)

const baseOf = (profile: OwnProfile | null): Draft['base'] =>
  profile && { fields: firstTyped(profile), version: profile.version }
