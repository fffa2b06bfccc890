import type { Tx } from '#server/db/db.ts'
import type { TxContext } from '#server/context.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { deleteKnownDevices } from '#server/people/sessions/known-devices.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'
import { operatorSecurityLog } from '#server/people/sessions/security-events.ts'
import { endAccess } from '#server/people/sessions/sessions.ts'

/** The operator ends all sessions of a person, and forgets their devices. rule: actions */
export async function endSessionsOf(
  tx: Tx,
  context: TxContext,
  userId: string,
  why: OperatorReason,
): Promise<{ ended: number; seq: number }> {
  const at = context.clock.now()
  await lockAccounts(tx, userId)
  const ended = await endAccess(tx, userId, operatorSecurityLog(context))
  await deleteKnownDevices(tx, userId)
  const action = { action: 'end-sessions', subjectId: userId, at, people: [userId] } as const
  const seq = await recordAction(tx, action, why, { as: 'note', after: { sessions: ended } })
  return { ended, seq }
}
