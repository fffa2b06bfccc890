import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import type { Context } from '#server/context.ts'
import { lockAccount, subscriptionOf } from '../subscription/billing.queries.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { approvalFacts, askApproval, sumSince } from './approvals.ts'
import type { Approval } from './approvals.ts'
import { runAtProvider } from '../payments/provider-tasks.ts'
import { recordRefund, requestRefund, settleSubscription } from '../subscription/settle.ts'

type RefundOrder = {
  /** The number of the invoice, without 'L-'. */
  number: string
  at: Date
  /** The approval of a second operator, who is the author of this action then. */
  approval?: { id: string; askedBy: string }
}
type Ordered = { paymentId: string; personId: string; amountCents: number }
type RefundOutcome =
  | 'unknown'
  | ({ refusal: 'refund_under_way' | 'not_refundable' } & Ordered)
  | { approval: Approval; refusal?: never }
  | ({ seq: number; refusal?: never } & Ordered)

/**
 * The operator orders the full refund of a payment by its invoice number. The job 'refund-payment' executes it. If the
 * refunds to the person in 30 days would pass the limit, it waits for a second operator.
 * rules: refunds, two-operators
 */
export async function orderRefund(
  tx: Tx,
  { config }: Pick<Context, 'config'>,
  { number, at, approval }: RefundOrder,
  why: OperatorReason,
): Promise<RefundOutcome> {
  const found = await paymentByNumber(tx, number)
  if (!found) return 'unknown'
  await lockAccount(tx, found.professional_id)
  const payment = (await paymentByNumber(tx, number))!
  const { id, professional_id: personId, amount_cents: amountCents } = payment
  const order = { paymentId: id, personId, amountCents }
  if (payment.status !== 'paid') return { refusal: 'not_refundable', ...order }
  const isAsked = !approval && (await waitsForRefund(tx, id))
  if (payment.refund_reason !== null || isAsked) return { refusal: 'refund_under_way', ...order }
  const total = amountCents + (await refundedBefore(tx, personId, at))
  if (!approval && total > config.refundSecondOperatorDollars * 100) {
    const asked = { action: 'refund', subjectId: id, personId, amount: amountCents } as const
    return { approval: await askApproval(tx, { ...asked, at }, why) }
  }
  await requestRefund(tx, id, why.reason, at)
  const action = { action: 'refund', subjectId: id, at, people: [personId] } as const
  const facts = { as: 'note', ...(approval && { after: approvalFacts(approval) }) } as const
  return { ...order, seq: await recordAction(tx, action, why, facts) }
}

function paymentByNumber(tx: Tx, number: string) {
  return tx
    .selectFrom('payments')
    .select(['id', 'professional_id', 'amount_cents', 'status', 'refund_reason'])
    .where('number', '=', number)
    .executeTakeFirst()
}

async function waitsForRefund(tx: Tx, paymentId: string): Promise<boolean> {
  const waiting = await tx
    .selectFrom('approvals')
    .select('id')
    .where('action', '=', 'refund')
    .where('subject_id', '=', paymentId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return waiting !== undefined
}

/** The cents of all refunds to a person that were ordered in the last 30 days. */
async function refundedBefore(tx: Tx, personId: string, at: Date): Promise<number> {
  const { sum } = await tx
    .selectFrom('payments')
    .innerJoin('provider_tasks', (join) =>
      join
        .on('provider_tasks.kind', '=', 'refund-payment')
        .on(sql<boolean>`provider_tasks.subject = payments.id::text`),
    )
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('sum'))
    .where('professional_id', '=', personId)
    .where('ordered_at', '>', sumSince(at))
    .executeTakeFirstOrThrow()
  return sum
}

/**
 * The job 'refund-payment': refunds a payment that is marked for it at the provider, ends the subscription whose month
 * it is, and records the refund. Retried until the provider has done it; harmless afterwards.
 * rules: refunds, provider-unavailable
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

/** The job 'delete-customer': erases a customer at the provider. rules: suspended-payer, provider-unavailable */
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
 * deleted. Retried until the provider has done it. rule: provider-unavailable
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
