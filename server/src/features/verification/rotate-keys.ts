import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { seal, unseal } from './seal.ts'

/**
 * Encrypts every stored number again under the newest key, so that older keys can be removed. Returns how many.
 * Safe to repeat. rule: ssn-sealed
 */
export async function rotateKeys(
  context: Context,
  { reason, doneBy }: OperatorReason,
): Promise<number> {
  const { verificationKeys: keys } = context
  return context.db.transaction().execute(async (tx) => {
    const older = await tx
      .selectFrom('verifications')
      .select(['professional_id', 'ssn_sealed', 'key_id'])
      .where('key_id', '<>', keys.newest)
      .orderBy('professional_id')
      .forUpdate()
      .execute()
    for (const { professional_id: id, ssn_sealed, key_id } of older) {
      if (ssn_sealed === null || key_id === null) continue
      await tx
        .updateTable('verifications')
        .set(seal(keys, id, unseal(keys, id, { ssn_sealed, key_id })))
        .where('professional_id', '=', id)
        .execute()
      const at = context.clock.now()
      const action = { action: 'number_sealed_anew', subjectId: id, doneBy, at } as const
      const after = { from: key_id, to: keys.newest }
      await recordOperatorAction(tx, action, { note: reason, after })
    }
    return older.length
  })
}
