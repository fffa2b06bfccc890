import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Context } from '#server/context.ts'
import { refuseSecondConnection } from '#server/db/db.ts'
import type { Tx } from '#server/db/db.ts'
import { limitScale, SCALE_OF_SOLVED } from './limit-scale.ts'
import { refuseForSeconds } from '../calls/refusal.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * `points` times in `duration` seconds for one key. RATE_LIMIT_SCALE and a solved challenge multiply the points.
 * rule: rate-limits, challenge
 */
const RATE_LIMITS = {
  sign_in_by_user: { points: 30, duration: HOUR },
  sign_in_by_network: { points: 300, duration: HOUR },
  register_by_address: { points: 10, duration: HOUR },
  login_by_device: { points: 10, duration: 15 * MINUTE },
  login_by_email_and_network: { points: 10, duration: 15 * MINUTE },
  login_by_network: { points: 60, duration: 15 * MINUTE },
  login_by_email: { points: 100, duration: DAY },
  operator_login_by_device: { points: 10, duration: 15 * MINUTE },
  operator_login_by_email_and_network: { points: 10, duration: 15 * MINUTE },
  operator_login_by_network: { points: 60, duration: 15 * MINUTE },
  operator_login_by_email: { points: 100, duration: DAY },
  operator_confirm_by_session: { points: 10, duration: HOUR },
  forgot_by_address: { points: 20, duration: HOUR },
  forgot_by_email: { points: 4, duration: HOUR },
  reset_by_address: { points: 20, duration: HOUR },
  not_me_by_address: { points: 20, duration: HOUR },
  verification_by_user_and_minute: { points: 1, duration: MINUTE },
  verification_by_user: { points: 5, duration: DAY },
  verification_by_email: { points: 10, duration: DAY },
  email_change_by_user: { points: 3, duration: DAY },
  verify_email_read_by_address: { points: 60, duration: HOUR },
  verify_email_by_address: { points: 20, duration: HOUR },
  change_password_by_session: { points: 10, duration: HOUR },
  confirm_by_session: { points: 10, duration: HOUR },
  passkey_by_network: { points: 240, duration: 15 * MINUTE },
  recovery_codes_by_user: { points: 3, duration: DAY },
  factor_change_by_user: { points: 20, duration: DAY },
  totp_by_user: { points: 20, duration: HOUR },
  wrong_factor_by_user: { points: 20, duration: DAY },
  upload_by_user: { points: 120, duration: HOUR },
  upload_again_by_user: { points: 600, duration: HOUR },
  allowed_pair_by_client: { points: 10, duration: HOUR },
  report_by_user: { points: 20, duration: HOUR },
  subject_report_by_user: { points: 20, duration: DAY },
  ssn_by_user: { points: 3, duration: DAY },
  message_by_sender: { points: 120, duration: 10 * MINUTE },
  unknown_checkout_by_user: { points: 10, duration: HOUR },
  unknown_checkout_by_network: { points: 60, duration: HOUR },
  contact_by_network: { points: 20, duration: DAY },
  contact_by_user: { points: 5, duration: DAY },
  contact_by_email_and_network: { points: 5, duration: DAY },
  support_by_thread: { points: 10, duration: DAY },
  review_by_user: { points: 20, duration: HOUR },
  calendar_by_user: { points: 30, duration: HOUR },
  made_feed_by_user: { points: 10, duration: DAY },
  feed_by_user: { points: 20, duration: HOUR },
  read_by_calendar: { points: 1, duration: 5 * MINUTE },
  booking_by_client: { points: 30, duration: HOUR },
  booking_by_network: { points: 120, duration: HOUR },
  free_time_by_client: { points: 30, duration: HOUR },
  new_pair_by_network: { points: 60, duration: DAY },
  young_pair_by_network: { points: 20, duration: HOUR },
  unscreened_by_professional_and_network: { points: 3, duration: HOUR },
  unscreened_by_professional: { points: 3, duration: HOUR },
  series_by_user: { points: 60, duration: HOUR },
} as const

export type RateLimit = keyof typeof RATE_LIMITS

/** Beyond these each use needs a solved challenge, and then none is too many. rule: challenge */
const OPEN_TO_SOLVED: ReadonlySet<RateLimit> = new Set([
  'login_by_email',
  'operator_login_by_email',
])

/** Whether each solved challenge allows another use, however many there were. */
export function isOpenToSolved(kind: RateLimit): boolean {
  return OPEN_TO_SOLVED.has(kind)
}

type Limited = Pick<Context, 'pool' | 'config'>

/**
 * Counts one use of a limit by a key (an email, a user's id, a network address) and returns how many remain. Refuses
 * 'too_many_requests' with Retry-After. While the database is unreachable, the process counts in memory. Call it before
 * a transaction, because it takes a connection of its own, and a refused transaction would not count. rule: rate-limits
 */
export async function consumeRateLimit(
  context: Limited,
  kind: RateLimit,
  key: string,
): Promise<number> {
  refuseSecondConnection()
  try {
    const { remainingPoints } = await limiterOf(context, kind).consume(hashKey(key))
    return remainingPoints
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    // A refused use does not count, or a request with a solved challenge would find its limit used up too.
    await giveBackRateLimit(context, kind, key)
    const most = RATE_LIMITS[kind].points * context.config.rateLimitScale * SCALE_OF_SOLVED
    const isHelpedBySolution = error.consumedPoints <= most || isOpenToSolved(kind)
    refuseForSeconds('too_many_requests', error.msBeforeNext / 1000, { isHelpedBySolution })
  }
}

/** A limit, and the key by which it counts. */
export type Use = readonly [RateLimit, string]

/**
 * Counts one use of each of these limits in a transaction. If one of them is used up, none counts, and the answer is
 * that limit with the seconds to wait. The counts stay if the transaction is committed. rule: rate-limits
 */
export async function countUses(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  uses: readonly Use[],
  at = new Date(),
): Promise<{ limit: RateLimit; wait: number } | null> {
  const scale = limitScale(config)
  const limits = uses.map(([kind]) => RATE_LIMITS[kind])
  const { rows } = await sql<{ nth: number; wait: number }>`
    select nth, wait from count_uses(${uses.map(([kind, key]) => rowKey(kind, key))}::text[],
      ${limits.map(({ points }) => points * scale)}::integer[], ${limits.map(({ duration }) => duration)}::integer[],
      ${at}::timestamptz)`.execute(tx)
  return rows[0] ? { limit: uses[rows[0].nth - 1]![0], wait: rows[0].wait } : null
}

/** Takes back uses that this transaction has counted, because something else refuses the command. */
export async function giveBackUses(tx: Tx, uses: readonly Use[]): Promise<void> {
  const keys = uses.map(([kind, key]) => rowKey(kind, key))
  await sql`update rate_limits set points = points - 1 where key = any(${keys}::text[])`.execute(tx)
}

/** Counts one use of a limit in a transaction, as `countUses` does. Returns the seconds to wait, or null. */
export async function countUse(
  context: Pick<Context, 'config'>,
  tx: Tx,
  kind: RateLimit,
  key: string,
  at?: Date,
): Promise<number | null> {
  return (await countUses(context, tx, [[kind, key]], at))?.wait ?? null
}

/** The seconds from now to a later moment. */
export function secondsUntil(moment: Date, now: Date): number {
  return (+moment - +now) / 1000
}

/** Counts one use that no limit refuses, and returns how many remained. */
export async function countRateLimit(
  context: Limited,
  kind: RateLimit,
  key: string,
): Promise<number> {
  refuseSecondConnection()
  const { remainingPoints } = await limiterOf(context, kind).penalty(hashKey(key))
  return remainingPoints
}

/** Resets the count of a key, as after a successful login. */
export async function resetRateLimit(
  context: Limited,
  kind: RateLimit,
  key: string,
): Promise<void> {
  await limiterOf(context, kind).delete(hashKey(key))
}

/** Takes back one use that should not have counted, such as a successful login. */
export async function giveBackRateLimit(
  context: Limited,
  kind: RateLimit,
  key: string,
): Promise<void> {
  await limiterOf(context, kind).reward(hashKey(key))
}

/**
 * The key under which a network address counts: IPv4 as it is, IPv6 by its /64, because one household has a whole /64.
 * A request whose connection has closed has no address any more; all such requests count as one network.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return ''
  const four = /(\d+\.){3}\d+$/.exec(address)
  if (four) return four[0]
  const [head = '', tail] = address.split('::')
  const groups = (head || '0').split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(zeros).fill('0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .join(':')
}

/** The network of an address as a limit in SQL counts it. */
export function networkKey(address: string): string {
  return hashKey(networkOf(address))
}

const limiters = new WeakMap<pg.Pool, Map<string, RateLimiterPostgres>>()

function limiterOf({ pool, config }: Limited, kind: RateLimit): RateLimiterPostgres {
  const known = limiters.get(pool) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(pool, known)
  const scale = limitScale(config)
  const name = `${kind} ${scale}`
  const limiter = known.get(name) ?? newLimiter(pool, kind, scale)
  known.set(name, limiter)
  return limiter
}

function newLimiter(pool: pg.Pool, kind: RateLimit, scale: number): RateLimiterPostgres {
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

/** The key of a limit's row, as the limiter writes it too. */
function rowKey(kind: RateLimit, key: string): string {
  return `${kind}:${hashKey(key)}`
}

/** The table must not contain emails or network addresses. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
