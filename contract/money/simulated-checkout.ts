import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { code, Dollars } from '../values.ts'

const params = z.object({
  session: z.string().regex(/^cs_\w{1,250}$/, code('checkout_not_found')),
})
/** Everybody except its owner gets 404 `checkout_not_found`. rule: simulated-payments */
const caller = { role: 'professional', roleRefusal: 'checkout_not_found' } as const

const Page = {
  id: z.string(),
  kind: z.enum(['subscription', 'lead']),
  amount: Dollars,
  status: z.enum(['open', 'paid', 'cancelled', 'expired']),
}

/**
 * The data of the simulated payment page. With PAYMENTS=stripe this call answers 404.
 * rules: simulated-payments
 */
export const simulatedCheckout = endpoint({
  method: 'GET',
  path: '/api/simulated-checkout/{session}',
  summary: 'A simulated checkout of the caller',
  caller,
  params,
  answer: z.object({ ...Page, success_url: z.string(), cancel_url: z.string() }),
})

/**
 * Repeating an outcome returns the same answer. 'declined' leaves the checkout open, so that the user can pay again.
 * rule: simulated-payments
 */
export const settleSimulatedCheckout = endpoint({
  method: 'POST',
  path: '/api/simulated-checkout/{session}',
  summary: 'Pay or cancel a simulated checkout, or simulate a declined card; no money moves',
  caller,
  params,
  body: z.object({
    outcome: z.enum(['paid', 'cancelled', 'declined']),
    /** Sent with 'paid': whether the simulated card will also pay the renewals. */
    renewals: z.enum(['paid', 'declined']).default('paid'),
  }),
  answer: z.object({
    ...Page,
    outcome: z.enum(['paid', 'cancelled', 'declined']),
    /** The URL to continue at. Null after a declined card, because the payment page stays open. */
    redirect_url: z.string().nullable(),
  }),
  refusals: ['checkout_over'],
})
