import type { QueryKey } from '@tanstack/react-query'
import { STORED_READS_KEY, storedUser } from '#web/session/session.ts'

const KEPT_MAX = 60
const KEPT_DAYS = 7
const DAY_MS = 86_400_000

/** What was read, as it was `at` (milliseconds). */
export type StoredRead = { key: QueryKey; data: unknown; at: number }
/** What one person has read, or visitors if null: never another one's. */
type KeptReads = { of: string | null; reads: StoredRead[] }

/** What this browser keeps for whoever is here now, the newest first; at most a week old. */
export function storedReads(): StoredRead[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED_READS_KEY) ?? 'null') as KeptReads | null
    if (!kept || !isCurrentUser(kept.of)) return []
    return kept.reads.filter(({ at }) => Date.now() - at < KEPT_DAYS * DAY_MS)
  } catch {
    return []
  }
}

/** Keeps what `of` has read, unless somebody else is here by now; `gone` is what may not be read any more. */
export function storeReads(of: string | null, read: StoredRead[], gone: QueryKey[]): void {
  if (!isCurrentUser(of)) return
  const out = new Set([...read.map(({ key }) => key), ...gone].map(readName))
  const others = storedReads().filter(({ key }) => !out.has(readName(key)))
  const reads = [...read, ...others].toSorted((a, b) => b.at - a.at).slice(0, KEPT_MAX)
  try {
    localStorage.setItem(STORED_READS_KEY, JSON.stringify({ of, reads } satisfies KeptReads))
  } catch {
    // A browser that keeps nothing, or has no room, is of use with internet only.
  }
}

/** Its name among what is kept. */
export const readName = (key: QueryKey) => JSON.stringify(key)

/** Whether it is this person who is signed in here; null for visitors. */
export const isCurrentUser = (id: string | null) => (storedUser()?.id ?? null) === id
