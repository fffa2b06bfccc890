import type { Checkout } from '#server/outside/payments/payments.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { isAccountDeleted } from '../identity/erase-person.ts'
import { grantCredits, addCredits } from './ledger.ts'
import {
  closeCheckout,
  hasPaidFor,
  holdMoney,
  keepPayment,
  payerOf,
  wantRefund,
} from './money.queries.ts'
import { noteRefund } from './note-refund.ts'
import { ask } from './provider.ts'
import { recordMoneyEvent } from './money-events.ts'
import { syncSubscription } from './sync-subscription.ts'

/** 'unknown': no such checkout, or another's. 'unpaid': nothing was paid yet, and nothing written. */
export type Settled = 'paid' | 'unpaid' | 'unknown'

/** What ids of the provider look like; anything else is not worth a question. */
const CHECKOUT_ID = /^[\w-]{1,255}$/

/**
 * Gives its owner what a checkout has paid for (decisions 5, 21): asks the provider what is true and writes that. The return
 * from the hosted page, the webhook, the dashboard and the clock all come here, in any order and at once; again is harmless.
 * With an owner, only a checkout of hers is settled; refuses with 'payments_unavailable' when the provider cannot be asked.
 */
export async function settleCheckout(
  context: Context,
  checkoutId: string,
  ownerId?: string,
): Promise<Settled> {
  if (!CHECKOUT_ID.test(checkoutId)) return 'unknown'
  const checkout = await ask(context, context.payments.checkout(checkoutId))
  if (!checkout || (ownerId !== undefined && checkout.ownerId !== ownerId)) return 'unknown'
  if ((await payerOf(context.db, checkout.ownerId)) === undefined) return 'unknown'
  if (checkout.status === 'expired') {
    await closeCheckout(context.db, checkout.id, context.clock.now())
  }
  if (checkout.kind === 'lead') await settleLead(context, checkout)
  if (checkout.status !== 'paid') return 'unpaid'
  if (checkout.subscriptionId) {
    await syncSubscription(context, checkout.ownerId, checkout.subscriptionId)
    // A provider may say 'paid' of the page before its invoice says so.
    if (!(await hasPaidFor(context.db, checkout.subscriptionId))) return 'unpaid'
  }
  await closeCheckout(context.db, checkout.id, context.clock.now())
  return 'paid'
}

/** A single lead that is paid is one credit, once; a payment on its way is kept as such. */
async function settleLead({ db, clock, payments }: Context, checkout: Checkout): Promise<void> {
  const { payment, ownerId } = checkout
  if (!payment) return
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    await holdMoney(tx, ownerId)
    const billedTo = await payerOf(tx, ownerId)
    if (billedTo === undefined) return
    const kept = await keepPayment(tx, {
      professionalId: ownerId,
      provider: payments.provider,
      billedTo,
      subscriptionId: null,
      payment,
    })
    if (kept.status === kept.before || kept.status === 'pending') return
    const credit = {
      professionalId: ownerId,
      kind: 'bought',
      amount: 1,
      reason: 'single_lead',
      at,
      paymentId: kept.id,
    } as const
    const key = `lead ${payments.provider} ${payment.id}`
    if (kept.status === 'refunded') {
      await addCredits(tx, key, credit)
      return noteRefund(tx, kept.id, at)
    }
    await recordMoneyEvent(tx, {
      kind: `payment.${kept.status}`,
      subjectId: ownerId,
      actorId: null,
      at,
      data: { payment_id: kept.id },
    })
    if (kept.status !== 'paid') return
    await grantCredits(tx, key, credit)
    if (await isAccountDeleted(tx, ownerId)) {
      await wantRefund(tx, kept.id, 'account_deleted')
      await enqueue(tx, 'refund-payment', { payment_id: kept.id })
    }
  })
}
