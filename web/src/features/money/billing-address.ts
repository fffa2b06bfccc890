/** The ledger of credits. */
export const LEDGER = '/dashboard/leads'

/** The payments. */
export const BILLING = '/dashboard/billing'

/** The professional's dashboard. */
export const DASHBOARD = '/dashboard'

/** Where a person downloads their data. */
export const SETTINGS = '/settings'

/** The dashboard with the dialog that confirms the cancellation. */
export const CANCEL_SUBSCRIPTION = `${DASHBOARD}?open=cancel-subscription`

/** One invoice, by its number. */
export function invoiceAddress(id: string): string {
  return `/invoices/${encodeURIComponent(id)}`
}
