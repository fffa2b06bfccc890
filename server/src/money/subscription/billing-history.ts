import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { BILLING_ITEMS_MAX } from '#contract/money/billing.ts'
import type { BillingItem } from '#contract/money/billing.ts'
import { dollars } from '#contract/bookings/booking-price.ts'
import { PRODUCT_NAME } from '#contract/product.ts'
import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { csvTable } from '#server/http/calls/csv-table.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { textsIn } from '#server/texts.ts'

type Reader = { id: string; language: Language }
type PaymentRow = Selectable<DB['payments']>

/**
 * The newest payments of a professional, newest first, and the totals of each year, in dollars. rule: billing-history
 */
export async function billingHistoryOf(db: Db, reader: Reader) {
  const rows = await paymentsOf(db, reader.id)
    .limit(BILLING_ITEMS_MAX + 1)
    .execute()
  const year = sql<number>`extract(year from paid_at at time zone 'UTC')::int`
  const years = await db
    .selectFrom('payments')
    .select([year.as('year'), sql<number>`sum(amount_cents - refunded_cents)::int`.as('cents')])
    .where('professional_id', '=', reader.id)
    .where('status', '=', 'paid')
    .where('paid_at', 'is not', null)
    .groupBy(year)
    .orderBy('year', 'desc')
    .execute()
  return {
    billing_history: rows.slice(0, BILLING_ITEMS_MAX).map((row) => itemOf(row, reader.language)),
    has_older: rows.length > BILLING_ITEMS_MAX,
    totals: years.map(({ year, cents }) => ({ year, amount_paid: dollars(cents) })),
  }
}

function paymentsOf(db: Db, professionalId: string) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('professional_id', '=', professionalId)
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
}

/** Every payment as CSV, with a header row and amounts with two decimals. rule: billing-history, csv-tables */
export async function billingTableOf(db: Db, reader: Reader): Promise<string> {
  const rows = await paymentsOf(db, reader.id).execute()
  const items = rows.map((row) => itemOf(row, reader.language))
  const fields = [
    'invoice_id',
    'date',
    'description',
    'period_start',
    'period_end',
    'amount_paid',
    'status',
  ] as const
  const lines = items.map((item) => {
    const cells = { ...item, amount_paid: item.amount_paid.toFixed(2) }
    return fields.map((field) => cells[field])
  })
  return csvTable([fields, ...lines])
}

/**
 * One invoice of the caller. Refuses 'invoice_not_found' for an invoice of another person, as if it did not exist.
 * rule: billing-history
 */
export async function invoiceOf(db: Db, reader: Reader, id: string) {
  const number = /^L-(\d{1,15})$/.exec(id)?.[1] ?? refuse('invoice_not_found')
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('professional_id', '=', reader.id)
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) refuse('invoice_not_found')
  return { ...itemOf(row, reader.language), billed_to: row.billed_to, seller: PRODUCT_NAME }
}

/** An invoice's id, such as 'L-12'. rule: billing-history */
export function invoiceId(number: string): string {
  return `L-${number}`
}

/**
 * The cents of a payment without those that were given back in part. One that went back in full keeps its amount.
 * rule: refunds
 */
function paidCents({ status, amount_cents, refunded_cents }: PaymentRow): number {
  return status === 'paid' ? amount_cents - refunded_cents : amount_cents
}

function itemOf(row: PaymentRow, language: Language): BillingItem {
  const id = invoiceId(row.number)
  return {
    invoice_id: id,
    kind: row.kind as BillingItem['kind'],
    description: textsIn(language, 'money')(`items.${row.kind as BillingItem['kind']}`),
    date: (row.paid_at ?? row.created_at).toISOString(),
    period_start: row.period_start?.toISOString() ?? null,
    period_end: row.period_end?.toISOString() ?? null,
    amount_paid: dollars(paidCents(row)),
    status: row.status as BillingItem['status'],
    invoice_url: `/invoices/${id}`,
  }
}
