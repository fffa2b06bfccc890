import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { App } from './app.ts'
import { PROBES } from './health.ts'

/** A span for each request but probes and live connections: its route, never its address. rule: log-lines */
export function traceRequests(app: App, { tracing }: Pick<Context, 'tracing'>): void {
  if (!tracing) return
  app.decorateRequest('span')
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? ''
    if (request.headers.upgrade || PROBES.has(route)) return done()
    const facts = {
      'http.request.method': request.method,
      ...(route ? { 'http.route': route } : {}),
      'lustra.request_id': request.id,
    }
    const name = `${request.method} ${route || 'no route'}`
    const span = tracing.begin(name, facts, cameByTrustedProxy(request) ? request.headers : {})
    request.span = span
    span.run(done)
  })
  // A body arrives in another asynchronous context.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request
    if (!span) return done()
    const { statusCode } = reply
    span.end({ facts: { 'http.response.status_code': statusCode }, failed: statusCode >= 500 })
    span.run(done)
  })
}

/** Whether a request came by a trusted proxy: only then it has more addresses than the one of the connection. */
function cameByTrustedProxy(request: FastifyRequest): boolean {
  return (request.ips?.length ?? 0) > 1
}
