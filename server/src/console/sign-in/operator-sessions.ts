import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '#server/db/db.ts'
import type { Operator } from '#server/http/calls/actor.ts'
import type { Context } from '#server/context.ts'
import { hashOf } from '#server/people/sessions/sessions.ts'
import {
  insertOperatorSession,
  removeOperatorSession,
  removeOperatorSessions,
  replaceOperatorToken,
  prolongedSession,
} from '../operators/operators.queries.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long a session lasts without use. */
const UNUSED_MS = HOUR_MS
/** How long a session lasts at most. The table has this limit too. */
const SESSION_MS = 8 * HOUR_MS
const SESSIONS_MAX = 3
/** How long the token before a renewal is accepted. */
const RENEWAL_MS = 10_000

type Cookies = Pick<Context['config'], 'secureCookies'>

/**
 * Starts a session and returns its token and when it ends. Of more than three the least recently used end. The caller
 * holds a lock on the operator, who has proved a factor. rule: operator-sessions
 */
export async function startOperatorSession(
  tx: Tx,
  operatorId: string,
  at: Date,
): Promise<{ token: string; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(at.getTime() + UNUSED_MS)
  await removeOperatorSessions(tx, operatorId, SESSIONS_MAX - 1)
  await insertOperatorSession(tx, {
    token_hash: hashOf(token),
    operator_id: operatorId,
    created_at: at,
    last_seen_at: at,
    expires_at: expiresAt,
  })
  return { token, expiresAt }
}

/** The operator of a request's session, or null. Each request prolongs the session. rule: operator-sessions */
export async function operatorSessionOf(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<Operator | null> {
  const token = operatorToken(request, config)
  if (!token) return null
  const limits = { unusedMs: UNUSED_MS, sessionMs: SESSION_MS }
  const found = await prolongedSession(db, hashOf(token), clock.now(), limits)
  if (!found) return null
  const { session_id: sessionId, expires_at, confirmed_until, ...operator } = found
  return { ...operator, sessionId, expiresAt: expires_at, confirmedUntil: confirmed_until }
}

/**
 * Gives the session of a request a new token, after a confirmation. The token before is accepted a few seconds longer,
 * for requests in flight; a request with that one renews nothing. rule: operator-sessions
 */
export async function renewOperatorSession(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = operatorToken(request, config)
  if (!token) return
  const next = randomBytes(32).toString('base64url')
  const previousUntil = new Date(clock.now().getTime() + RENEWAL_MS)
  const isRenewed = await replaceOperatorToken(db, hashOf(token), {
    tokenHash: hashOf(next),
    previousUntil,
  })
  if (isRenewed) setOperatorCookie(reply, config, next)
}

/** Ends the session of a token. Harmless without one. */
export async function endOperatorSession(db: Db, token: string | undefined): Promise<void> {
  if (token) await removeOperatorSession(db, hashOf(token))
}

export function operatorToken(request: FastifyRequest, config: Cookies): string | undefined {
  return request.cookies[cookieName(config)]
}

/** HttpOnly, SameSite=Strict, Secure under https. */
export function setOperatorCookie(reply: FastifyReply, config: Cookies, token: string): void {
  void reply.setCookie(cookieName(config), token, {
    ...attributes(config),
    maxAge: SESSION_MS / 1000,
  })
}

export function clearOperatorCookie(reply: FastifyReply, config: Cookies): void {
  void reply.clearCookie(cookieName(config), attributes(config))
}

/** The name of the cookie. Under https the prefix `__Host-` keeps other hosts and plain http from setting it. */
function cookieName({ secureCookies }: Cookies): string {
  return secureCookies ? '__Host-lustra_operator' : 'lustra_operator'
}

function attributes({ secureCookies }: Cookies) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: secureCookies } as const
}
