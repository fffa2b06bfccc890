import type { Receipt } from '#contract/bookings/receipts.ts'
import { csvTable } from '#server/http/calls/csv-table.ts'

const COLUMNS = [
  'receipt',
  'date',
  'client',
  'city',
  'state',
  'service',
  'hours',
  'labour',
  'extras',
  'supplies',
  'discount',
  'total',
  'paid_by_client',
  'paid_by_professional',
] as const

type Cells = Record<(typeof COLUMNS)[number], string>

/** Receipts as a table. The sums of a row are those of its receipt. rule: receipts */
export function receiptsTable(receipts: readonly Receipt[]): string {
  const rows = receipts.map(cellsOf).map((cells) => COLUMNS.map((column) => cells[column]))
  return csvTable([COLUMNS, ...rows])
}

function cellsOf(receipt: Receipt): Cells {
  const sum = (...kinds: Receipt['lines'][number]['kind'][]) =>
    receipt.lines
      .filter(({ kind }) => kinds.includes(kind))
      .reduce((cents, { amount }) => cents + Math.round(amount * 100), 0)
  const minutes = receipt.lines.reduce((total, line) => {
    if (line.kind === 'labour') return total + line.hours * 60
    return line.kind === 'extra' ? total + line.minutes : total
  }, 0)
  return {
    receipt: receipt.number,
    date: receipt.booking_date,
    client: receipt.client_name,
    city: receipt.city,
    state: receipt.state,
    service: receipt.service_type,
    hours: String(Math.round((minutes / 60) * 100) / 100),
    labour: money(sum('labour')),
    extras: money(sum('extra')),
    supplies: money(sum('supplies')),
    // A visit that repairs another one takes its whole price off.
    discount: money(sum('discount', 'reclean')),
    total: money(Math.round(receipt.final_amount * 100)),
    paid_by_client: paid(receipt.payment.client),
    paid_by_professional: paid(receipt.payment.professional),
  }
}

const money = (cents: number) => (cents / 100).toFixed(2)

const paid = (payment: Receipt['payment']['client']) =>
  payment ? `${payment.method} ${payment.paid_on}` : ''
