import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Language, Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Users } from '#server/db/types.ts'

const SETTINGS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'role',
  'language',
  'version',
] as const
type Settings = Pick<Selectable<Users>, (typeof SETTINGS)[number]> & {
  role: Role
  language: Language
  email_verified: boolean
  pending_email: string | null
}

const IS_VERIFIED = sql<boolean>`email_verified_at is not null`.as('email_verified')

type Change = Pick<Settings, 'first_name' | 'last_name' | 'phone' | 'language' | 'version'>

export async function settingsRow(
  db: Db,
  userId: string,
  now: Date,
): Promise<Settings | undefined> {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(SETTINGS)
    .select(IS_VERIFIED)
    .select((row) =>
      row
        .selectFrom('email_changes')
        .whereRef('user_id', '=', 'users.id')
        .where('state', '=', 'pending')
        .where('expires_at', '>', now)
        .select('new_email')
        .as('pending_email'),
    )
    .$narrowType<Settings>()
    .executeTakeFirst()
}

/**
 * Locks the account and the profile, in the order of every command. Whoever lists the professional at the same time has
 * ended then or waits, so the change of the name is noted in each place whose search shows it.
 * rule: search-finds-listed
 */
export async function lockForSearch(tx: Db, userId: string): Promise<void> {
  await sql`select from users where id = ${userId}::uuid for no key update`.execute(tx)
  await sql`select from professionals where user_id = ${userId}::uuid for no key update`.execute(tx)
}

/** False, and nothing written, if the version has changed. */
export async function writeSettings(
  db: Db,
  userId: string,
  { first_name, last_name, phone, language, version }: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ first_name, last_name, phone, language, version: version + 1 })
    .where('id', '=', userId)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
