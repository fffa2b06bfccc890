import type { Insertable } from 'kysely'
import type { Passkey } from '#contract/people/factors.ts'
import type { Db } from '#server/db/db.ts'
import type { Passkeys, WebauthnChallenges } from '#server/db/types.ts'

const SHOWN = ['id', 'name', 'created_at', 'last_used_at', 'synced'] as const

/** The passkeys of a person as they see them, the oldest first. */
export async function passkeysOf(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(SHOWN)
    .orderBy('id')
    .execute()
}

/** The ids and transports of a person's passkeys, which browsers need to ask for one of them. */
export async function credentialsOf(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['credential_id', 'transports'])
    .orderBy('id')
    .execute()
}

/** A passkey as its owner sees it. */
export function shownPasskey({
  created_at,
  last_used_at,
  ...row
}: Awaited<ReturnType<typeof passkeysOf>>[number]): Passkey {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
}

export async function passkeyByCredential(db: Db, credentialId: Buffer) {
  return db
    .selectFrom('passkeys')
    .where('credential_id', '=', credentialId)
    .select(['id', 'user_id', 'credential_id', 'public_key', 'transports'])
    .executeTakeFirst()
}

/** Adds a passkey; undefined if it belongs to an account already. */
export async function insertPasskey(db: Db, passkey: Insertable<Passkeys>) {
  return db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(SHOWN)
    .executeTakeFirst()
}

/** Renames a person's passkey; undefined if they have none with this id. */
export async function updatePasskeyName(
  db: Db,
  { id, userId, name }: { id: string; userId: string; name: string },
) {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(SHOWN)
    .executeTakeFirst()
}

/** Removes a person's passkey. False if they have none with this id. */
export async function removePasskeyRow(db: Db, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function insertChallenge(db: Db, row: Insertable<WebauthnChallenges>): Promise<void> {
  await db.insertInto('webauthn_challenges').values(row).execute()
}
