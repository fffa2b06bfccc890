import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import type { Context } from '#server/context.ts'
import {
  actorByToken,
  insertSession,
  unexpiredHashes,
  extendSession,
  removeSession,
} from './identity.queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const SESSION_MS = 30 * DAY_MS
const LAST_SEEN_INTERVAL_MS = 60 * 60 * 1000
const USER_AGENT_LENGTH_MAX = 300

type Cookies = Pick<Context['config'], 'secureCookies'>

/** Starts a session and returns its token. The database stores only the token's hash. rule: session-cookie */
export async function startSession(
  db: Db,
  userId: string,
  now: Date,
  userAgent = '',
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await insertSession(db, {
    token_hash: hashOf(token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + SESSION_MS),
    user_agent: userAgent.slice(0, USER_AGENT_LENGTH_MAX),
  })
  return token
}

/** Ends the session of a token. Harmless without a token or for an ended session. */
export async function endSession(db: Db, token: string | undefined): Promise<void> {
  if (token) await removeSession(db, hashOf(token))
}

/** The person of a request's session, or null. Extends the session at most once an hour. rule: session-expiry */
export async function sessionOf(
  { config, db, clock }: Context,
  request: FastifyRequest,
): Promise<Actor | null> {
  const token = sessionToken(request, config)
  if (!token) return null
  const now = clock.now()
  const sessionHash = hashOf(token)
  const found = await actorByToken(db, sessionHash, now)
  if (!found) return null
  const { last_seen_at, ...person } = found
  if (now.getTime() - last_seen_at.getTime() >= LAST_SEEN_INTERVAL_MS) {
    await extendSession(db, sessionHash, now, new Date(now.getTime() + SESSION_MS))
  }
  return { ...person, sessionHash }
}

/** Those of these sessions, given by their tokens' hashes, that have not expired. */
export async function unexpiredSessions(db: Db, hashes: Buffer[], now: Date): Promise<Buffer[]> {
  return unexpiredHashes(db, hashes, now)
}

/** The token that a request's cookie carries. */
export function sessionToken(request: FastifyRequest, config: Cookies): string | undefined {
  return request.cookies[cookieName(config)]
}

/** Makes the rest of this request run as signed out. */
export function dropSessionToken(request: FastifyRequest, config: Cookies): void {
  delete request.cookies[cookieName(config)]
}

/** Sets the session cookie: HttpOnly, SameSite=Lax, Secure under https. rule: session-cookie */
export function setSessionCookie(reply: FastifyReply, config: Cookies, token: string): void {
  void reply.setCookie(cookieName(config), token, {
    ...attributes(config),
    maxAge: SESSION_MS / 1000,
  })
}

/** Removes the session cookie from the browser. */
export function clearSessionCookie(reply: FastifyReply, config: Cookies): void {
  void reply.clearCookie(cookieName(config), attributes(config))
}

/** Under https the prefix `__Host-` keeps other hosts and plain http from setting the cookie. */
function cookieName({ secureCookies }: Cookies): string {
  return secureCookies ? '__Host-lustra_session' : 'lustra_session'
}

function attributes({ secureCookies }: Cookies) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies } as const
}

/** A fast hash is enough for 256 random bits. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
