import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { sealTotpSecret, unsealTotpSecret } from '#server/people/factors/totp.ts'

const TABLES = ['operator_totp_secrets', 'operator_enrolments'] as const

/**
 * Encrypts the secrets of operators' apps again under the newest key. Returns how many. Safe to repeat.
 * rule: operators
 */
export async function rotateOperatorKeys(
  { db, clock, verificationKeys: keys }: Context,
  { reason, doneBy }: OperatorReason,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    let count = 0
    for (const table of TABLES) {
      const older = await tx
        .selectFrom(table)
        .select(['operator_id', 'secret_sealed', 'key_id'])
        .where('key_id', '<>', keys.newest)
        .orderBy('operator_id')
        .forUpdate()
        .execute()
      for (const { operator_id: id, ...sealed } of older) {
        const secret = unsealTotpSecret(keys, id, sealed)
        await tx
          .updateTable(table)
          .set(sealTotpSecret(keys, id, secret))
          .where('operator_id', '=', id)
          .execute()
        const done = {
          action: 'operator_sealed_anew',
          subjectId: id,
          doneBy,
          at: clock.now(),
        } as const
        const after = { from: sealed.key_id, to: keys.newest }
        await recordOperatorAction(tx, done, { note: reason, after })
        count += 1
      }
    }
    return count
  })
}
