import { sql } from 'kysely'
import { dollars } from '#contract/bookings/booking-price.ts'
import { formatLongDate } from '#contract/date-formats.ts'
import { formats } from '#contract/formats.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { textsIn, titled } from '#server/texts.ts'
import type { TitledKey } from '#server/texts.ts'
import { invoiceId } from '#server/money/subscription/billing-history.ts'
import { graceUntil } from '#server/money/subscription/subscription.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { NewNotice } from '../notices/create-notice.ts'
import type { Notice, NoticeTopicDefinition } from '../notices/notice.ts'

export type MoneyEvent =
  | 'receipt'
  | 'renewal'
  | 'payment_failed'
  | 'cancelled'
  | 'lapsed'
  | 'refund'
  | 'lead_received'
  | 'lead_returned'

/**
 * Why money went back. 'duplicate': the time was paid already. 'disputed': the bank took it back; 'dispute_won': the
 * bank decided that the payment stands.
 */
export type RefundCause = 'full' | 'duplicate' | 'part' | 'disputed' | 'dispute_won'

/** The job 'notify-money': notifies a professional of an event of their payments or leads. rule: money-notices */
export async function notifyOfMoney(
  { db, clock }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const event = await loadRecordedEvent(db, event_id)
  const notice = event && NOTICES[event.kind]?.(event)
  if (!notice) return
  await db.transaction().execute((tx) =>
    createNotice(tx, {
      userId: event.professional_id,
      key: `${notice.kind} ${event_id}`,
      at: clock.now(),
      ...notice,
    }),
  )
}

type RecordedEvent = {
  id: string
  kind: string
  professional_id: string
  at: Date
  data: Record<string, string | number | boolean | null>
  /** The present state of the event's payment. */
  payment: {
    number: string
    kind: string
    amount_cents: number
    period_end: string | null
    refund_reason: string | null
  } | null
  /** The client of the event's lead. */
  client_id: string | null
  /** How the lead began: 'message', 'contact' or 'booking'. */
  source: string | null
  subscription: {
    status: string
    paid_until: string
    failing_since: string | null
    cancel_at_period_end: boolean
    price_cents: number
  } | null
}

/** An event of the ledger or the subscription, with the current data of its payment and lead. */
async function loadRecordedEvent(db: Db, eventId: string): Promise<RecordedEvent | undefined> {
  const { rows } = await sql<RecordedEvent>`
    select events.id, events.kind, subject_id as professional_id, events.at, events.data, client.client_id, leads.source,
      case when payments.id is not null then json_build_object('number', payments.number::text, 'kind', payments.kind,
        'amount_cents', amount_cents, 'period_end', period_end, 'refund_reason', refund_reason) end as payment,
      case when subscriptions.professional_id is not null then json_build_object('status', subscriptions.status,
        'paid_until', paid_until, 'failing_since', failing_since, 'cancel_at_period_end', cancel_at_period_end,
        'price_cents', price_cents) end as subscription
    from events
    cross join lateral (
      select case events.kind when 'lead.received' then actor_id when 'lead.returned' then (events.data ->> 'client_id')::uuid
        end as client_id
    ) as client
    left join payments on payments.id = (events.data ->> 'payment_id')::uuid
    left join leads on leads.professional_id = subject_id and leads.client_id = client.client_id
    left join subscriptions on subscriptions.professional_id = subject_id
    where events.id = ${eventId}`.execute(db)
  return rows[0]
}

type MoneyNotice = Pick<NewNotice, 'data' | 'otherId' | 'kind' | 'isBulk'>

/** The notice of each event kind; undefined where another notice of the same change already covers it. */
const NOTICES: Record<string, (event: RecordedEvent) => MoneyNotice | undefined> = {
  'payment.paid': ({ payment }) =>
    payment ? { kind: 'money.receipt', data: paymentData(payment) } : undefined,
  'payment.refunded': ({ payment }) =>
    wentBack(payment, payment?.refund_reason === 'duplicate' ? 'duplicate' : 'full'),
  'payment.partly_refunded': ({ payment, data }) =>
    wentBack(payment, 'part', { amount_cents: data['amount_cents'] ?? null }),
  'payment.disputed': ({ payment }) => wentBack(payment, 'disputed'),
  'payment.dispute_won': ({ payment }) => wentBack(payment, 'dispute_won'),
  'payment.failed': paymentFailed,
  'subscription.renewal_soon': ({ data, subscription }) =>
    subscription
      ? {
          kind: 'money.renewal',
          data: { date: data['at'] ?? null, amount_cents: subscription.price_cents },
          isBulk: true,
        }
      : undefined,
  'subscription.cancelled': ({ subscription }) =>
    // A subscription that ends at once has the notice 'money.lapsed'.
    subscription && subscription.status !== 'lapsed'
      ? { kind: 'money.cancelled', data: { date: subscription.paid_until } }
      : undefined,
  'subscription.lapsed': ({ subscription }) => ({
    kind: 'money.lapsed',
    data: { unpaid: subscription?.cancel_at_period_end !== true },
  }),
  'lead.received': ({ client_id, source, data }) =>
    // A lead that begins with a message has the notice 'message.first'.
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

/** The notice of money that went back. rules: refunds */
function wentBack(
  payment: RecordedEvent['payment'],
  refund: RefundCause,
  data: MoneyNotice['data'] = {},
): MoneyNotice | undefined {
  return payment
    ? { kind: 'money.refund', data: { ...paymentData(payment), ...data, refund } }
    : undefined
}

/** The last failed attempt to renew has the notice 'money.lapsed' instead: the status is no longer 'grace' then. */
function paymentFailed({ payment, subscription }: RecordedEvent): MoneyNotice | undefined {
  if (payment?.kind === 'lead') return { kind: 'money.payment_failed', data: paymentData(payment) }
  if (subscription?.status !== 'grace') return undefined
  const failingSince = subscription.failing_since
  const date = failingSince ? graceUntil(new Date(failingSince)).toISOString() : null
  return {
    kind: 'money.payment_failed',
    data: { date, amount_cents: subscription.price_cents, kind: 'subscription' },
  }
}

function paymentData({
  number,
  kind,
  amount_cents,
  period_end,
}: NonNullable<RecordedEvent['payment']>) {
  return { invoice: invoiceId(number), kind, amount_cents, date: period_end }
}

/** A payment belongs to no place, so its dates use the time zone of the east coast. */
const BILLING_ZONE = 'America/New_York'
const LEADS_PATH = '/dashboard/leads'
const DASHBOARD_PATH = '/dashboard'

export const moneyNotices: NoticeTopicDefinition = {
  compose({ kind, data, other_name }, { language, role }) {
    if (role !== 'professional') return undefined
    const event = kind.slice('money.'.length) as MoneyEvent
    const t = textsIn(language, 'money')
    const { money } = formats(language)
    const date =
      typeof data['date'] === 'string'
        ? formatLongDate(language, data['date'], BILLING_ZONE)
        : undefined
    const invoice = typeof data['invoice'] === 'string' ? data['invoice'] : undefined
    const amountCents = Number(data['amount_cents'] ?? 0)
    const item = data['kind'] === 'lead' ? 'lead' : 'subscription'
    const rows: [string, string | false | undefined][] = [
      [t('labels.item'), amountCents > 0 && t(`items.${item}`)],
      [t('labels.amount'), amountCents > 0 && money(dollars(amountCents))],
      [t('labels.invoice'), invoice],
      [t(`labels.${DATE_LABELS[event] ?? 'until'}`), date],
    ]
    const client = other_name ?? t('labels.someone')
    return {
      ...titled(language, 'money', textOf(event, data), { client, date }),
      facts: rows.filter((row): row is [string, string] => Boolean(row[1])),
      button: invoice
        ? { label: t('labels.see_invoice'), path: `/invoices/${invoice}` }
        : event.startsWith('lead_')
          ? {
              label: t('labels.see_leads'),
              path: data['locked'] === true ? DASHBOARD_PATH : LEADS_PATH,
            }
          : { label: t('labels.see_dashboard'), path: DASHBOARD_PATH },
    }
  },
}

/** The text of an event: some have several, by their payment or their cause. */
function textOf(event: MoneyEvent, data: Notice['data']): TitledKey<'money'> {
  switch (event) {
    case 'receipt':
    case 'payment_failed':
      return `events.${event}.${data['kind'] === 'lead' ? 'lead' : 'subscription'}`
    case 'lapsed':
      return `events.lapsed.${data['unpaid'] === true ? 'unpaid' : 'ended'}`
    case 'refund':
      return `events.refund.${(data['refund'] as RefundCause | null | undefined) ?? 'full'}`
    case 'lead_received':
      return `events.lead_received.${data['locked'] === true ? 'locked' : 'open'}`
    case 'lead_returned':
      return `events.lead_returned.${(data['reason'] as ReturnReason | null | undefined) ?? 'no_word'}`
    case 'renewal':
    case 'cancelled':
      return `events.${event}`
  }
}

/** Why a credit returned. */
type ReturnReason = 'no_word' | 'silent' | 'cancelled_early' | 'client_suspended'

const DATE_LABELS: Partial<Record<MoneyEvent, 'renews' | 'paid_until'>> = {
  renewal: 'renews',
  receipt: 'paid_until',
  refund: 'paid_until',
}
