import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'

/**
 * Locks the accounts with these ids that are not deleted or suspended, in the order of their ids, and returns those.
 * Every command that writes something between two people begins with it. The deletion or suspension of an account waits
 * until such a command has ended, and then deletes or ends what it wrote. A command that waited for it finds the
 * account missing. The locks do not hinder each other. rule: account-deletion, suspension
 */
export async function lockPeople(tx: Db, ...ids: string[]): Promise<Set<string>> {
  const { rows } = await lockPeopleInSql(arrayOf(ids)).execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Locks people as `lockPeople` does, by the ids of an SQL array, within a larger statement. */
export function lockPeopleInSql(ids: RawBuilder<unknown>) {
  return sql<{ id: string }>`
    select id from users where id = any(${ids}) and deleted_at is null and suspension_id is null
    order by id for key share`
}

/**
 * With a parameter for each id, PostgreSQL knows how many there are when it plans a prepared statement for all values.
 * For one parameter it assumes ten, and may plan the whole statement anew each time, for the values of that time.
 */
function arrayOf(ids: readonly string[]): RawBuilder<unknown> {
  return ids.length > SIDES ? sql`${ids}::uuid[]` : sql`array[${sql.join(ids)}]::uuid[]`
}

const SIDES = 2

/**
 * Locks accounts in the order of their ids, also suspended and deleted ones. What an operator does about people begins
 * with it.
 */
export async function lockAccounts(tx: Db, ...ids: string[]): Promise<void> {
  await sql`select from users where id = any(${ids}::uuid[]) order by id for key share`.execute(tx)
}

/**
 * Locks the caller of a command and the other people whom it is about, as `lockPeople` does. Refuses 'not_signed_in'
 * if the caller's account was deleted in the meantime. rule: account-deletion
 */
export async function lockCaller(tx: Db, callerId: string, ...otherIds: string[]): Promise<void> {
  const people = await lockPeople(tx, callerId, ...otherIds)
  if (!people.has(callerId)) refuse('not_signed_in')
}

/**
 * Takes the client's lock until the transaction ends: after the accounts, and before the professional's lock
 * (`lockAcceptances`). So what a client starts at the same moment is counted one after the other, each time with what
 * was committed before. A proof of their address takes it too.
 */
export async function lockClient(tx: Db, clientId: string): Promise<void> {
  await sql`select lock_client(${clientId}::uuid)`.execute(tx)
}

/** Locks two people as `lockPeople` does, then the client, as `lockClient` does. Returns who is there. */
export async function lockPair(
  tx: Db,
  { clientId, professionalId }: { clientId: string; professionalId: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ ids: string[] }>`
    with people as (${lockPeopleInSql(arrayOf([clientId, professionalId]))})
    select ids, lock_client(${clientId}::uuid)
    from (select coalesce(array_agg(id), '{}') as ids from people) as locked`.execute(tx)
  return new Set(rows[0]!.ids)
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
