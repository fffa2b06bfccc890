import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseAway } from './database-watch.ts'

/** PostgreSQL ends a statement after 30 seconds by itself, so it, or the way to it, is gone. rule: database-limits */
const ANSWER_MS_MAX = 35_000

/** Where PostgreSQL warns that it has stopped waiting for a synchronous replica. The text has other languages. */
const STOPPED_WAITING = 'SyncRepWaitForLSN'

/**
 * A connection that is dropped when a query gets no answer for too long. A query whose commit no replica has confirmed
 * fails, although PostgreSQL calls it done: it is like a commit whose answer is lost.
 * rule: database-lost, unconfirmed-commits
 */
export class TimedClient extends pg.Client {
  #isUnconfirmed = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('notice', ({ routine }) => (this.#isUnconfirmed ||= routine === STOPPED_WAITING))
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((...args: unknown[]) => this.#limited(query(...args))) as pg.Client['query']
  }

  /** A query with a callback or a stream is left alone. */
  #limited(answer: unknown): unknown {
    if (!(answer instanceof Promise)) return answer
    const late = setTimeout(() => {
      const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
      stream.destroy(new DatabaseAway('A query has had no answer for too long.'))
    }, ANSWER_MS_MAX)
    return answer
      .finally(() => clearTimeout(late))
      .then((result: unknown) => {
        if (!this.#isUnconfirmed) return result
        this.#isUnconfirmed = false
        throw new DatabaseAway('No replica has confirmed the commit.')
      })
  }
}
