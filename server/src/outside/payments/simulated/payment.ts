import type { Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Payment } from '../payments.ts'

export type PaymentRow = Selectable<DB['simulated_payments']>

export function paymentOf({ id, amount_cents, status, created_at, paid_at }: PaymentRow): Payment {
  return {
    id,
    amountCents: amount_cents,
    status: status as Payment['status'],
    createdAt: created_at,
    paidAt: paid_at,
  }
}
