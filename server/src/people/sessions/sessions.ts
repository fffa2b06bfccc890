import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RETENTION } from '#contract/retention.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { Context } from '#server/context.ts'
import { withdrawPending } from '../person/pending-email.ts'
import {
  actorByToken,
  insertSession,
  personById,
  unexpiredHashes,
  extendSession,
  removeCalendarFeed,
  removeSession,
  removeSessions,
  renewedHash,
  replaceToken,
} from '../person/user-rows.ts'
import { removeContactOfSessions } from '../person/left-behind.ts'
import type { SecurityLog } from './security-events.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const UNUSED_MS = RETENTION.session_unused_days * DAY_MS
/** However often the session is used. The table has this limit too. */
const SESSION_MS = RETENTION.session_days * DAY_MS
const SESSIONS_PER_ACCOUNT_MAX = 20
const LAST_SEEN_INTERVAL_MS = 60 * 60 * 1000
const USER_AGENT_LENGTH_MAX = 300
/** How long the token before a renewal is accepted. */
const RENEWAL_MS = 10_000

type Cookies = Pick<Context['config'], 'secureCookies'>

/**
 * Starts a session and returns its token. The database stores only the token's hash. Of more than twenty sessions of an
 * account, the least recently used end, which is recorded. rule: session-expiry, security-events
 */
export async function startSession(
  tx: Tx,
  userId: string,
  { at, userAgent, log }: { at: Date; userAgent: string | undefined; log: SecurityLog },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const token_hash = hashOf(token)
  await insertSession(tx, {
    token_hash,
    user_id: userId,
    created_at: at,
    last_seen_at: at,
    expires_at: new Date(at.getTime() + UNUSED_MS),
    user_agent: shortUserAgent(userAgent),
  })
  const others = { except: token_hash, keep: SESSIONS_PER_ACCOUNT_MAX - 1 }
  await endSessions(tx, userId, log, others)
  return token
}

/**
 * Ends the sessions of a person that `which` names (`removeSessions`), and records it if there were any. Returns how
 * many. rule: security-events
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  log: SecurityLog,
  which?: Parameters<typeof removeSessions>[2],
): Promise<number> {
  const ended = await removeSessions(tx, userId, which)
  if (ended > 0) await log(tx, { kind: 'session_ended', account: { id: userId } })
  return ended
}

/**
 * Ends what gives access to an account: every session, or all but the one with the token hash `except`, and what a
 * session may have left behind that would outlive it: the address of the calendar feed, a change of the email that
 * nobody has proved yet, and a safety contact whom one of those sessions has named, unless `keepsContact`. Returns how
 * many sessions. The caller holds a lock on the account. rule: ended-access
 */
export async function endAccess(
  tx: Tx,
  userId: string,
  log: SecurityLog,
  { keepsContact, ...which }: { except?: Buffer; keepsContact?: true } = {},
): Promise<number> {
  await removeCalendarFeed(tx, userId)
  await withdrawPending(tx, userId)
  if (!keepsContact) await removeContactOfSessions(tx, userId, which)
  return endSessions(tx, userId, log, which)
}

/** A User-Agent header as it is stored. */
export function shortUserAgent(userAgent = ''): string {
  return userAgent.slice(0, USER_AGENT_LENGTH_MAX)
}

/** `endSession` in a transaction of its own. rule: logout */
export async function signOut(db: Db, token: string | undefined, log: SecurityLog): Promise<void> {
  if (token) await db.transaction().execute((tx) => endSession(tx, token, log))
}

/** Ends the session of a token: its user has signed out. Harmless without a token or for an ended session. */
export async function endSession(
  tx: Tx,
  token: string | undefined,
  log: SecurityLog,
): Promise<void> {
  const ended = token && (await removeSession(tx, hashOf(token)))
  if (ended) await log(tx, { kind: 'sign_out', account: { id: ended.user_id } })
}

/** The person of a request's session, or null. Extends the session at most once an hour. rule: session-expiry */
export async function sessionOf(
  { config, db, clock }: Context,
  request: FastifyRequest,
): Promise<Actor | null> {
  const token = sessionToken(request, config)
  if (!token) return null
  const now = clock.now()
  let sessionHash = hashOf(token)
  let found = await actorByToken(db, sessionHash, now)
  if (!found) {
    const renewed = await renewedHash(db, sessionHash, now)
    if (renewed) found = await actorByToken(db, (sessionHash = renewed), now)
  }
  if (!found) return null
  const { created_at, last_seen_at, confirmed_until, suspension_id, keeps_visits, ...person } =
    found
  if (now.getTime() - last_seen_at.getTime() >= LAST_SEEN_INTERVAL_MS) {
    const ends = Math.min(now.getTime() + UNUSED_MS, created_at.getTime() + SESSION_MS)
    await extendSession(db, sessionHash, now, new Date(ends))
  }
  const suspension = suspension_id ? { keepsVisits: keeps_visits ?? false } : null
  return { ...person, suspension, sessionHash, confirmedUntil: confirmed_until }
}

/** A person as calls of people know them, without a session of theirs; undefined for a deleted account. */
export async function actorWithoutSession(db: Db, id: string): Promise<Actor | undefined> {
  const found = await personById(db, id)
  if (!found) return undefined
  const { suspension_id, keeps_visits, ...person } = found
  const suspension = suspension_id ? { keepsVisits: keeps_visits ?? false } : null
  return { ...person, suspension, sessionHash: NO_SESSION, confirmedUntil: null }
}

const NO_SESSION = Buffer.alloc(32)

/**
 * Gives the session of a request a new token, after its user has confirmed the password. Requests in flight carry the
 * token before, which is accepted a few seconds longer. A request with that one renews nothing. rule: session-expiry
 */
export async function renewSession(
  { config, db, clock }: Pick<Context, 'config' | 'db' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = sessionToken(request, config)
  if (!token) return
  const next = randomBytes(32).toString('base64url')
  const previousUntil = new Date(clock.now().getTime() + RENEWAL_MS)
  const isRenewed = await replaceToken(db, hashOf(token), {
    tokenHash: hashOf(next),
    previousUntil,
  })
  if (isRenewed) setSessionCookie(reply, config, next)
}

/** The sessions among these, given by their tokens' hashes, that have not expired. */
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

/**
 * Sets the session cookie: HttpOnly, SameSite=Lax, Secure under https. It is set once, so it lasts as long as the
 * longest session. rule: session-expiry
 */
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

/** The name of the cookie. Under https the prefix `__Host-` keeps other hosts and plain http from setting it. */
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
