import type { AccessField } from '#contract/visits/access-rules.ts'
import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { sealValue, unsealValue } from './seal-access.ts'

const BATCH_SIZE = 200

/**
 * Encrypts every access value again under the newest key, so that older keys can be removed. Returns how many. Safe to
 * repeat. rule: access-details
 */
export async function rotateVaultKeys(context: Context, reason: OperatorReason): Promise<number> {
  let total = 0
  for (;;) {
    const count = await rotateBatch(context, reason)
    total += count
    if (count < BATCH_SIZE) return total
  }
}

async function rotateBatch(
  { db, clock, vaultKeys: keys }: Context,
  { reason, doneBy }: OperatorReason,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const older = await tx
      .selectFrom('access_values')
      .select(['home_id', 'field', 'key_id', 'sealed'])
      .where('key_id', '<>', keys.newest)
      .orderBy('home_id')
      .orderBy('field')
      .limit(BATCH_SIZE)
      .forUpdate()
      .execute()
    for (const { home_id, field, ...sealed } of older) {
      const place = { homeId: home_id, field: field as AccessField }
      await tx
        .updateTable('access_values')
        .set(sealValue(keys, place, unsealValue(keys, place, sealed)))
        .where('home_id', '=', home_id)
        .where('field', '=', field)
        .execute()
    }
    const at = clock.now()
    for (const [homeId, values] of Map.groupBy(older, ({ home_id }) => home_id)) {
      const action = { action: 'access_sealed_anew', subjectId: homeId, doneBy, at } as const
      const after = { values: values.length, to: keys.newest }
      await recordOperatorAction(tx, action, { note: reason, after })
    }
    return older.length
  })
}
