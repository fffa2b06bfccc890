import type { FastifyInstance } from 'fastify'
import type { Actor } from './actor.ts'

/** The HTTP server that features add their calls to. */
export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds who a request's session belongs to; null for visitors. Looked up once a request. */
    actorOf(request: FastifyRequest): Promise<Actor | null>
  }
}
