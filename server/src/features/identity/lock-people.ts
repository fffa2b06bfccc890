import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/actor.ts'
import { refuse } from '#server/http/refusal.ts'

/**
 * A `select … for key share` of the accounts with these ids that are not deleted or suspended, in the order of their
 * ids. Every command that writes something between two people begins with it. The deletion or suspension of an account
 * waits until such a command has ended, and then deletes or ends what it wrote. A command that waited for it finds the
 * account missing. The locks do not hinder each other. rule: deletion-waits, suspension
 */
export function lockPeopleSql(...ids: string[]) {
  return lockPeopleInSql(arrayOf(ids))
}

/** Locks people as `lockPeopleSql` does, by the ids of an SQL array. */
export function lockPeopleInSql(ids: RawBuilder<unknown>) {
  return sql<{ id: string }>`${activePeopleInSql(ids)} order by id for key share`
}

/** The accounts of people who are neither deleted nor suspended, for a statement that writes nothing. */
export function activePeopleSql(...ids: string[]) {
  return activePeopleInSql(arrayOf(ids))
}

/**
 * With a parameter for each id, PostgreSQL knows how many there are when it plans a prepared statement for all values.
 * For one parameter it assumes ten, and may plan the whole statement anew each time, for the values of that time.
 */
function arrayOf(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length > SIDES ? sql`${ids}::uuid[]` : sql`array[${sql.join(ids)}]::uuid[]`
}

const SIDES = 2

function activePeopleInSql(ids: RawBuilder<unknown>) {
  return sql<{
    id: string
  }>`select id from users where id = any(${ids}) and deleted_at is null and suspension_id is null`
}

/** Runs `lockPeopleSql` in a transaction. Returns the ids of the accounts that are not deleted. */
export async function lockPeople(tx: Db, ...ids: string[]): Promise<Set<string>> {
  const { rows } = await lockPeopleSql(...ids).execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks accounts in the order of their ids, also suspended and deleted ones. What an operator does about people begins
 * with it. rule: lock-order
 */
export async function lockAccounts(tx: Db, ...ids: string[]): Promise<void> {
  await sql`select from users where id = any(${ids}::uuid[]) order by id for key share`.execute(tx)
}

/**
 * Locks the caller of a command and the other people whom it is about, as `lockPeopleSql` does. Refuses 'not_signed_in'
 * if the caller's account was deleted in the meantime. rule: deletion-waits
 */
export async function lockCaller(tx: Db, callerId: string, ...otherIds: string[]): Promise<void> {
  const people = await lockPeople(tx, callerId, ...otherIds)
  if (!people.has(callerId)) refuse('not_signed_in')
}

/** The suspension of an account that a command has locked; null without one, or once deleted. rule: suspension */
export async function suspensionOf(tx: Db, userId: string): Promise<Actor['suspension']> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('suspensions', 'suspensions.id', 'users.suspension_id')
    .select('keeps_visits as keepsVisits')
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
