import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/context.ts'
import type { JsonWithEtag } from './etag.ts'

const KEPT_MS = 5000
const BYTES_MAX = 32 * 1024 * 1024

/** Answers to visitors, by their addresses. rule: search-finds-listed */
export type KeptAnswers = LRUCache<string, JsonWithEtag>

/** `keptMs`: how long an answer is repeated. 0 keeps none. */
export function keptAnswers(clock: Clock, keptMs = KEPT_MS): KeptAnswers | undefined {
  if (keptMs === 0) return undefined
  return new LRUCache({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ bytes }, address) => bytes.length + address.length,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
}
