import type pg from 'pg'
import type { Clock } from '#server/context.ts'
import type { ProbeTimes } from './database-watch.ts'

/** The column of a statement that `DatabaseClock.note` takes: milliseconds since 1970. */
export const DATABASE_MS = '(extract(epoch from clock_timestamp()) * 1000)::float8 as ms'

/**
 * The database's time, so that all processes agree on it. Between two answers of the database it is counted by a clock
 * that nobody sets, so when the clock of this machine jumps nothing happens. rule: database-time
 */
export class DatabaseClock implements Clock {
  /** The time when performance.now() was 0. */
  #originMs = Date.now() - performance.now()

  now(): Date {
    return new Date(this.#originMs + performance.now())
  }

  /**
   * The database has answered that it is `databaseMs`. It was asked and has answered at these moments of
   * performance.now(). A time that fits between them stays, so that slow answers do not shake it.
   */
  note(databaseMs: number, { askedAt, answeredAt }: ProbeTimes): void {
    const [earliest, latest] = [databaseMs - answeredAt, databaseMs - askedAt]
    this.#originMs = Math.min(Math.max(this.#originMs, earliest), latest)
  }

  /** Asks the database once. */
  async read(pool: pg.Pool): Promise<void> {
    const askedAt = performance.now()
    const { rows } = await pool.query<{ ms: number }>(`select ${DATABASE_MS}`)
    this.note(rows[0]!.ms, { askedAt, answeredAt: performance.now() })
  }
}
