import type { Db } from '#server/db/db.ts'
import { enqueue } from '#server/queue/queue.ts'
import { withdrawCredits } from './ledger.ts'
import { noteDeed } from './operator-deeds.ts'
import { recordMoneyEvent } from './money-events.ts'

/**
 * What follows when a payment has become a refunded one, whoever wrote that first: the job 'refund-payment', or an answer of the
 * provider. Unspent credits go back; a month that was given back at the provider's own site ends its subscription there, and is
 * written among the operator's deeds.
 */
export async function noteRefund(tx: Db, paymentId: string, at: Date): Promise<void> {
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const professionalId = payment.professional_id
  await withdrawCredits(tx, { professionalId, paymentId, at })
  await recordMoneyEvent(tx, {
    kind: 'payment.refunded',
    subjectId: professionalId,
    actorId: null,
    at,
    data: { payment_id: paymentId },
  })
  if (payment.refund_reason !== null) return
  const doneBy = `at ${payment.provider}`
  await noteDeed(tx, { deed: 'refund', subject_id: paymentId, done_by: doneBy, at }, {})
  const subscriptionId = payment.provider_subscription_id
  if (subscriptionId && payment.period_end! > at) {
    await enqueue(tx, 'end-subscription', { subscription_id: subscriptionId })
  }
}
