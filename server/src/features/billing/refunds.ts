import type { Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Context } from '#server/context.ts'
import { lockAccount, subscriptionOf } from './billing.queries.ts'
import { recordOperatorAction } from './operator-actions.ts'
import type { OperatorReason } from './operator-actions.ts'
import { recordRefund, requestRefund, settleSubscription } from './settle.ts'

/**
 * The operator requests the refund of a payment by its invoice number. The job 'refund-payment' executes it. Returns
 * false if there is no such paid payment. rules: operator-money, refund-unspent
 */
export async function refundByOperator(
  { db, clock }: Context,
  invoiceNumber: string,
  { reason, doneBy }: OperatorReason,
): Promise<boolean> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select('id')
      .where('number', '=', invoiceNumber)
      .where('status', '=', 'paid')
      .executeTakeFirst()
    if (!payment) return false
    await requestRefund(tx, payment.id, reason)
    const action = { action: 'refund', subjectId: payment.id, doneBy, at }
    await recordOperatorAction(tx, action, { reason })
    return true
  })
}

/**
 * The job 'refund-payment': refunds a payment at the provider, ends the subscription if it was the payment of the
 * current month, and records the refund. It is retried until the provider has done it, and safe to repeat.
 * rules: refund-unspent, refunded-month
 */
export async function refundPayment(
  context: Context,
  { payment_id }: { payment_id: string },
): Promise<void> {
  const { db, payments, clock } = context
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payment_id)
    .where('refund_reason', 'is not', null)
    .where('status', '=', 'paid')
    .executeTakeFirst()
  if (!payment) return
  const { provider_subscription_id: subscriptionId, professional_id: professionalId } = payment
  if (subscriptionId && (await endsSubscription(context, payment))) {
    await payments.endNow(subscriptionId, `end ${subscriptionId}`)
  }
  await payments.refund(payment.provider_payment_id, `refund ${payment.id}`)

  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, professionalId)
    // A webhook may have recorded the refund first.
    const changed = await tx
      .updateTable('payments')
      .set({ status: 'refunded' })
      .where('id', '=', payment_id)
      .where('status', '=', 'paid')
      .returning('id')
      .executeTakeFirst()
    if (changed) await recordRefund(tx, payment_id, at)
  })
  if (subscriptionId) await settleSubscription(context, professionalId, subscriptionId)
}

/**
 * The refund of a month that is over leaves the current subscription as it is. A duplicate subscription ends in any
 * case.
 */
async function endsSubscription(
  { db, clock }: Context,
  { professional_id, provider_subscription_id, period_end }: Selectable<DB['payments']>,
): Promise<boolean> {
  const current = await subscriptionOf(db, professional_id)
  const isCurrent = current?.provider_subscription_id === provider_subscription_id
  return !isCurrent || period_end! > clock.now()
}

/**
 * The job 'end-subscription': ends a subscription at the provider that was replaced, has lapsed, or whose account was
 * deleted.
 */
export async function endSubscription(
  { payments }: Context,
  { subscription_id }: { subscription_id: string },
): Promise<void> {
  await payments.endNow(subscription_id, `end ${subscription_id}`)
}
