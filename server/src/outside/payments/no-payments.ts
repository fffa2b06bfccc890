import type { Payments } from './payments.ts'

const unavailable = () => Promise.reject(new Error('No payments provider is configured.'))

/** Where no provider is configured: nothing can be paid, and what was paid stays as it is. */
export const noPayments: Payments = {
  provider: 'simulated',
  createSubscriptionCheckout: unavailable,
  createLeadCheckout: unavailable,
  checkout: unavailable,
  subscription: unavailable,
  cancelAtPeriodEnd: unavailable,
  resume: unavailable,
  endNow: unavailable,
  collect: unavailable,
  refund: unavailable,
  verifyWebhook: () => Promise.resolve(undefined),
}
