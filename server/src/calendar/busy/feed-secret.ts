import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { recordOperatorAction } from '#server/trust/audit/operator-actions.ts'
import type { Context } from '#server/context.ts'
import type { VerificationKeys } from '#server/settings/sealing-keys.ts'
import { sealText, unsealText } from '#server/db/seal.ts'
import type { SealedAddress } from './busy-calendars.queries.ts'

/** Encrypts the address of a feed: whoever knows it can read the calendar. rule: busy-times */
export function sealAddress(
  keys: VerificationKeys,
  calendarId: string,
  address: string,
): SealedAddress {
  const { keyId, bytes } = sealText(keys, `feed of ${calendarId}`, address)
  return { key_id: keyId, address_sealed: bytes }
}

export function unsealAddress(
  keys: VerificationKeys,
  calendarId: string,
  { key_id: keyId, address_sealed: bytes }: SealedAddress,
): string {
  return unsealText(keys, `feed of ${calendarId}`, { keyId, bytes })
}

/**
 * Encrypts the addresses of feeds again under the newest key. Returns how many. Safe to repeat. rule: busy-times
 */
export async function rotateFeedKeys(
  { db, clock, verificationKeys: keys }: Context,
  { reason, doneBy }: OperatorReason,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const older = await tx
      .selectFrom('busy_calendars')
      .select(['id', 'professional_id', 'address_sealed', 'key_id'])
      .where('key_id', '<>', keys.newest)
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const { id, professional_id, address_sealed, key_id } of older) {
      if (address_sealed === null || key_id === null) continue
      const address = unsealAddress(keys, id, { address_sealed, key_id })
      await tx
        .updateTable('busy_calendars')
        .set(sealAddress(keys, id, address))
        .where('id', '=', id)
        .execute()
      const at = clock.now()
      const action = { action: 'feed_sealed_anew', subjectId: professional_id, doneBy, at } as const
      const after = { from: key_id, to: keys.newest }
      await recordOperatorAction(tx, action, { note: reason, after })
    }
    return older.length
  })
}
