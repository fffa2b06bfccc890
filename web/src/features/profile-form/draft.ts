import { PROFILE_DRAFT_PLACE } from '../../app/drafts.ts'
import type { Kept } from './typed.ts'

/** What was typed and not saved yet, and on what it was typed. */
export type Draft = {
  fields: Kept
  /** What was saved when the typing began, with its version; null for a new profile. */
  base: { fields: Kept; version: number } | null
  /** The names of pictures that were chosen; a browser cannot keep the pictures themselves. */
  photos: string[]
}

/** One per person in this browser, until it is saved, discarded, or she logs out: a reload or a lost connection keep what was typed. Never the number. */
export function draftOf(userId: string) {
  const place = `${PROFILE_DRAFT_PLACE}${userId}`
  return {
    read(): Draft | null {
      try {
        return JSON.parse(localStorage.getItem(place) ?? 'null') as Draft | null
      } catch {
        return null
      }
    },
    keep(draft: Draft) {
      try {
        localStorage.setItem(place, JSON.stringify(draft))
      } catch {
        // A browser that keeps nothing still saves.
      }
    },
    clear() {
      try {
        localStorage.removeItem(place)
      } catch {
        // Nothing was kept.
      }
    },
  }
}
