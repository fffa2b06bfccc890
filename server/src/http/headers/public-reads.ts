import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { ReadFrom } from '#server/db/replicas.ts'
import type { App } from '../app.ts'

/** By then a replica has what was written. One that lags more is left out by its balancer. */
const COOKIE_S = 10
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Settings = Pick<Context['config'], 'secureCookies'>
type Deps = Pick<Context, 'config' | 'replicas'>

/** Runs a read of public data, which changes nothing and may run twice. */
export type PublicRead = <Answer>(read: ReadFrom<Answer>) => Promise<Answer>

/**
 * How a request reads public data: from a replica, unless its browser has just written.
 * rule: read-replicas
 */
export function publicReads(
  { config, replicas }: Deps,
  request: Pick<FastifyRequest, 'cookies'>,
): PublicRead {
  const isAuthor = hasWritten(request, config)
  return (read) => replicas.read(isAuthor, read)
}

/** Whether this browser has just written, as far as its cookie tells. Without replicas no browser has one. */
export function hasWritten(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  config: Settings,
): boolean {
  return cookies[cookieName(config)] !== undefined
}

/** Tells a browser after each call that may write and did not fail that it has written. rule: read-replicas */
export function rememberWrites(app: App, context: Deps): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!READING.has(request.method) && reply.statusCode < 400) rememberWrite(context, reply)
    done()
  })
}

/** Tells a browser that it has written, after a read that writes, such as the return from a checkout. */
export function rememberWrite({ config, replicas }: Deps, reply: FastifyReply): void {
  if (replicas.isEmpty) return
  void reply.setCookie(cookieName(config), '1', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: COOKIE_S,
  })
}

/** The header with which a page tells the reads that render it that its reader has just written. */
export function writtenHeader(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  config: Settings,
): Record<string, string> {
  const name = cookieName(config)
  return cookies[name] === undefined ? {} : { cookie: `${name}=1` }
}

/** Under https the prefix `__Host-` keeps other hosts and plain http from setting the cookie. */
function cookieName({ secureCookies }: Settings): string {
  return secureCookies ? '__Host-lustra_written' : 'lustra_written'
}
