import { SUBSCRIPTION_PRICE } from '#contract/product.ts'
import { cents } from '#contract/booking-price.ts'
import type { Context } from '#server/context.ts'
import { invoiceId } from '../billing/billing-history.ts'
import { graceUntil } from '../billing/standing.ts'
import { moneyNewsOf } from './money-notices.queries.ts'
import type { NoticeKind } from './notice-kinds.ts'
import { tell } from './notice.ts'
import type { Telling } from './notice.ts'

type News = NonNullable<Awaited<ReturnType<typeof moneyNewsOf>>>
type Told = Pick<Telling, 'data' | 'otherId'> & { kind: NoticeKind }

/** Tells a professional what happened to her money or her leads; each deed once (issue of money, part 6; decision 20). */
export async function notifyOfMoney(
  { db, clock }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const news = await moneyNewsOf(db, event_id)
  const told = news && TELLINGS[news.kind]?.(news)
  if (!told) return
  await db.transaction().execute((tx) =>
    tell(tx, {
      userId: news.professional_id,
      key: `${told.kind} ${event_id}`,
      at: clock.now(),
      ...told,
    }),
  )
}

/** What is told of each event; nothing where another notice of the same deed says it. */
const TELLINGS: Record<string, (news: News) => Told | undefined> = {
  'payment.paid': ({ payment }) =>
    payment ? { kind: 'money.receipt', data: factsOf(payment) } : undefined,
  'payment.refunded': ({ payment }) =>
    payment ? { kind: 'money.refund', data: factsOf(payment) } : undefined,
  'payment.failed': paymentFailed,
  'subscription.renewal_soon': ({ data }) => ({
    kind: 'money.renewal',
    data: { date: data['at'] ?? null, amount_cents: cents(SUBSCRIPTION_PRICE) },
  }),
  'subscription.cancelled': ({ subscription }) =>
    // One that ends at once has its own notice.
    subscription && subscription.status !== 'lapsed'
      ? { kind: 'money.cancelled', data: { date: subscription.paid_until } }
      : undefined,
  'subscription.lapsed': ({ subscription }) => ({
    kind: 'money.lapsed',
    data: { unpaid: subscription?.cancel_at_period_end !== true },
  }),
  'lead.received': ({ client_id, source, data }) =>
    // A first message is told as a message.
    client_id && source !== 'message'
      ? {
          kind: 'money.lead_received',
          otherId: client_id,
          data: { locked: data['locked'] === true },
        }
      : undefined,
  'lead.returned': ({ client_id, data }) =>
    client_id
      ? {
          kind: 'money.lead_returned',
          otherId: client_id,
          data: { reason: data['reason'] ?? null },
        }
      : undefined,
}

/** The last try that failed is told with the end it brings. */
function paymentFailed({ payment, subscription }: News): Told | undefined {
  const failingSince = subscription?.failing_since
  const until = failingSince ? graceUntil(new Date(failingSince)).toISOString() : null
  if (payment?.kind === 'lead') return { kind: 'money.payment_failed', data: factsOf(payment) }
  return subscription?.status === 'grace'
    ? {
        kind: 'money.payment_failed',
        data: { date: until, amount_cents: cents(SUBSCRIPTION_PRICE), kind: 'subscription' },
      }
    : undefined
}

function factsOf({ number, kind, amount_cents, period_end }: NonNullable<News['payment']>) {
  return { invoice: invoiceId(number), kind, amount_cents, date: period_end }
}
