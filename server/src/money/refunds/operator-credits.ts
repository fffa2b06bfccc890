import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import { approvalFacts, askApproval, sumSince } from './approvals.ts'
import type { Approval } from './approvals.ts'
import { lockAccount } from '../subscription/billing.queries.ts'
import { grantCredits } from '../leads/ledger.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'

/** Beyond so many credits given to one person in SUM_DAYS a second operator is asked. rule: two-operators */
const CREDITS_ALONE_MAX = 10

/** Each change has a key of its own. Its call happens once by its Idempotency-Key. */
const newKey = () => `operator ${randomUUID()}`

type ChangeOfCredits = {
  professionalId: string
  /** Negative: they are taken back. */
  amount: number
  at: Date
  /** The approval of a second operator, who is the author of this action then. */
  approval?: { id: string; askedBy: string }
}

/**
 * The operator gives credits to a professional, or takes them back. The ledger shows the reason. More than
 * CREDITS_ALONE_MAX given in 30 days wait for a second operator. Returns 'unknown' for anybody but a professional.
 * rule: refunds, two-operators
 */
export async function changeCredits(
  tx: Tx,
  { professionalId, amount, at, approval }: ChangeOfCredits,
  why: OperatorReason,
): Promise<'unknown' | 'not_enough_credits' | { approval: Approval } | { seq: number }> {
  const account = await lockAccount(tx, professionalId)
  if (!account || account.isDeleted) return 'unknown'
  if (amount > 0) {
    const total = amount + (await givenBefore(tx, professionalId, at))
    if (!approval && total > CREDITS_ALONE_MAX) {
      const asked = {
        action: 'credits',
        subjectId: professionalId,
        personId: professionalId,
      } as const
      return { approval: await askApproval(tx, { ...asked, amount, at }, why) }
    }
    const credits = { professionalId, kind: 'granted', amount, reason: 'operator', at } as const
    await grantCredits(tx, newKey(), credits, why.reason)
  } else if (!(await takeBack(tx, { professionalId, amount, at }, why.reason)))
    return 'not_enough_credits'
  const action = { action: 'credits', subjectId: professionalId, at } as const
  const facts = { as: 'note', after: { amount, ...(approval && approvalFacts(approval)) } } as const
  const seq = await recordAction(tx, { ...action, people: [professionalId] }, why, facts)
  return { seq }
}

async function givenBefore(tx: Tx, professionalId: string, at: Date): Promise<number> {
  const { sum } = await tx
    .selectFrom('lead_ledger')
    .select(sql<number>`coalesce(sum(amount), 0)::integer`.as('sum'))
    .where('professional_id', '=', professionalId)
    .where('kind', '=', 'granted')
    .where('reason', '=', 'operator')
    .where('at', '>', sumSince(at))
    .executeTakeFirstOrThrow()
  return sum
}

/** Returns false if there are not that many credits. */
async function takeBack(
  tx: Tx,
  { professionalId, amount, at }: ChangeOfCredits,
  note: string,
): Promise<boolean> {
  const { rows } = await sql`
    with account as materialized (
      select professional_id from lead_credits
      where professional_id = ${professionalId}::uuid and balance + ${amount}::integer >= 0 for no key update
    )
    insert into lead_ledger (professional_id, kind, amount, reason, key, note, at)
    select professional_id, 'withdrawn', ${amount}, 'operator', ${newKey()}, ${note}, ${at}::timestamptz
    from account returning id`.execute(tx)
  return rows.length > 0
}
