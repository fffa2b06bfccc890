import type { Db } from '#server/db/db.ts'

/** How many rows an operator's list has. */
export const OPERATOR_LIST_MAX = 200

/** Why an operator acts, and the operator's name: both are stored. */
export type OperatorReason = { reason: string; doneBy: string }

/** Stores what an operator did, in the transaction of the action. rule: operator-money */
export async function recordOperatorAction(
  tx: Db,
  {
    action,
    subjectId,
    doneBy,
    at,
  }: { action: string; subjectId: string; doneBy: string; at: Date },
  details: Record<string, string | number> = {},
): Promise<void> {
  await tx
    .insertInto('operator_actions')
    .values({
      action,
      subject_id: subjectId,
      done_by: doneBy,
      at,
      details: JSON.stringify(details),
    })
    .execute()
}
