import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PAYMENT_METHODS, RECEIPT_YEAR_MIN } from './hour-rules.ts'
import { ShownLine } from './price-lines.ts'
import { code, date, Dollars, Id, ServiceTypeValue } from '../values.ts'

const invalid = code('invalid_input')

/** How and when a visit was paid, as one side recorded it; null: it recorded nothing. rule: receipts */
const Payment = z.object({ method: z.enum(PAYMENT_METHODS), paid_on: z.iso.date() }).nullable()

/** The hours, price and payment of a visit. A receipt has no street. rule: receipts */
const Receipt = z.object({
  booking_id: Id,
  /** The number of the receipt, such as 'V-12'. */
  number: z.string(),
  professional_name: z.string(),
  client_name: z.string(),
  booking_date: z.iso.date(),
  /** The IANA time zone of the home. The date of a payment is by its clock. */
  time_zone: z.string(),
  service_type: ServiceTypeValue,
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  /** The lines of the price; they sum to `final_amount`. */
  lines: z.array(ShownLine),
  final_amount: Dollars,
  payment: z.object({ client: Payment, professional: Payment }),
})
export type Receipt = z.infer<typeof Receipt>

const ofVisit = {
  whileSuspended: 'visits',
  caller: { role: 'user' },
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ receipt: Receipt }),
} as const

/** Shows the receipt to both sides, once the hours are settled, unless a side did not come. rule: receipts */
export const receipt = endpoint({
  ...ofVisit,
  method: 'GET',
  path: '/api/bookings/{id}/receipt',
  summary: 'The receipt of a visit',
  refusals: ['booking_not_found', 'lead_locked', 'receipt_not_ready'],
})

const PaymentRecord = z.object({
  /** Null takes back what was recorded. */
  method: z.enum(PAYMENT_METHODS, invalid).nullable(),
  /** The day of the payment by the clock of the home, today at the latest; absent: today. */
  paid_on: date('invalid_input').optional(),
})
export type PaymentRecord = z.infer<typeof PaymentRecord>

/** Records how the visit was paid, for the side that says it. rule: receipts */
export const recordPayment = endpoint({
  ...ofVisit,
  method: 'PUT',
  path: '/api/bookings/{id}/payment',
  summary: 'Record how a visit was paid',
  body: PaymentRecord,
  refusals: ['booking_not_found', 'lead_locked', 'receipt_not_ready'],
})

const ofYear = {
  whileSuspended: 'visits',
  method: 'GET',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  query: z.object({
    /** The year of the visits by the clock of their homes, at most the next year. Absent: this year. */
    year: z.coerce
      .number(invalid)
      .int(invalid)
      .min(RECEIPT_YEAR_MIN, invalid)
      .max(9999, invalid)
      .optional(),
  }),
  refusals: ['complete_profile_first'],
} as const

/**
 * A professional's receipts of a year, by the date of the visit, and the sum of what was due. rule: receipts
 */
export const receiptsOfYear = endpoint({
  ...ofYear,
  path: '/api/professional/receipts/{id}',
  summary: 'My receipts of a year',
  answer: z.object({ receipts: z.array(Receipt), total: Dollars }),
})

/** A professional's receipts of a year as a table for spreadsheets. rule: receipts */
export const receiptsCsv = endpoint({
  ...ofYear,
  path: '/api/professional/receipts/{id}/csv',
  summary: 'My receipts of a year as CSV',
  answerType: 'text/csv',
  answer: z.string(),
})
