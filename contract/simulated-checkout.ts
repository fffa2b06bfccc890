import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { code, Dollars } from './values.ts'

const params = z.object({
  session: z.string().regex(/^cs_\w{1,250}$/, code('checkout_not_found')),
})
/** To anybody but the professional who opened it, there is no such checkout. */
const caller = { role: 'professional', roleRefusal: 'checkout_not_found' } as const

const Page = {
  id: z.string(),
  kind: z.enum(['subscription', 'lead']),
  amount: Dollars,
  status: z.enum(['open', 'paid', 'cancelled', 'expired']),
}

/** Decision 21: what the simulated provider's hosted page shows. Not there at all when Stripe is configured. */
export const simulatedCheckout = endpoint({
  method: 'GET',
  path: '/api/simulated-checkout/{session}',
  feature: 'billing',
  summary: 'A simulated checkout of one’s own',
  caller,
  params,
  answer: z.object({ ...Page, success_url: z.string(), cancel_url: z.string() }),
  refusals: ['not_signed_in', 'checkout_not_found'],
})

/** Decision 22. The same outcome again is the same answer; 'declined' leaves the checkout open. */
export const settleSimulatedCheckout = endpoint({
  method: 'POST',
  path: '/api/simulated-checkout/{session}',
  feature: 'billing',
  summary: 'Pay or leave a simulated checkout, or have the card declined; no money moves',
  caller,
  params,
  body: z.object({
    outcome: z.enum(['paid', 'cancelled', 'declined']),
    /** With 'paid': whether the card pays at renewals too. */
    renewals: z.enum(['paid', 'declined']).default('paid'),
  }),
  answer: z.object({
    ...Page,
    outcome: z.enum(['paid', 'cancelled', 'declined']),
    /** Where the page leads now; null after a declined card, which stays there. */
    redirect_url: z.string().nullable(),
  }),
  refusals: ['not_signed_in', 'invalid_input', 'checkout_not_found', 'checkout_over'],
})
