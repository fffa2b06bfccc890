import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { sealTotpSecret, unsealTotpSecret } from '#server/people/factors/totp.ts'

/** Encrypts the secrets of apps again under the newest key. Returns how many. Safe to repeat. rule: app-codes */
export async function rotateTotpKeys(
  { db, clock, verificationKeys: keys }: Context,
  { reason, doneBy }: OperatorReason,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const older = await tx
      .selectFrom('totp_secrets')
      .select(['user_id', 'secret_sealed', 'key_id'])
      .where('key_id', '<>', keys.newest)
      .orderBy('user_id')
      .forUpdate()
      .execute()
    for (const { user_id: id, ...sealed } of older) {
      const secret = unsealTotpSecret(keys, id, sealed)
      await tx
        .updateTable('totp_secrets')
        .set(sealTotpSecret(keys, id, secret))
        .where('user_id', '=', id)
        .execute()
      const at = clock.now()
      const action = { action: 'totp_sealed_anew', subjectId: id, doneBy, at } as const
      const after = { from: sealed.key_id, to: keys.newest }
      await recordOperatorAction(tx, action, { note: reason, after })
    }
    return older.length
  })
}
