import { LEADS_PER_MONTH } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Subscription } from '#server/outside/payments/payments.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Context } from '#server/context.ts'
import { isAccountDeleted } from '../identity/erase-person.ts'
import { grantCredits, addCredits, periodKey } from './ledger.ts'
import {
  holdMoney,
  isPaidOtherwise,
  keepPayment,
  payerOf,
  subscriptionOf,
  wantRefund,
} from './money.queries.ts'
import type { SubscriptionRow } from './money.queries.ts'
import { noteRefund } from './note-refund.ts'
import { ask } from './provider.ts'
import { recordMoneyEvent } from './money-events.ts'
import { standingOf } from './standing.ts'
import { writeStanding } from './standing.queries.ts'

const TRIES_MAX = 20

/**
 * Asks the provider what is true of a subscription and writes it (decision 21): payments, five credits a paid period, whether
 * she is listed. Only what was asked after the last writing counts, so that answers may come in any order. Harmless to repeat.
 * Answers whether the provider knows it.
 */
export async function syncSubscription(
  context: Context,
  ownerId: string,
  subscriptionId: string,
): Promise<boolean> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const before = await subscriptionOf(context.db, ownerId)
    const truth = await ask(context, context.payments.subscription(subscriptionId))
    if (truth?.ownerId !== ownerId) return false
    const isWritten = await context.db
      .transaction()
      .execute((tx) => writeTruth(context, tx, truth, before?.mark))
    if (isWritten) return true
  }
  throw new Error('The subscription was written by others again and again.')
}

/** False, and nothing written, if somebody wrote since the truth was asked for. */
async function writeTruth(
  context: Context,
  tx: Db,
  truth: Subscription,
  mark: string | undefined,
): Promise<boolean> {
  const { ownerId } = truth
  await holdMoney(tx, ownerId)
  const row = await subscriptionOf(tx, ownerId)
  if (row?.mark !== mark) return false
  const billedTo = await payerOf(tx, ownerId)
  if (billedTo === undefined) return true

  const now = context.clock.now()
  // What a page that was still open brings after the account was deleted is given back.
  const isGone = await isAccountDeleted(tx, ownerId)
  const isHers =
    !isGone && (row?.provider_subscription_id === truth.id || mayReplace(row, truth, now))
  for (const invoice of truth.invoices) {
    const isGranted = isHers || (!isGone && !(await isPaidOtherwise(tx, truth, invoice)))
    await writeInvoice(context, tx, truth, invoice, { billedTo, isGranted, now })
  }
  if (isHers) await writeItsStanding(context, tx, truth, row, now)
  return true
}

/**
 * A new subscription takes the place of one that is over, ends or fails; one that is paid and goes on keeps it. Where there is
 * none to replace, also one that has ended by the time we hear of it counts: what it paid for was hers.
 */
function mayReplace(
  row: SubscriptionRow | undefined,
  { invoices }: Subscription,
  now: Date,
): boolean {
  if (!row || row.status === 'lapsed') {
    return invoices.some(({ paidAt, periodEnd }) => paidAt && !(row && periodEnd <= row.paid_until))
  }
  const isPaid = invoices.some(({ status, periodEnd }) => status === 'paid' && periodEnd > now)
  return isPaid && !(row.status === 'active' && row.paid_until > now && !row.cancel_at_period_end)
}

async function writeInvoice(
  { payments }: Context,
  tx: Db,
  truth: Subscription,
  invoice: Subscription['invoices'][number],
  { billedTo, isGranted, now }: { billedTo: string; isGranted: boolean; now: Date },
): Promise<void> {
  const { id: subscriptionId, ownerId } = truth
  const kept = await keepPayment(tx, {
    professionalId: ownerId,
    provider: payments.provider,
    billedTo,
    subscriptionId,
    payment: invoice,
  })
  if (kept.status === kept.before || kept.status === 'pending') return
  const credits = {
    professionalId: ownerId,
    kind: 'granted',
    amount: LEADS_PER_MONTH,
    reason: invoice.id === truth.invoices[0]?.id ? 'activation' : 'renewal',
    at: now,
    paymentId: kept.id,
  } as const
  const key = periodKey(subscriptionId, invoice.periodStart)
  if (kept.status === 'refunded') {
    if (isGranted) await addCredits(tx, key, credits)
    return noteRefund(tx, kept.id, now)
  }
  await recordMoneyEvent(tx, {
    kind: `payment.${kept.status}`,
    subjectId: ownerId,
    actorId: null,
    at: now,
    data: { payment_id: kept.id },
  })
  if (kept.status !== 'paid') return
  if (isGranted) {
    await grantCredits(tx, key, credits)
    return
  }
  // Paid twice for the same time: it goes back.
  await wantRefund(tx, kept.id, 'duplicate')
  await enqueue(tx, 'refund-payment', { payment_id: kept.id })
}

async function writeItsStanding(
  { refreshSearchEntries }: Context,
  tx: Db,
  truth: Subscription,
  row: SubscriptionRow | undefined,
  now: Date,
): Promise<void> {
  const { ownerId } = truth
  const isNew = row?.provider_subscription_id !== truth.id
  const standing = standingOf(truth, isNew ? undefined : row, now)
  await writeStanding(tx, truth, standing)
  const about = { subjectId: ownerId, at: now, data: { subscription_id: truth.id } }
  if (isNew) {
    await recordEvent(tx, { kind: 'subscription.activated', actorId: ownerId, ...about })
    if (row?.provider_subscription_id) {
      await enqueue(tx, 'end-subscription', { subscription_id: row.provider_subscription_id })
    }
  } else if (standing.cancelAtPeriodEnd && !row.cancel_at_period_end) {
    await recordMoneyEvent(tx, { kind: 'subscription.cancelled', actorId: ownerId, ...about })
  }
  if (standing.status === 'lapsed' && row && row.status !== 'lapsed') {
    await recordMoneyEvent(tx, { kind: 'subscription.lapsed', actorId: null, ...about })
  }
  const wasListed = row !== undefined && row.status !== 'lapsed'
  if (wasListed !== (standing.status !== 'lapsed')) await refreshSearchEntries(tx, [ownerId])
}
