import { LRUCache } from 'lru-cache'
import type { Queries, ReadSource } from './replicas.ts'
import { sharedVersion } from './shared-version.ts'

const MINUTE_MS = 60_000

/**
 * Answers that are kept until anything is committed in the database, and for a minute at most, because some change as
 * time passes. Two equal snapshots of a primary see the same transactions, so the same data. Those of a replica do not
 * list what is in progress, so its answers are not kept. rule: kept-profiles
 */
export class SnapshotCache<Answer extends object> {
  readonly #kept: LRUCache<string, { snapshot: string; answer: Answer }>

  constructor(max: number) {
    this.#kept = new LRUCache({ max })
  }

  /** The kept answer, or that of `read`, which may be several statements. */
  async read(
    { queries, isPrimary }: Pick<ReadSource, 'queries' | 'isPrimary'>,
    { key, now }: { key: string; now: Date },
    read: () => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    if (!isPrimary) return read()
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const snapshot = `${minute} ${await snapshotOf(queries)}`
    const kept = this.#kept.get(key)
    if (kept?.snapshot === snapshot) return kept.answer
    const answer = await read()
    // Snapshots never go back: if this is still the same, so were those of the statements between.
    if (answer && `${minute} ${await snapshotOf(queries)}` === snapshot)
      this.#kept.set(key, { snapshot, answer })
    return answer
  }
}

const SNAPSHOT = {
  name: 'snapshot',
  parameters: 0,
  // Another primary after a failover begins its numbers where its own log ends.
  sql: () => `pg_current_snapshot() || ' ' || pg_postmaster_start_time()`,
}

function snapshotOf(queries: Queries): Promise<string> {
  return sharedVersion(queries, SNAPSHOT)
}
