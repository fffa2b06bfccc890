import type { QueryKey } from '@tanstack/react-query'
import type { QueryMeta } from '#web/api/query-meta.ts'
import { STORED_READS_KEY, storedUser } from '#web/session/session.ts'

const STORED_READS_MAX = 60
const STORED_READS_DAYS = 7
const DAY_MS = 86_400_000

/** The data of a query, when it was read and until when it may be stored (epoch milliseconds). */
export type StoredRead = { key: QueryKey; data: unknown; at: number; until?: number }
/** The reads of one user; of visitors if `of` is null. */
type StoredReads = { of: string | null; reads: StoredRead[] }

/** Deletes the reads of earlier versions, which had phones and emails of clients. */
export function deleteOldReads(): void {
  try {
    localStorage.removeItem('lustra.reads')
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** The stored reads of the current user, the newest first, at most a week old. rule: offline */
export function storedReads(): StoredRead[] {
  try {
    const stored = JSON.parse(
      localStorage.getItem(STORED_READS_KEY) ?? 'null',
    ) as StoredReads | null
    if (!stored || !isCurrentUser(stored.of)) return []
    const now = Date.now()
    return stored.reads.filter(
      ({ at, until }) => now - at < STORED_READS_DAYS * DAY_MS && now < (until ?? Infinity),
    )
  } catch {
    return []
  }
}

/** Stores the reads of this user, if they are still signed in. Deletes reads that the server has refused. */
export function storeReads(
  userId: string | null,
  newReads: StoredRead[],
  refusedKeys: QueryKey[],
): void {
  if (!isCurrentUser(userId)) return
  const replaced = new Set([...newReads.map(({ key }) => key), ...refusedKeys].map(queryKeyText))
  const others = storedReads().filter(({ key }) => !replaced.has(queryKeyText(key)))
  const reads = [...newReads, ...others].toSorted((a, b) => b.at - a.at).slice(0, STORED_READS_MAX)
  try {
    localStorage.setItem(
      STORED_READS_KEY,
      JSON.stringify({ of: userId, reads } satisfies StoredReads),
    )
  } catch {
    // Without storage, or with full storage, the app works online only.
  }
}

/** The part of a query's data that the browser may store. */
export function dataToStore({ storedOffline }: QueryMeta, data: unknown): unknown {
  // Each function takes the data of the query that declares it.
  return typeof storedOffline === 'function' ? storedOffline(data as never) : data
}

/** The time until which the browser may store the data of a query, if that is less than a week. */
export function storedUntil({ storedUntil: untilOf }: QueryMeta, data: unknown) {
  const until = untilOf?.(data as never)
  return until === undefined ? {} : { until }
}

export const queryKeyText = (key: QueryKey) => JSON.stringify(key)

/** Whether this user is signed in; null stands for visitors. */
export const isCurrentUser = (id: string | null) => (storedUser()?.id ?? null) === id
