/** Every credit and why. */
export const LEDGER = '/dashboard/leads'

/** Every payment. */
export const BILLING = '/dashboard/billing'

/** The first screen of a professional. */
export const DASHBOARD = '/dashboard'

/** The same with the confirmation of the cancellation open. */
export const CANCEL_SUBSCRIPTION = `${DASHBOARD}?open=cancel-subscription`

/** One invoice, by its number. */
export function invoiceAddress(id: string): string {
  return `/invoices/${encodeURIComponent(id)}`
}
