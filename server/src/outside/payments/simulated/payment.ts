import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Payment } from '../payments.ts'

export type PaymentRow = Selectable<DB['simulated_payments']>

export function paymentOf(row: PaymentRow): Payment {
  const { id, amount_cents, status, refunded_cents, dispute, created_at, paid_at } = row
  const isDisputed = status === 'paid' && (dispute === 'open' || dispute === 'lost')
  return {
    id,
    amountCents: amount_cents,
    status: isDisputed ? 'disputed' : (status as Payment['status']),
    refundedCents: refunded_cents,
    isDisputeWon: dispute === 'won',
    createdAt: created_at,
    paidAt: paid_at,
  }
}

/** An id that cannot be guessed, with a prefix such as Stripe's. */
export function newId(prefix: 'cs' | 'sub' | 'in' | 'pi' | 'evt'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`
}

/** The day `months` later at the same time in UTC, or the last day of a shorter month. */
export function monthsAfter(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(start.getUTCDate(), lastDay))
  return date
}
