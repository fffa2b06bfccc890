import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { approvalFacts, askApproval, sumSince, waitingGrant } from './approvals.ts'
import type { Approval } from './approvals.ts'
import { lockAccount } from './billing.queries.ts'
import { grantCredits } from './ledger.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { recordAction } from '../decisions/record-action.ts'

/** Beyond so many credits given to one person in SUM_DAYS a second operator is asked. rule: two-operators */
const CREDITS_ALONE_MAX = 10

/**
 * `changeCredits` in a transaction of its own, for a grant at the command line. A second grant with the same key writes
 * nothing: 'already', or 'key_reused' if it is another grant. rule: operator-money
 */
export async function grantByOperator(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  professionalId: string,
  amount: number,
  why: OperatorReason,
  key: string = randomUUID(),
): Promise<'granted' | 'already' | 'key_reused' | Approval> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, professionalId)
    const earlier = await grantWithKey(tx, key)
    if (earlier) {
      const isSame = earlier.professionalId === professionalId && earlier.amount === amount
      return isSame ? (earlier.approval ?? 'already') : 'key_reused'
    }
    const outcome = await changeCredits(tx, { professionalId, amount, at, key }, why)
    if (typeof outcome === 'string') throw new Error(outcome)
    return 'approval' in outcome ? outcome.approval : 'granted'
  })
}

/** The grant that an earlier command with this key made, or asked a second operator for. */
async function grantWithKey(tx: Tx, key: string) {
  const given = await tx
    .selectFrom('lead_ledger')
    .select(['professional_id as professionalId', 'amount'])
    .where('key', '=', ledgerKeyOf(key))
    .executeTakeFirst()
  if (given) return { ...given, approval: undefined }
  const asked = await waitingGrant(tx, key)
  return asked && { professionalId: asked.person_id, amount: asked.amount, approval: asked }
}

const ledgerKeyOf = (key: string) => `operator ${key}`

type ChangeOfCredits = {
  professionalId: string
  /** Negative: they are taken back. */
  amount: number
  at: Date
  key: string
  /** The approval of a second operator, who is the author of this action then. */
  approval?: { id: string; askedBy: string }
}

/**
 * The operator gives credits to a professional, or takes them back. The ledger shows the reason. More than
 * CREDITS_ALONE_MAX given in 30 days wait for a second operator. Returns 'unknown' for anybody but a professional.
 * rule: operator-money, two-operators
 */
export async function changeCredits(
  tx: Tx,
  { professionalId, amount, at, key, approval }: ChangeOfCredits,
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
      return { approval: await askApproval(tx, { ...asked, amount, key, at }, why) }
    }
    const credits = { professionalId, kind: 'granted', amount, reason: 'operator', at } as const
    if (!(await grantCredits(tx, ledgerKeyOf(key), credits, why.reason)))
      throw new Error('This key was used before.')
  } else if (!(await takeBack(tx, { professionalId, amount, at, key }, why.reason)))
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
  { professionalId, amount, at, key }: ChangeOfCredits,
  note: string,
): Promise<boolean> {
  const { rows } = await sql`
    with account as materialized (
      select professional_id from lead_credits
      where professional_id = ${professionalId}::uuid and balance + ${amount}::integer >= 0 for no key update
    )
    insert into lead_ledger (professional_id, kind, amount, reason, key, note, at)
    select professional_id, 'withdrawn', ${amount}, 'operator', ${ledgerKeyOf(key)}, ${note}, ${at}::timestamptz
    from account returning id`.execute(tx)
  return rows.length > 0
}
