import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { ignoreCommits, trackCommits } from '#server/db/commits.ts'
import { isLsn } from '#server/db/replay-lag.ts'
import type { ReadFrom } from '#server/db/replicas.ts'
import type { App } from './app.ts'

/** After this time each replica has what was written before, or is left out. */
const COOKIE_S = 60
/** No replica ever has so much, so the primary is read. */
const END_OF_LOG = 'FFFFFFFF/FFFFFFFF'
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

type Settings = Pick<Context['config'], 'secureCookies'>
type Deps = Pick<Context, 'config' | 'replicas'>

/** Runs a read of public data, which changes nothing and may run twice. */
export type PublicRead = <Answer>(read: ReadFrom<Answer>) => Promise<Answer>

/**
 * How a request reads public data: from a replica, but only from one that has what this browser has written.
 * rule: read-replicas, read-your-writes
 */
export function publicReads(
  { config, replicas }: Deps,
  request: Pick<FastifyRequest, 'cookies'>,
): PublicRead {
  // A search may write its entries first. Nobody has to see that they did.
  ignoreCommits()
  const since = replicas.isEmpty ? undefined : writtenUpTo(request, config)
  return (read) => replicas.read(since, read)
}

/**
 * Tells a browser up to where the log of the database has what it has just written: after each call that may write, and
 * after a read that has committed a transaction, such as the return from a checkout. Without replicas nothing is added.
 * rule: read-your-writes
 */
export function rememberWrites(app: App, { config, replicas, log }: Context): void {
  if (replicas.isEmpty) return
  const commitsOf = new WeakMap<FastifyRequest, { any: boolean }>()
  app.addHook('onRequest', (request, _reply, done) =>
    trackCommits((commits) => {
      commitsOf.set(request, commits)
      done()
    }),
  )
  app.addHook('onSend', async (request, reply) => {
    const hasWritten = !READING.has(request.method) || commitsOf.get(request)?.any
    if (!hasWritten || reply.statusCode >= 400) return
    const lsn = await replicas.written().catch((error: unknown) => {
      log.warn({ err: error }, 'it is not known up to where a request has written')
      return END_OF_LOG
    })
    setCookie(reply, config, lsn)
  })
}

/** The header with which a page passes on what its reader has written to the reads that render it. */
export function writtenHeader(request: FastifyRequest, config: Settings): Record<string, string> {
  const written = writtenUpTo(request, config)
  return written === undefined ? {} : { cookie: `${cookieName(config)}=${written}` }
}

/** A forged one costs its sender at most 100 ms: the answer then comes from the primary. */
function writtenUpTo(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  config: Settings,
): string | undefined {
  const value = cookies[cookieName(config)]
  return value !== undefined && isLsn(value) ? value : undefined
}

function setCookie(reply: FastifyReply, config: Settings, lsn: string): void {
  void reply.setCookie(cookieName(config), lsn, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: COOKIE_S,
  })
}

/** Under https the prefix `__Host-` keeps other hosts and plain http from setting the cookie. */
function cookieName({ secureCookies }: Settings): string {
  return secureCookies ? '__Host-lustra_written' : 'lustra_written'
}
