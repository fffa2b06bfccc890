import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseAway } from './database-watch.ts'
import { StatementBatch } from './statement-batch.ts'

/** PostgreSQL ends a statement after 30 seconds by itself, so it, or the way to it, is gone. rule: database-limits */
const ANSWER_MS_MAX = 35_000

/** Where PostgreSQL warns that it has stopped waiting for a synchronous replica. The text has other languages. */
const STOPPED_WAITING = 'SyncRepWaitForLSN'

/** A query gets an answer within `msMax`, or its connection is dropped. Infinity: it may take any time. */
export type AnswerLimit = { readonly msMax: number }

const limitHere = new AsyncLocalStorage<AnswerLimit>()

/** Drops the connection of each query in `run` that has no answer after `msMax`. rule: database-lost */
export function limitAnswers<Result>(msMax: number, run: () => Result): Result {
  return runWithin({ msMax }, run)
}

/** The same, and `answerLimit` finds this limit in `run`. A second store would cost as much again for each request. */
export function runWithin<Result>(limit: AnswerLimit, run: () => Result): Result {
  return limitHere.run(limit, run)
}

export function answerLimit(): AnswerLimit | undefined {
  return limitHere.getStore()
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

  /** Closes the connection without waiting for the database. */
  drop(problem?: DatabaseAway): void {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    stream.destroy(problem)
  }

  /** Runs statements in one round trip (`StatementBatch`), and returns the result of each. */
  async queryTogether(statements: readonly pg.QueryConfig[]): Promise<pg.QueryResult[]> {
    // PgBouncer closes a connection that sends a name again, also one whose statement an error before it left out. No
    // error comes before the one after `begin`, which is the first outside a transaction.
    const safe = this.getTransactionStatus() === 'I' ? 2 : 1
    if (!statements.slice(safe).every((statement) => this.#isPrepared(statement))) {
      const results: pg.QueryResult[] = []
      for (const statement of statements) results.push(await this.query(statement))
      return results
    }
    const types = { getTypeParser: this.getTypeParser.bind(this) }
    const typed = statements.map((statement) => ({ ...statement, types }))
    const late = this.#dropLater()
    return new Promise<pg.QueryResult[]>((resolve, reject) => {
      const batch = new StatementBatch(typed, (error, results) => {
        const problem = this.#end(late) ?? error
        if (problem) reject(problem)
        else resolve(results!)
      })
      super.query(batch as unknown as pg.Submittable)
    }).catch(throwFromCaller)
  }

  /** Whether PostgreSQL knows its name, if it has one. */
  #isPrepared({ name }: pg.QueryConfig): boolean {
    const { connection } = this as unknown as {
      connection: { parsedStatements: Record<string, string> }
    }
    return name === undefined || connection.parsedStatements[name] !== undefined
  }

  /** A query of a stream is left alone. */
  #limited(query: (...args: unknown[]) => unknown, args: unknown[]): unknown {
    const [config, second, third] = args
    if (isStream(config)) return query(...args)
    const [values, callback] = typeof second === 'function' ? [undefined, second] : [second, third]
    const late = this.#dropLater()
    const send = (answered: (error: unknown, result: unknown) => void): unknown => {
      try {
        return query(config, values, answered)
      } catch (error) {
        // It was not sent, so no answer comes.
        clearTimeout(late)
        throw error
      }
    }
    // The pool's own queries have one.
    if (typeof callback === 'function')
      return send((error, result) => callback(this.#end(late) ?? error, result))
    // Without a callback pg writes `query.callback = () => …`. For V8 a function that is written in an assignment to a
    // property is an old object from the beginning, so text, values and result would stay until a whole collection.
    // rule: young-objects
    return new Promise((resolve, reject) => {
      send((error, result) => {
        const problem = this.#end(late) ?? error
        if (problem) reject(problem)
        else resolve(result)
      })
    }).catch(throwFromCaller)
  }

  #dropLater(): NodeJS.Timeout | undefined {
    const { msMax } = limitHere.getStore() ?? { msMax: ANSWER_MS_MAX }
    const drop = () => this.drop(new DatabaseAway('A query has had no answer for too long.'))
    return msMax === Infinity ? undefined : setTimeout(drop, msMax)
  }

  #end(late: NodeJS.Timeout | undefined): DatabaseAway | undefined {
    clearTimeout(late)
    if (!this.#isUnconfirmed) return undefined
    this.#isUnconfirmed = false
    return new DatabaseAway('No replica has confirmed the commit.')
  }
}

function isStream(config: unknown): boolean {
  return typeof (config as { submit?: unknown } | undefined)?.submit === 'function'
}

/** As pg does: the stack then leads to the code that asked, and not to the socket that brought the answer. */
function throwFromCaller(error: Error): never {
  Error.captureStackTrace(error)
  throw error
}
