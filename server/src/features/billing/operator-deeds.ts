import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { grantCredits } from './ledger.ts'
import { wantRefund } from './money.queries.ts'

/** Why the operator does it, and who that is, as both are kept. */
export type Deed = { reason: string; doneBy: string }

/** The operator gives a professional credits; kept with the reason, which her ledger shows. */
export async function grantByOperator(
  { db, clock }: Context,
  professionalId: string,
  amount: number,
  { reason, doneBy }: Deed,
): Promise<void> {
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    const credits = { professionalId, kind: 'granted', amount, reason: 'operator', at } as const
    await grantCredits(tx, `operator ${randomUUID()}`, credits, reason)
    await noteDeed(
      tx,
      { deed: 'grant', subject_id: professionalId, done_by: doneBy, at },
      { amount, reason },
    )
  })
}

/**
 * The operator gives a payment back, by its invoice's number: money at the provider by the job 'refund-payment', an unspent
 * single lead with it; a subscription ends. False if there is no such paid payment.
 */
export async function refundByOperator(
  { db, clock }: Context,
  number: string,
  { reason, doneBy }: Deed,
): Promise<boolean> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select('id')
      .where('number', '=', number)
      .where('status', '=', 'paid')
      .executeTakeFirst()
    if (!payment) return false
    await wantRefund(tx, payment.id, reason)
    await enqueue(tx, 'refund-payment', { payment_id: payment.id })
    await noteDeed(tx, { deed: 'refund', subject_id: payment.id, done_by: doneBy, at }, { reason })
    return true
  })
}

/** Writes down what the operator did, in the deed's own transaction. */
export async function noteDeed(
  tx: Db,
  deed: { deed: string; subject_id: string; done_by: string; at: Date },
  details: Record<string, string | number>,
): Promise<void> {
  await tx
    .insertInto('operator_deeds')
    .values({ ...deed, details: JSON.stringify(details) })
    .execute()
}
