import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Actor } from './actor.ts'
import { networkOf } from './rate-limits.ts'
import { refuseForSeconds } from './refusal.ts'

const MINUTE = 60

/**
 * How often one user, or all visitors of one network, may use frequent calls. The limits are wide, because many people
 * can share an address, and each process counts by itself, because these calls are too frequent for a count in
 * PostgreSQL. rule: network-limits
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

  constructor({ rateLimitScale }: Pick<Context['config'], 'rateLimitScale'>) {
    this.#limiters = limitersOf(rateLimitScale)
    this.#limitersOfAllUsers = limitersOf(rateLimitScale * USERS_OF_NETWORK)
  }

  /**
   * Counts one use. What a user's own limit refuses does not count for the other users of the network. Refuses
   * 'too_many_requests'.
   */
  async consume(limit: NetworkLimit, request: Network, actor: User): Promise<void> {
    try {
      await this.#limiters[limit].consume(countedBy(request, actor))
      if (actor) await this.#limitersOfAllUsers[limit].consume(networkOf(request.ip))
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      refuseForSeconds('too_many_requests', error.msBeforeNext / 1000)
    }
  }

  /** Refuses 'too_many_requests' to whoever got too many answers 404, and counts nothing. */
  async checkMissing(request: Network, actor: User): Promise<void> {
    const used = await this.#limiters.missing.get(countedBy(request, actor))
    if (used && used.remainingPoints <= 0)
      refuseForSeconds('too_many_requests', used.msBeforeNext / 1000)
  }

  /** Counts an answer 404. */
  async countMissing(request: Network, actor: User): Promise<void> {
    await this.#limiters.missing.penalty(countedBy(request, actor))
  }
}

type Network = Pick<FastifyRequest, 'ip'>
type User = Pick<Actor, 'id'> | null

/** A user counts by themselves: a stranger on a shared address must not stop the others of it. rule: network-limits */
function countedBy({ ip }: Network, actor: User): string {
  return actor ? `user ${actor.id}` : networkOf(ip)
}

function limitersOf(scale: number): Record<NetworkLimit, RateLimiterMemory> {
  const limiter = ({ points, duration }: { points: number; duration: number }) =>
    new RateLimiterMemory({ points: points * scale, duration })
  return {
    search: limiter(NETWORK_LIMITS.search),
    suggestions: limiter(NETWORK_LIMITS.suggestions),
    checkout: limiter(NETWORK_LIMITS.checkout),
    slots: limiter(NETWORK_LIMITS.slots),
    quotes: limiter(NETWORK_LIMITS.quotes),
    missing: limiter(NETWORK_LIMITS.missing),
  }
}
