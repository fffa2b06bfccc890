import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import { takeAddress } from './email-change.ts'
import {
  changeOfLink,
  lockAccountOfEmail,
  setEmail,
  undoChangesSince,
} from '#server/people/person/pending-email.ts'
import { removeVerification } from '#server/people/person/email-proof.ts'
import { undoFactorsSince } from '#server/people/factors/factors.ts'
import { removePasswordReset } from '#server/people/person/user-rows.ts'
import { endLinksOfLetters } from '#server/people/person/left-behind.ts'
import { maskedEmail } from '#server/people/person/masked-email.ts'
import { enqueueResetMail } from '#server/people/passwords/enqueue-reset-mail.ts'
import type { SecurityLog } from '#server/people/sessions/security-events.ts'
import { endAccess, hashOf } from '#server/people/sessions/sessions.ts'

/**
 * Takes back a change with the link of a letter to the old address, and every later one: the address is the account's
 * again, factors that were added since the request are removed, every session and the links of letters end, and a reset
 * letter is sent. Returns the address, masked. Refuses 'invalid_verification_token'. rule: email-change
 */
export async function undoEmailChange(
  { db, clock }: Context,
  token: string,
  log: SecurityLog,
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const at = clock.now()
    const found = await changeOfLink(tx, hashOf(token), at)
    if (!found) refuse('invalid_verification_token')
    const { user_id } = found
    await removeVerification(tx, user_id)
    const account = await lockAccountOfEmail(tx, user_id)
    // When two requests come at once, the second waits for the lock and then finds the change undone.
    const change = account && (await changeOfLink(tx, hashOf(token), at))
    if (!change) refuse('invalid_verification_token')
    if (await undoChangesSince(tx, user_id, change.asked_at)) {
      // The link proves the address too.
      const email_verified_at = change.old_verified_at ?? at
      await takeAddress(() => setEmail(tx, user_id, { email: change.old_email, email_verified_at }))
      await endLinksOfLetters(tx, user_id)
    }
    await endAccess(tx, user_id, log)
    await undoFactorsSince(tx, user_id, { since: change.asked_at, at, log })
    await removePasswordReset(tx, user_id)
    await enqueueResetMail(tx, user_id)
    await log(tx, { kind: 'email_change_undone', account })
    return maskedEmail(change.old_email)
  })
}
