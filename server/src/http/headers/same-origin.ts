import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { App } from '../app.ts'
import { refuse } from '../calls/refusal.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that a browser sends from another site, before anything else (CSRF). Other programs send neither
 * header, and hold no cookie of a browser. rule: order-of-refusal
 */
export function refuseForeignWrites(app: App, { config }: Context): void {
  const isForeign = foreignOriginCheck(config)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!READS.has(request.method) && isForeign(request)) refuse('foreign_origin')
    done()
  })
}

/** Makes the check whether a browser sent a request from another site. */
export function foreignOriginCheck({
  publicOrigin,
  operatorOrigin,
}: Pick<Context['config'], 'publicOrigin' | 'operatorOrigin'>) {
  const own = ownOrigins(publicOrigin)
  const operators = ownOrigins(operatorOrigin)
  const operatorHost = new URL(operatorOrigin).host
  return ({ headers, host }: FastifyRequest): boolean => {
    const expected = host.toLowerCase() === operatorHost ? operators : own
    if (headers.origin !== undefined && !expected.has(headers.origin)) return true
    const site = headers['sec-fetch-site']
    return site !== undefined && site !== 'same-origin' && site !== 'none'
  }
}

/** Our own origins. On http://localhost also 127.0.0.1, because developers use both. */
export function ownOrigins(publicOrigin: string): ReadonlySet<string> {
  const url = new URL(publicOrigin)
  if (url.protocol !== 'http:' || url.hostname !== 'localhost') return new Set([url.origin])
  return new Set([url.origin, `http://127.0.0.1${url.port && `:${url.port}`}`])
}
