import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { Db, Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KNOWN_MS = RETENTION.device_days * DAY_MS
const DEVICES_PER_ACCOUNT_MAX = 50
const TOKEN = /^[\w-]{43}$/

type Cookies = Pick<Context['config'], 'secureCookies'>

/**
 * The token of the browser's device cookie; undefined without a readable one. It signs nobody in. rule: login-guesses
 */
export function deviceToken(request: FastifyRequest, config: Cookies): string | undefined {
  const token = request.cookies[cookieName(config)]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

/** A token for a browser that has none. */
export function newDeviceToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Sets the device cookie. It outlives logout. */
export function setDeviceCookie(reply: FastifyReply, config: Cookies, token: string): void {
  void reply.setCookie(cookieName(config), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: KNOWN_MS / 1000,
  })
}

/** Whether the browser with this token has signed in to the account with this email, in its normal form. */
export async function isKnownDevice(
  db: Db,
  emailKey: string,
  token: string | undefined,
  now: Date,
): Promise<boolean> {
  if (token === undefined) return false
  const { rows } = await sql<{ known: boolean }>`
    select exists (
      select from users join known_devices on user_id = id
        and device_hash = sha256(convert_to(id::text || ' ' || ${token}, 'UTF8'))
      where email_key = ${emailKey} and deleted_at is null and expires_at > ${now}
    ) as known`.execute(db)
  return rows[0]!.known
}

/**
 * Records that a browser signed in to an account, and returns whether the account knew it. Of many, the account keeps
 * those of the latest sign-ins. The caller holds a lock on the account.
 */
export async function rememberDevice(
  tx: Tx,
  userId: string,
  token: string,
  now: Date,
): Promise<{ wasKnown: boolean; deviceHash: Buffer }> {
  const device_hash = createHash('sha256').update(`${userId} ${token}`).digest()
  const known = await tx
    .selectFrom('known_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .where('device_hash', '=', device_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const seen = { last_seen_at: now, expires_at: new Date(now.getTime() + KNOWN_MS) }
  await tx
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash, created_at: now, ...seen })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet(seen))
    .execute()
  await sql`
    delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId}
      order by last_seen_at desc, device_hash offset ${DEVICES_PER_ACCOUNT_MAX})`.execute(tx)
  return { wasKnown: known !== undefined, deviceHash: device_hash }
}

/** Forgets one device of an account, given by its hash. */
export async function deleteKnownDevice(db: Db, userId: string, deviceHash: Buffer): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .execute()
}

/** Forgets the devices of an account. */
export async function deleteKnownDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute()
}

function cookieName({ secureCookies }: Cookies): string {
  return secureCookies ? '__Host-lustra_device' : 'lustra_device'
}
