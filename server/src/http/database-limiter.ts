import type pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { IRateLimiterPostgresOptions } from 'rate-limiter-flexible'

/** The library takes the moment from the clock of the process. Here it is the database's. */
const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/**
 * Counts in the table `rate_limits` by the database's clock, so that a window ends when it should, whatever the clock
 * of this process says. `expire` is answered as this process's clock would have it, because the library compares it
 * with that. rule: rate-limits, database-time
 */
export class DatabaseLimiter extends RateLimiterPostgres {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool, options: Omit<IRateLimiterPostgresOptions, 'storeClient'>) {
    super({ ...options, storeClient: pool })
    this.#pool = pool
  }

  /** Called by the library. */
  _upsert(key: string, points: number, windowMs: number, isForced = false) {
    return this.#pool.query({
      name: 'rate_limits:count',
      text: `
        insert into rate_limits as counted (key, points, expire) values ($1, $2, ${NOW_MS} + $3::bigint)
        on conflict (key) do update set
          points = case when counted.expire <= excluded.expire - $3 or $4 then excluded.points
            else counted.points + excluded.points end,
          expire = case when counted.expire <= excluded.expire - $3 or $4 then excluded.expire else counted.expire end
        returning points, expire - ${NOW_MS} + $5::bigint as expire`,
      values: [key, points, windowMs, isForced, Date.now()],
    })
  }

  /** Called by the library. */
  async _get(key: string) {
    const { rows, rowCount } = await this.#pool.query({
      name: 'rate_limits:get',
      text: `select points, expire - ${NOW_MS} + $2::bigint as expire from rate_limits where key = $1 and expire > ${NOW_MS}`,
      values: [key, Date.now()],
    })
    return rowCount === 0 ? null : { rows }
  }
}
