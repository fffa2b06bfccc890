import { DELETED_USER } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { deleteEmailChanges } from './pending-email.ts'
import { removeVerification } from './email-proof.ts'
import { deleteRemovals } from '../factors/factor-removal.queries.ts'
import { removeFactors } from '../factors/factors.queries.ts'
import { deleteKnownDevices } from '../sessions/known-devices.ts'
import { removeAccountFromSecurityEvents } from '../sessions/security-events.ts'
import { removeSignInLetters } from '../sessions/sign-in-letter.queries.ts'
import { lockPassword, removePasswordReset, removeSessions } from './user-rows.ts'

/** A text that is no hash, so no password matches it. */
const NO_PASSWORD = 'deleted'

/**
 * Locks an account until the transaction ends. Refuses 'wrong_password' if the password has changed since it was
 * verified.
 */
export async function lockAccount(
  tx: Db,
  confirmed: { id: string; password_version: number },
): Promise<void> {
  if (!(await lockPassword(tx, confirmed))) refuse('wrong_password')
}

/**
 * Removes the person from an account: name, email, phone, password, sessions, devices, factors, links of letters,
 * stored answers.
 * rule: account-deletion
 */
export async function erasePerson(tx: Db, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      first_name: DELETED_USER,
      last_name: '',
      email: '',
      phone: '',
      password_hash: NO_PASSWORD,
      email_verified_at: null,
      deleted_at: at,
    })
    .where('id', '=', userId)
    .execute()
  await removeSessions(tx, userId)
  await deleteKnownDevices(tx, userId)
  await removeFactors(tx, userId)
  await deleteRemovals(tx, userId)
  await removePasswordReset(tx, userId)
  await removeVerification(tx, userId)
  await deleteEmailChanges(tx, userId)
  await removeSignInLetters(tx, userId)
  await removeAccountFromSecurityEvents(tx, userId)
  await tx.deleteFrom('device_tags').where('user_id', '=', userId).execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
}
