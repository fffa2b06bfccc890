import { waitForAlert, waitForPageMessage } from './actions.ts'
import { failRequests, keepRequestsPending } from './mock-answers.ts'
import {
  confirmationPath,
  confirmedPaymentPath,
  latestInvoicePath,
  openCheckoutPath,
} from './payment-paths.ts'
import { asNewProfessional, grace, lucia, marcus } from './people.ts'
import type { ScreenState } from './screen.ts'

/** Lead credits, billing and payments. */
export const billingScreens: readonly ScreenState[] = [
  { name: 'billing, credits', signIn: grace, path: '/dashboard/leads' },
  { name: 'billing, no credits', signIn: asNewProfessional, path: '/dashboard/leads' },
  {
    name: 'billing, credits loading',
    signIn: grace,
    path: '/dashboard/leads',
    beforeOpen: keepRequestsPending('**/api/professional/ledger/**'),
  },
  {
    name: 'billing, credits not loaded',
    signIn: grace,
    path: '/dashboard/leads',
    beforeOpen: failRequests('**/api/professional/ledger/**'),
    afterOpen: waitForAlert,
  },
  { name: 'billing, no credits left', signIn: lucia, path: '/dashboard/leads' },
  { name: 'billing', signIn: grace, path: '/dashboard/billing' },
  { name: 'billing, none', signIn: asNewProfessional, path: '/dashboard/billing' },
  {
    name: 'billing, loading',
    signIn: grace,
    path: '/dashboard/billing',
    beforeOpen: keepRequestsPending('**/api/professional/billing-history/**'),
  },
  {
    name: 'billing, request failed',
    signIn: grace,
    path: '/dashboard/billing',
    beforeOpen: failRequests('**/api/professional/billing-history/**'),
    afterOpen: waitForPageMessage,
  },
  { name: 'invoice', signIn: grace, path: latestInvoicePath },
  { name: 'invoice, not found', signIn: grace, path: '/invoices/L-0' },
  {
    name: 'invoice, loading',
    signIn: grace,
    path: '/invoices/L-0',
    beforeOpen: keepRequestsPending('**/api/professional/invoices/**'),
  },
  {
    name: 'invoice, request failed',
    signIn: grace,
    path: '/invoices/L-0',
    beforeOpen: failRequests('**/api/professional/invoices/**'),
    afterOpen: waitForPageMessage,
  },
  { name: 'payment-success', signIn: grace, path: confirmedPaymentPath },
  {
    name: 'payment-success, loading',
    signIn: grace,
    path: confirmationPath,
    beforeOpen: (page) =>
      page.route(/\/payment-success\?/, (route) =>
        route.request().resourceType() === 'fetch' ? undefined : route.continue(),
      ),
  },
  { name: 'payment-success, invalid', signIn: marcus, path: '/payment-success' },
  { name: 'simulated-checkout', signIn: grace, path: openCheckoutPath },
  { name: 'simulated-checkout, not found', signIn: marcus, path: '/simulated-checkout/nothing' },
]
