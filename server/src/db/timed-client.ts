import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseAway } from './database-watch.ts'

/** PostgreSQL ends a statement after 30 seconds by itself, so it, or the way to it, is gone. rule: database-limits */
const ANSWER_MS_MAX = 35_000

/** Where PostgreSQL warns that it has stopped waiting for a synchronous replica. The text has other languages. */
const STOPPED_WAITING = 'SyncRepWaitForLSN'

const msMaxHere = new AsyncLocalStorage<number>()

/** Drops the connection of each query in `run` that has no answer after `msMax`. Infinity: none. rule: database-lost */
export function limitAnswers<Result>(msMax: number, run: () => Result): Result {
  return msMaxHere.run(msMax, run)
}

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
    this.query = ((...args: unknown[]) => this.#limited(query, args)) as pg.Client['query']
  }

  /** A query of a stream is left alone. */
  #limited(query: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    const end = this.#beginLimit()
    const callback = args.at(-1)
    // The pool's own queries have one.
    if (typeof callback === 'function') {
      const answered = (error: unknown, ...rest: unknown[]): unknown =>
        callback(end() ?? error, ...rest)
      return query(...args.slice(0, -1), answered)
    }
    const answer = query(...args)
    if (!(answer instanceof Promise)) {
      end()
      return answer
    }
    return answer.finally(() => {
      const unconfirmed = end()
      if (unconfirmed) throw unconfirmed
    })
  }

  #beginLimit(): () => DatabaseAway | undefined {
    const msMax = msMaxHere.getStore() ?? ANSWER_MS_MAX
    const drop = () => {
      const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
      stream.destroy(new DatabaseAway('A query has had no answer for too long.'))
    }
    const late = msMax === Infinity ? undefined : setTimeout(drop, msMax)
    return () => {
      clearTimeout(late)
      if (!this.#isUnconfirmed) return undefined
      this.#isUnconfirmed = false
      return new DatabaseAway('No replica has confirmed the commit.')
    }
  }
}
