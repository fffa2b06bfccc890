import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseAway } from './database-watch.ts'

/** PostgreSQL ends a statement after 30 seconds by itself, so it, or the way to it, is gone. rule: database-limits */
const ANSWER_MS_MAX = 35_000

/** A connection that is dropped when a query gets no answer for too long. rule: database-lost */
export class TimedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
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
    const end = () => clearTimeout(late)
    answer.then(end, end)
    return answer
  }
}
