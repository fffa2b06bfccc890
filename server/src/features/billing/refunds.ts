import type { Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Context } from '#server/context.ts'
import { lockAccount, subscriptionOf } from './billing.queries.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import type { OperatorReason } from '../audit/operator-actions.ts'
import { runAtProvider } from './provider-tasks.ts'
import { recordRefund, requestRefund, settleSubscription } from './settle.ts'

/**
 * The operator requests the refund of a payment by its invoice number. The job 'refund-payment' executes it. Returns
 * the payment's id; undefined if there is no such paid payment. rules: operator-money, refund-unspent
 */
export async function refundByOperator(
  { db, clock }: Context,
  invoiceNumber: string,
  { reason, doneBy }: OperatorReason,
): Promise<string | undefined> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const payment = await tx
      .selectFrom('payments')
      .select('id')
      .where('number', '=', invoiceNumber)
      .where('status', '=', 'paid')
      .executeTakeFirst()
    if (!payment) return undefined
    await requestRefund(tx, payment.id, reason, at)
    const action = { action: 'refund', subjectId: payment.id, doneBy, at } as const
    await recordOperatorAction(tx, action, { note: reason })
    return payment.id
  })
}

/**
 * The job 'refund-payment': refunds a payment that is marked for it at the provider, ends the subscription whose month
 * it is, and records the refund. Retried until the provider has done it; harmless afterwards.
 * rules: refund-unspent, refunded-month, provider-tasks
 */
export async function refundPayment(
  context: Context,
  { payment_id }: { payment_id: string },
): Promise<void> {
  const task = { kind: 'refund-payment', subject: payment_id } as const
  await runAtProvider(context, task, () => refund(context, payment_id))
}

async function refund(context: Context, payment_id: string): Promise<void> {
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

/** The job 'delete-customer': erases a customer at the provider. rules: customer-erased, provider-tasks */
export async function deleteCustomer(
  context: Context,
  { customer_id }: { customer_id: string },
): Promise<void> {
  const task = { kind: 'delete-customer', subject: customer_id } as const
  await runAtProvider(context, task, () =>
    context.payments.deleteCustomer(customer_id, `delete ${customer_id}`),
  )
}

/**
 * The job 'end-subscription': ends a subscription at the provider that was replaced, has lapsed, or whose account was
 * deleted. Retried until the provider has done it. rule: provider-tasks
 */
export async function endSubscription(
  context: Context,
  { subscription_id }: { subscription_id: string },
): Promise<void> {
  const task = { kind: 'end-subscription', subject: subscription_id } as const
  await runAtProvider(context, task, () =>
    context.payments.endNow(subscription_id, `end ${subscription_id}`),
  )
}
