import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { normalEmail } from './normal-email.ts'
import type { PasswordResets, Sessions, Users } from '#server/db/types.ts'

type Person = Pick<
  Selectable<Users>,
  'id' | 'email' | 'first_name' | 'last_name' | 'phone' | 'suspension_id'
> & {
  role: Role
  language: Language
  email_verified: boolean
}

const PERSON = [
  'users.id',
  'role',
  'email',
  'first_name',
  'last_name',
  'phone',
  'language',
  'suspension_id',
  sql<boolean>`email_verified_at is not null`.as('email_verified'),
] as const

/**
 * The person of an unexpired session, when it began and when it was last seen. A login that was in flight during the
 * deletion of the account can leave a session; it signs nobody in.
 */
export async function actorByToken(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('suspensions', 'suspensions.id', 'users.suspension_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('deleted_at', 'is', null)
    .select(PERSON)
    .select(['sessions.created_at', 'last_seen_at', 'confirmed_until', 'keeps_visits'])
    .$narrowType<Person>()
    .executeTakeFirst()
}

/** A person by id, whatever the session; undefined for a deleted one. */
export async function personById(db: Db, id: string) {
  return db
    .selectFrom('users')
    .leftJoin('suspensions', 'suspensions.id', 'users.suspension_id')
    .where('users.id', '=', id)
    .where('deleted_at', 'is', null)
    .select(PERSON)
    .select('keeps_visits')
    .$narrowType<Person>()
    .executeTakeFirst()
}

/** The sessions among these, given by the hashes of their tokens, that have not expired. */
export async function unexpiredHashes(db: Db, tokenHashes: Buffer[], now: Date): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('sessions')
    .where(sql<boolean>`token_hash = any(${tokenHashes}::bytea[])`)
    .where('expires_at', '>', now)
    .select('token_hash')
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

export async function insertSession(db: Db, session: Insertable<Sessions>): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

export async function extendSession(
  db: Db,
  tokenHash: Buffer,
  lastSeenAt: Date,
  expiresAt: Date,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: lastSeenAt, expires_at: expiresAt })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends the session with this token, or with this token before its last renewal. Undefined if there is none. */
export async function removeSession(
  db: Db,
  tokenHash: Buffer,
): Promise<{ user_id: string } | undefined> {
  return db
    .deleteFrom('sessions')
    .where((row) => row.or({ token_hash: tokenHash, previous_hash: tokenHash }))
    .returning('user_id')
    .executeTakeFirst()
}

/** The token that replaced this one, while this one is still accepted. rule: session-expiry */
export async function renewedHash(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const renewed = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('previous_hash', '=', tokenHash)
    .where('previous_until', '>', now)
    .executeTakeFirst()
  return renewed?.token_hash
}

/** Replaces the token of a session; the one before is accepted until then. False if no session has this token. */
export async function replaceToken(
  db: Db,
  tokenHash: Buffer,
  next: { tokenHash: Buffer; previousUntil: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({
      token_hash: next.tokenHash,
      previous_hash: tokenHash,
      previous_until: next.previousUntil,
    })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Ends sessions of a person: only the one with `id`, or all but the one with the token hash `except` and the `keep`
 * last used ones of the others. Without any of them it ends all. Returns how many.
 */
export async function removeSessions(
  db: Db,
  userId: string,
  { id, except, keep = 0 }: { id?: string; except?: Buffer; keep?: number } = {},
): Promise<number> {
  // By session_id, because a renewal at the same moment changes the token.
  const { numAffectedRows } = await sql`
    delete from sessions where session_id in (
      select session_id from sessions
      where user_id = ${userId}
        and (${id ?? null}::uuid is null or session_id = ${id ?? null})
        and (${except ?? null}::bytea is null or token_hash <> ${except ?? null})
      order by last_seen_at desc, session_id desc offset ${keep})`.execute(db)
  return Number(numAffectedRows)
}

/** Ends the secret address of a person's calendar feed. Whoever took over the account may have read it. */
export async function removeCalendarFeed(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** A person's unexpired sessions, the last used first. */
export async function sessionsOf(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .select([
      'session_id as id',
      'token_hash',
      'user_agent',
      'created_at',
      'last_seen_at',
      'expires_at',
    ])
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id', 'desc')
    .execute()
}

/** Adds a person; undefined when the email has an account, in any case. rule: registration */
export async function insertUser(db: Db, user: Insertable<Users>): Promise<Person | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) =>
      conflict.column('email_key').where('deleted_at', 'is', null).doNothing(),
    )
    .returning(PERSON)
    .$narrowType<Person>()
    .executeTakeFirst()
}

export async function userByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .where('email_key', '=', normalEmail(email))
    .where('deleted_at', 'is', null)
    .select(PERSON)
    .select(['password_hash', 'password_version'])
    .$narrowType<Person>()
    .executeTakeFirst()
}

export async function userById(db: Db, id: string) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(PERSON)
    .select(['password_hash', 'password_version'])
    .$narrowType<Person>()
    .executeTakeFirst()
}

/** Locks the account until the transaction ends; undefined when it has another password by now, or is deleted. */
export async function lockPassword(db: Db, user: { id: string; password_version: number }) {
  return db
    .selectFrom('users')
    .where('id', '=', user.id)
    .where('password_version', '=', user.password_version)
    .where('deleted_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
}

/** Sets another password. Returns the account's email in its normal form. */
export async function setPasswordHash(db: Db, userId: string, hash: string) {
  return db
    .updateTable('users')
    .set(({ eb }) => ({ password_hash: hash, password_version: eb('password_version', '+', 1) }))
    .where('id', '=', userId)
    .returning('email_key')
    .executeTakeFirstOrThrow()
}

/** Replaces the hash by another one of the same password. The account must be locked. */
export async function renewPasswordHash(db: Db, userId: string, hash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

/** Replaces the account's token: only the newest is valid. rule: new-password */
export async function replacePasswordReset(
  db: Db,
  reset: Insertable<PasswordResets>,
): Promise<void> {
  await db
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        token_hash: reset.token_hash,
        expires_at: reset.expires_at,
      }),
    )
    .execute()
}

export async function removePasswordReset(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute()
}

/** The reset that this token opens, if it may be used. */
export async function openPasswordReset(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst()
}

/** Deletes an unexpired token and returns its owner. Of two concurrent calls only one gets it. rule: new-password */
export async function consumePasswordReset(db: Db, tokenHash: Buffer, now: Date) {
  return db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
}
