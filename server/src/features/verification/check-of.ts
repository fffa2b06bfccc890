import type { VerificationKind } from '#contract/verification-rules.ts'
import { Id } from '#contract/values.ts'
import type { Tx } from '#server/db/db.ts'
import { lockVerification } from './verification.queries.ts'

/**
 * The check that the actions of operators name by the subject of its case, locked until the transaction ends. Of a
 * Social Security number it is the professional's id. rule: verification-actions
 */
export async function checkOf(
  tx: Tx,
  id: string,
): Promise<{ id: string; kind: VerificationKind } | undefined> {
  if (!Id.safeParse(id).success) return undefined
  return (await lockVerification(tx, id)) && { id, kind: 'ssn' }
}
