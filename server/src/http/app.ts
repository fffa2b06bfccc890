import type { FastifyInstance } from 'fastify'
import type { OpenSpan } from '#server/outside/traces/tracing.ts'
import type { Actor, Operator } from './calls/actor.ts'
import type { Place } from './limits/fair-queue.ts'

/** The Fastify server that features register their calls on. */
export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyRequest {
    /** Its place, once it has one. rule: admission */
    place: Place | undefined
    /** The look-ups of its caller that have begun. Read them by `actorOf` and `operatorOf`. */
    actor: Promise<Actor | null> | undefined
    operator: Promise<Operator | null> | undefined
    /** The id of the user or operator who sent it, for the log, once that was looked up. rule: log-lines */
    caller: { user?: string; operator?: string } | undefined
    /** Its span, if requests are traced. rule: log-lines */
    span: OpenSpan | undefined
  }
  interface FastifyContextConfig {
    /** Whether the answer that every visitor gets is at hand. rule: admission */
    isKept?: (request: FastifyRequest) => boolean
  }
  interface FastifyInstance {
    /** The server is going to stop. */
    isDraining: boolean
    /** Moves people to other processes. Resolves when the server may be closed. rule: graceful-shutdown */
    drain(): Promise<void>
    /** The user of a request's session, or null for a visitor. The look-up happens once for each request. */
    actorOf(request: FastifyRequest): Promise<Actor | null>
    /** The operator of a request's own session, or null. The look-up happens once for each request. */
    operatorOf(request: FastifyRequest): Promise<Operator | null>
  }
}
