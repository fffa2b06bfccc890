import { DELETED_USER } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'
import { lockPassword, removePasswordReset, removeSessions } from './identity.queries.ts'

/** Nothing opens an account with this: it is no hash. */
const NO_PASSWORD = 'deleted'

/** Holds an account until the transaction ends, if its password is still the one that was confirmed; else refuses. */
export async function lockAccount(
  tx: Db,
  confirmed: { id: string; password_hash: string },
): Promise<void> {
  if (!(await lockPassword(tx, confirmed))) refuse('wrong_password')
}

/** Takes the person out of an account: name, email, phone, password, sessions, letters on their way, repeated answers. */
export async function erasePerson(tx: Db, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      first_name: DELETED_USER,
      last_name: '',
      email: '',
      phone: '',
      password_hash: NO_PASSWORD,
      deleted_at: at,
    })
    .where('id', '=', userId)
    .execute()
  await removeSessions(tx, userId)
  await removePasswordReset(tx, userId)
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}

/** Whether the account was deleted; what still arrives for it from outside finds nobody. */
export async function isAccountDeleted(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}
