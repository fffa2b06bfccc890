import type { Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Context } from '#server/context.ts'
import { holdMoney, subscriptionOf } from './money.queries.ts'
import { noteRefund } from './note-refund.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * The job 'refund-payment': gives a payment back that is marked for it, ends the subscription whose month it is, and takes the
 * credits it brought back if they are unspent. Repeated until the provider has done it; harmless afterwards.
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
  if (subscriptionId && (await endsWith(context, payment))) {
    await payments.endNow(subscriptionId, `end ${subscriptionId}`)
  }
  await payments.refund(payment.provider_payment_id, `refund ${payment.id}`)

  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    await holdMoney(tx, professionalId)
    const changed = await tx
      .updateTable('payments')
      .set({ status: 'refunded' })
      .where('id', '=', payment_id)
      .where('status', '=', 'paid')
      .returning('id')
      .executeTakeFirst()
    if (changed) await noteRefund(tx, payment_id, at)
  })
  if (subscriptionId) await syncSubscription(context, professionalId, subscriptionId)
}

/** A month that is over leaves her subscription as it is; one that was paid beside it ends in any case. */
async function endsWith(
  { db, clock }: Context,
  { professional_id, provider_subscription_id, period_end }: Selectable<DB['payments']>,
): Promise<boolean> {
  const row = await subscriptionOf(db, professional_id)
  const isHers = row?.provider_subscription_id === provider_subscription_id
  return !isHers || period_end! > clock.now()
}

/** The job 'end-subscription': lets the provider end a subscription that another one has replaced, or that has lapsed. */
export async function endSubscription(
  { payments }: Context,
  { subscription_id }: { subscription_id: string },
): Promise<void> {
  await payments.endNow(subscription_id, `end ${subscription_id}`)
}
