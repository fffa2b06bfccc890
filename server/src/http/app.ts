import type { FastifyInstance } from 'fastify'
import type { Actor, Operator } from './actor.ts'
import type { RepeatedReads } from './repeated-reads.ts'

/** The Fastify server that features register their calls on. */
export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** The server is going to stop. */
    isDraining: boolean
    /** Answers frequent reads of visitors without Fastify. rule: repeated-reads */
    repeatedReads: RepeatedReads
    /** Listens there. Returns the origin. Throws EADDRINUSE. rule: admission */
    open(place: { host: string; port: number }): Promise<string>
    /** Moves people to other processes. Resolves when the server may be closed. rule: draining */
    drain(): Promise<void>
    /** The user of a request's session, or null for a visitor. The look-up happens once for each request. */
    actorOf(request: FastifyRequest): Promise<Actor | null>
    /** The operator of a request's own session, or null. The look-up happens once for each request. */
    operatorOf(request: FastifyRequest): Promise<Operator | null>
  }
}
