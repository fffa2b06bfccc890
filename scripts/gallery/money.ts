import { untilFailed, untilTold } from './acts.ts'
import { lineDown, neverAnswered } from './answers.ts'
import { confirmation, confirmedPayment, latestInvoice, openCheckout } from './payments.ts'
import { asNewProfessional, grace, lucia, marcus } from './people.ts'
import type { GalleryScreen } from './screen.ts'

/** Lead credits, billing history and invoices. */
export const moneyScreens: readonly GalleryScreen[] = [
  { name: 'leads', as: grace, path: '/dashboard/leads' },
  { name: 'leads, none', as: asNewProfessional, path: '/dashboard/leads' },
  {
    name: 'leads, loading',
    as: grace,
    path: '/dashboard/leads',
    given: neverAnswered('**/api/professional/ledger/**'),
  },
  {
    name: 'leads, line down',
    as: grace,
    path: '/dashboard/leads',
    given: lineDown('**/api/professional/ledger/**'),
    once: untilFailed,
  },
  { name: 'leads, none left', as: lucia, path: '/dashboard/leads' },
  { name: 'billing', as: grace, path: '/dashboard/billing' },
  { name: 'billing, none', as: asNewProfessional, path: '/dashboard/billing' },
  {
    name: 'billing, loading',
    as: grace,
    path: '/dashboard/billing',
    given: neverAnswered('**/api/professional/billing-history/**'),
  },
  {
    name: 'billing, line down',
    as: grace,
    path: '/dashboard/billing',
    given: lineDown('**/api/professional/billing-history/**'),
    once: untilTold,
  },
  { name: 'invoice', as: grace, path: latestInvoice },
  { name: 'invoice, not there', as: grace, path: '/invoices/L-0' },
  {
    name: 'invoice, loading',
    as: grace,
    path: '/invoices/L-0',
    given: neverAnswered('**/api/professional/invoices/**'),
  },
  {
    name: 'invoice, line down',
    as: grace,
    path: '/invoices/L-0',
    given: lineDown('**/api/professional/invoices/**'),
    once: untilTold,
  },
  { name: 'payment-success', as: grace, path: confirmedPayment },
  {
    name: 'payment-success, loading',
    as: grace,
    path: confirmation,
    given: (page) =>
      page.route(/\/payment-success\?/, (route) =>
        route.request().resourceType() === 'fetch' ? undefined : route.continue(),
      ),
  },
  { name: 'payment-success, invalid', as: marcus, path: '/payment-success' },
  { name: 'simulated-checkout', as: grace, path: openCheckout },
  { name: 'simulated-checkout, not there', as: marcus, path: '/simulated-checkout/nothing' },
]
