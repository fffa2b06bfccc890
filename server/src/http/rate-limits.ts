import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '#server/context.ts'
import { Refusal } from './refusal.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `points` times in `duration` seconds for one key. RATE_LIMIT_SCALE multiplies the points. rule: rate-limits */
const RATE_LIMITS = {
  register_by_address: { points: 10, duration: HOUR },
  login_by_address: { points: 60, duration: 15 * MINUTE },
  login_by_email: { points: 10, duration: 15 * MINUTE },
  forgot_by_address: { points: 20, duration: HOUR },
  forgot_by_email: { points: 4, duration: HOUR },
  reset_by_address: { points: 20, duration: HOUR },
  change_password_by_user: { points: 10, duration: HOUR },
  confirm_by_user: { points: 10, duration: HOUR },
  upload_by_user: { points: 120, duration: HOUR },
  report_by_user: { points: 20, duration: HOUR },
  ssn_by_user: { points: 3, duration: DAY },
  review_by_user: { points: 20, duration: HOUR },
} as const

type Kind = keyof typeof RATE_LIMITS
type Limited = Pick<Context, 'pool' | 'config'>

/**
 * Counts one use of a limit by a key (an email, a user's id, a network address). Refuses 'too_many_requests' with
 * Retry-After. While the database is unreachable, the process counts in memory. rule: rate-limits
 */
export async function consumeRateLimit(context: Limited, kind: Kind, key: string): Promise<void> {
  try {
    await limiterOf(context, kind).consume(hashKey(key))
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const refusal = new Refusal('too_many_requests')
    refusal.retryAfterSeconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw refusal
  }
}

/** Resets the count of a key, as after a successful login. */
export async function resetRateLimit(context: Limited, kind: Kind, key: string): Promise<void> {
  await limiterOf(context, kind).delete(hashKey(key))
}

/** What counts as one network address: IPv4 as it is, IPv6 by its /64, because one household has a whole /64. */
export function networkOf(address: string): string {
  const four = /(\d+\.){3}\d+$/.exec(address)
  if (four) return four[0]
  const [head = '', tail] = address.split('::')
  const groups = (head || '0').split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(zeros).fill('0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .join(':')
}

const limiters = new WeakMap<pg.Pool, Map<Kind, RateLimiterPostgres>>()

function limiterOf({ pool, config }: Limited, kind: Kind): RateLimiterPostgres {
  const known = limiters.get(pool) ?? new Map<Kind, RateLimiterPostgres>()
  limiters.set(pool, known)
  const limiter = known.get(kind) ?? newLimiter(pool, kind, config.rateLimitScale)
  known.set(kind, limiter)
  return limiter
}

function newLimiter(pool: pg.Pool, kind: Kind, scale: number): RateLimiterPostgres {
  const { points, duration } = RATE_LIMITS[kind]
  const limit = { keyPrefix: kind, points: points * scale, duration }
  return new RateLimiterPostgres({
    ...limit,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(limit),
  })
}

/** The table must not contain emails or network addresses. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
