import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { code, Dollars } from './values.ts'

const params = z.object({
  session: z.string().regex(/^cs_\w{1,250}$/, code('checkout_not_found')),
})
/** For everybody but its owner a checkout does not exist. rule: simulated-checkout */
const caller = { role: 'professional', roleRefusal: 'checkout_not_found' } as const

const Page = {
  id: z.string(),
  kind: z.enum(['subscription', 'lead']),
  amount: Dollars,
  status: z.enum(['open', 'paid', 'cancelled', 'expired']),
}

/**
 * What the hosted page shows; does not exist when Stripe is configured. rules: simulated-payments, simulated-checkout
 */
export const simulatedCheckout = endpoint({
  method: 'GET',
  path: '/api/simulated-checkout/{session}',
  feature: 'billing',
  summary: 'A simulated checkout of the caller',
  caller,
  params,
  answer: z.object({ ...Page, success_url: z.string(), cancel_url: z.string() }),
  refusals: ['not_signed_in', 'checkout_not_found'],
})

/** Repeating an outcome returns the same; 'declined' leaves the checkout open. rule: simulated-checkout */
export const settleSimulatedCheckout = endpoint({
  method: 'POST',
  path: '/api/simulated-checkout/{session}',
  feature: 'billing',
  summary: 'Pay or leave a simulated checkout, or have the card declined; no money moves',
  caller,
  params,
  body: z.object({
    outcome: z.enum(['paid', 'cancelled', 'declined']),
    /** With 'paid': whether the card also pays the renewals. */
    renewals: z.enum(['paid', 'declined']).default('paid'),
  }),
  answer: z.object({
    ...Page,
    outcome: z.enum(['paid', 'cancelled', 'declined']),
    /** Where the page leads; null after a declined card, because the page stays open. */
    redirect_url: z.string().nullable(),
  }),
  refusals: ['not_signed_in', 'invalid_input', 'checkout_not_found', 'checkout_over'],
})
