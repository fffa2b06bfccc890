import pg from 'pg'
import { resourceRefusalOf } from './database-problem.ts'
import type { Database, Db } from './db.ts'

export type Queries = Pick<pg.ClientBase, 'query'>

/** The database that one read works with. */
export type ReadSource = {
  db: Db
  /** Runs statements that are text in this database. */
  queries: Queries
  /** The pool of this database, for work that goes on after the answer. */
  pool: pg.Pool
  isPrimary: boolean
}

export type ReadFrom<Answer> = (from: ReadSource) => Promise<Answer>

/** A read throws it when it has to write first, or needs what only the primary has. */
export class NeedsPrimary extends Error {
  override name = 'NeedsPrimary'
}

/** A replica that is away is asked again after this time. */
const REST_MS = 1000

type Options = {
  primary: Pick<Database, 'kysely' | 'pool'>
  replica: Database | undefined
  onRead: (target: 'primary' | 'replica') => void
}

/**
 * Where public reads go: to DATABASE_READ_URL as long as it answers, else to the primary. Without that setting
 * everything goes to the primary. rule: read-replicas
 */
export class Replicas {
  readonly #primary: ReadSource
  readonly #replica: ReadSource | undefined
  readonly #onRead: Options['onRead']
  readonly #close: () => Promise<void>
  #restsUntil = 0

  constructor({ primary, replica, onRead }: Options) {
    this.#primary = sourceOf(primary, true)
    this.#replica = replica && sourceOf(replica, false)
    this.#onRead = onRead
    this.#close = async () => replica?.close()
  }

  get isEmpty(): boolean {
    return this.#replica === undefined
  }

  /**
   * Runs a read, on the replica unless its reader has just written. It may run twice, so it changes nothing. Errors
   * that are none of the database's are thrown as they are.
   */
  async read<Answer>(hasWritten: boolean, read: ReadFrom<Answer>): Promise<Answer> {
    if (!this.#replica) return read(this.#primary)
    if (!hasWritten && performance.now() >= this.#restsUntil) {
      try {
        const answer = await read(this.#replica)
        this.#onRead('replica')
        return answer
      } catch (error) {
        const refusal = resourceRefusalOf(error)
        const isOfDatabase = error instanceof pg.DatabaseError || error instanceof NeedsPrimary
        if (!isOfDatabase && !refusal) throw error
        if (refusal === 'unavailable') this.#restsUntil = performance.now() + REST_MS
      }
    }
    this.#onRead('primary')
    return read(this.#primary)
  }

  async close(): Promise<void> {
    await this.#close()
  }
}

function sourceOf(
  { kysely: db, pool }: Pick<Database, 'kysely' | 'pool'>,
  isPrimary: boolean,
): ReadSource {
  return { db, queries: pool, pool, isPrimary }
}
