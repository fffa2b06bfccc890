import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { App } from './app.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export const HEALTH_PATHS = ['/healthz', '/readyz'] as const
export const METRICS_PATH = '/metrics'
/** The routes that programs read which watch the server. They answer however busy it is. */
export const PROBES: ReadonlySet<string> = new Set([...HEALTH_PATHS, METRICS_PATH])

/** The probes: /healthz without the database; /readyz with it, 503 while the server drains. rule: probes-and-metrics */
export function healthRoutes(app: App, context: Context): void {
  app.get(HEALTH_PATHS[0], () => ({ status: 'ok' }))
  app.get(HEALTH_PATHS[1], async (_request, reply) => {
    if (app.isDraining) return reply.code(503).send({ status: 'draining' })
    const ready = await context.databaseAnswers()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}

/** The headers that proxies add to a request, each proxy in its own way. */
const OF_PROXIES = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Some proxies add nothing, but pass on the name that the browser asked for. */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Whether a request comes from this machine, without a proxy in between. */
export function isLocal({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): boolean {
  const isDirect = OF_PROXIES.every((name) => headers[name] === undefined)
  return LOOPBACK.has(ip) && isDirect && OWN_HOST.test(headers.host ?? '')
}
