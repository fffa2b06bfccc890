import { userStorage } from '#web/session/user-storage.ts'
import type { Kept } from './typed.ts'

/** What was typed and not saved yet, and on what it was typed. Never the number. */
export type Draft = {
  fields: Kept
  /** What was saved when the typing began, with its version; null for a new profile. */
  base: { fields: Kept; version: number } | null
  /** The names of pictures that were chosen; a browser cannot keep the pictures themselves. */
  photos: string[]
}

/** One per person in this browser, until it is saved, discarded, or she logs out: a reload or a lost connection keep what was typed. */
export function draftOf(userId: string) {
  const place = userStorage<Draft>(userId, 'profile', 'browser')
  return {
    read(): Draft | null {
      const { fields, base = null, photos = [] } = place.read()
      return fields ? { fields, base, photos } : null
    },
    keep: (draft: Draft) => place.write(draft),
    clear: place.clear,
  }
}
