import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Actor } from '../calls/actor.ts'
import { isSolved, SCALE_OF_SOLVED } from './limit-scale.ts'
import { networkOf } from './rate-limits.ts'
import { refuseForSeconds } from '../calls/refusal.ts'

const MINUTE = 60

/**
 * How often one user, or all visitors of one network, may use frequent calls; for `slots` everybody of one network. The
 * limits are wide, because many people can share an address, and each process counts by itself, because these calls
 * are too frequent for a count in PostgreSQL. rule: rate-limits
 */
const NETWORK_LIMITS = {
  search: { points: 1200, duration: 10 * MINUTE },
  suggestions: { points: 3000, duration: 10 * MINUTE },
  checkout: { points: 60, duration: 60 * MINUTE },
  slots: { points: 120, duration: MINUTE },
  quotes: { points: 120, duration: MINUTE },
  /** Answers that something does not exist. Whoever gets many of them tries ids. */
  missing: { points: 300, duration: 10 * MINUTE },
} as const

/** All users of one network have so many times the limit of one, so that no crowd of accounts is without a limit. */
const USERS_OF_NETWORK = 5

/**
 * Once all users of a network have tried as many ids as they may together, a user who tried so many of them waits. One
 * who tries none never does.
 */
const MISSING_OF_USER = 30

export type NetworkLimit = keyof typeof NETWORK_LIMITS

const counts = new WeakMap<Pick<Context, 'config'>, NetworkLimits>()

/** The counts that all calls of a server share. */
export function networkLimitsOf(context: Pick<Context, 'config'>): NetworkLimits {
  const known = counts.get(context) ?? new NetworkLimits(context.config)
  counts.set(context, known)
  return known
}

/** The counts of one server process. */
export class NetworkLimits {
  readonly #limiters: Record<NetworkLimit, RateLimiterMemory>
  readonly #limitersOfAllUsers: Record<NetworkLimit, RateLimiterMemory>
  readonly #missingOfUser: number

  constructor({ rateLimitScale }: Pick<Context['config'], 'rateLimitScale'>) {
    this.#limiters = limitersOf(rateLimitScale)
    this.#limitersOfAllUsers = limitersOf(rateLimitScale * USERS_OF_NETWORK)
    this.#missingOfUser = MISSING_OF_USER * rateLimitScale
  }

  /**
   * Counts one use. What a user's own limit refuses does not count for the other users of the network. Refuses
   * 'too_many_requests'.
   */
  async consume(limit: NetworkLimit, request: Network, actor: User): Promise<void> {
    const user = limit === 'slots' ? null : actor
    await countUse(this.#limiters[limit], countedBy(request, user))
    if (user) await countUse(this.#limitersOfAllUsers[limit], networkOf(request.ip))
  }

  /** Refuses 'too_many_requests' to whoever got too many answers 404, and counts nothing. */
  async checkMissing(request: Network, actor: User): Promise<void> {
    const own = await this.#limiters.missing.get(countedBy(request, actor))
    if (!own) return
    if (own.remainingPoints <= 0) refuseForSeconds('too_many_requests', own.msBeforeNext / 1000)
    if (!actor || own.consumedPoints < this.#missingOfUser) return
    const all = await this.#limitersOfAllUsers.missing.get(networkOf(request.ip))
    if (all && all.remainingPoints <= 0)
      refuseForSeconds('too_many_requests', Math.min(own.msBeforeNext, all.msBeforeNext) / 1000)
  }

  /** Counts an answer 404. */
  async countMissing(request: Network, actor: User): Promise<void> {
    const { missing } = this.#limiters
    const { consumedPoints } = await missing.penalty(countedBy(request, actor))
    // Calls that stay open can go on beyond the limit: one account must not use up what all users have.
    if (actor && consumedPoints <= missing.points)
      await this.#limitersOfAllUsers.missing.penalty(networkOf(request.ip))
  }
}

/**
 * Counts one use; with a solved challenge there are three times as many. A refused one does not count, so that a solved
 * challenge is accepted afterwards. Refuses 'too_many_requests'. rule: challenge
 */
async function countUse(limiter: RateLimiterMemory, key: string): Promise<void> {
  const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
  const mostOfSolved = limiter.points * SCALE_OF_SOLVED
  if (consumedPoints <= (isSolved() ? mostOfSolved : limiter.points)) return
  await limiter.reward(key)
  refuseForSeconds('too_many_requests', msBeforeNext / 1000, {
    isHelpedBySolution: consumedPoints <= mostOfSolved,
  })
}

type Network = Pick<FastifyRequest, 'ip'>
type User = Pick<Actor, 'id'> | null

/** A user counts by themselves: a stranger on a shared address must not stop the others of it. rule: rate-limits */
function countedBy({ ip }: Network, actor: User): string {
  return actor ? `user ${actor.id}` : networkOf(ip)
}

function limitersOf(scale: number): Record<NetworkLimit, RateLimiterMemory> {
  return {
    search: limiter(NETWORK_LIMITS.search, scale),
    suggestions: limiter(NETWORK_LIMITS.suggestions, scale),
    checkout: limiter(NETWORK_LIMITS.checkout, scale),
    slots: limiter(NETWORK_LIMITS.slots, scale),
    quotes: limiter(NETWORK_LIMITS.quotes, scale),
    missing: limiter(NETWORK_LIMITS.missing, scale),
  }
}

function limiter({ points, duration }: { points: number; duration: number }, scale: number) {
  return new RateLimiterMemory({ points: points * scale, duration })
}
