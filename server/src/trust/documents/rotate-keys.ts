import type { Context } from '#server/context.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { sealPageAnew } from './document-pages.ts'
import { seal, unseal } from './seal.ts'

/** Encrypts the stored numbers and pages again, so that older keys can be removed. rule: ssn-secrecy, document-pages */
export async function rotateKeys(context: Context, why: OperatorReason): Promise<number> {
  return (await rotateNumbers(context, why)) + (await rotatePages(context, why))
}

/**
 * Encrypts every stored number again under the newest key, so that older keys can be removed. Returns how many.
 * Safe to repeat. rule: ssn-secrecy
 */
async function rotateNumbers(
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

/** Seals the pages with the newest key, one transaction a page because pages are large. */
async function rotatePages(
  { db, clock, verificationKeys: keys }: Context,
  { reason, doneBy }: OperatorReason,
): Promise<number> {
  const older = await db
    .selectFrom('document_pages')
    .select(['check_id', 'page'])
    .where('key_id', '<>', keys.newest)
    .orderBy('check_id')
    .orderBy('page')
    .execute()
  let count = 0
  for (const { check_id: checkId, page } of older) {
    await db.transaction().execute(async (tx) => {
      const found = await tx
        .selectFrom('document_pages')
        .innerJoin('document_checks', 'document_checks.id', 'check_id')
        .select(['key_id', 'sealed', 'professional_id'])
        .where('check_id', '=', checkId)
        .where('page', '=', page)
        .where('key_id', '<>', keys.newest)
        .forUpdate('document_pages')
        .executeTakeFirst()
      if (!found) return
      const place = { userId: found.professional_id, checkId, page }
      await tx
        .updateTable('document_pages')
        .set(sealPageAnew(keys, place, found))
        .where('check_id', '=', checkId)
        .where('page', '=', page)
        .execute()
      const action = { action: 'document_sealed_anew', subjectId: checkId, doneBy } as const
      const after = { page, from: found.key_id, to: keys.newest }
      await recordOperatorAction(tx, { ...action, at: clock.now() }, { note: reason, after })
      count += 1
    })
  }
  return count
}
