import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { code, Dollars, Id, Instant } from './values.ts'

const caller = { role: 'professional', roleRefusal: 'not_yours' } as const
const self = { in: 'params', field: 'id' } as const
const params = z.object({ id: z.string().max(64) })
/** Where the app says it stands; used only when it is our own origin (decision 23). */
const Address = z.string().max(2000).optional()

/** Professional spec 2.2, 7; decision 20: within a paid period a cancellation is withdrawn without charge. */
export const activate = endpoint({
  method: 'POST',
  path: '/api/professional/activate/{id}',
  feature: 'billing',
  summary: 'Activate the account: where to pay the first month, or that it is active',
  caller,
  self,
  params,
  idempotent: true,
  answer: z.object({
    message: z.string(),
    redirect_to_stripe: z.boolean().optional(),
    checkout_url: z.string().optional(),
    status: z.literal('already_active').optional(),
  }),
  refusals: ['not_signed_in', 'not_yours', 'profile_incomplete', 'payments_unavailable'],
})

/** Professional spec 7; decisions 20, 23. */
export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/create-checkout-session',
  feature: 'billing',
  summary: 'Open a checkout for the subscription',
  caller,
  self: { in: 'body', field: 'user_id' },
  body: z.object({ user_id: Id, origin_url: Address, return_url: Address }),
  idempotent: true,
  answer: z.object({
    sessionId: z.string().optional(),
    checkout_url: z.string().optional(),
    /** Instead of both: a cancellation was withdrawn. */
    status: z.literal('already_active').optional(),
  }),
  refusals: [
    'not_signed_in',
    'not_yours',
    'invalid_input',
    'profile_incomplete',
    'subscription_active',
    'payments_unavailable',
  ],
})

/** Professional spec 7, 9: one lead, whoever's comes next. */
export const payForLead = endpoint({
  method: 'POST',
  path: '/api/payments/lead-payment',
  feature: 'billing',
  summary: 'Open a checkout for a single lead',
  caller,
  self: { in: 'body', field: 'professional_id' },
  body: z.object({ professional_id: Id, origin_url: Address }),
  idempotent: true,
  answer: z.object({ checkout_url: z.string() }),
  refusals: [
    'not_signed_in',
    'not_yours',
    'invalid_input',
    'activate_to_buy_leads',
    'payments_unavailable',
  ],
})

/** Professional spec 7; decision 19. */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/professional/cancel-subscription',
  feature: 'billing',
  summary: 'End the subscription with the paid period',
  caller,
  self: { in: 'query', field: 'user_id' },
  query: z.object({ user_id: Id }),
  answer: z.object({
    message: z.string(),
    isSubscribed: z.literal(false),
    is_active: z.boolean(),
    /** When what is paid ends. */
    period_end: Instant,
  }),
  refusals: [
    'not_signed_in',
    'not_yours',
    'invalid_input',
    'no_subscription',
    'payments_unavailable',
  ],
})

/** Professional spec 3; decisions 16, 18–20. */
export const leadsStatus = endpoint({
  method: 'GET',
  path: '/api/professional/leads-status/{id}',
  feature: 'billing',
  summary: 'Credits and subscription as they stand',
  caller,
  self,
  params,
  answer: z.object({
    isSubscribed: z.boolean(),
    leadCredits: z.number().int(),
    totalLeads: z.number().int(),
    paidLeads: z.number().int(),
    subscriptionStartDate: Instant.nullable(),
    is_active: z.boolean(),
    cancelled: z.boolean(),
    /** The renewal failed and is tried again until then; null while all is paid. */
    grace_until: Instant.nullable(),
    /** When what is paid ends; null before the first activation. */
    period_end: Instant.nullable(),
    /** When the next five credits come, if the subscription goes on. */
    next_grant_at: Instant.nullable(),
    /** Leads that wait for a credit. */
    waiting_leads: z.number().int(),
  }),
  refusals: ['not_signed_in', 'not_yours'],
})

const PaymentFacts = {
  invoice_id: z.string(),
  description: z.string(),
  date: Instant,
  period_start: Instant.nullable(),
  period_end: Instant.nullable(),
  amount_paid: Dollars,
  /** 'paid', 'pending'; any other was not paid, or given back. */
  status: z.enum(['paid', 'pending', 'failed', 'refunded']),
}

/** Professional spec 3; decision 24. */
export const BillingItem = z.object({
  ...PaymentFacts,
  kind: z.enum(['subscription', 'lead']),
  invoice_url: z.string(),
})
export type BillingItem = z.infer<typeof BillingItem>

/** Professional spec 7; decision 24. Newest first. */
export const billingHistory = endpoint({
  method: 'GET',
  path: '/api/professional/billing-history/{id}',
  feature: 'billing',
  summary: 'Every payment, and what each year came to',
  caller,
  self,
  params,
  answer: z.object({
    billing_history: z.array(BillingItem),
    /** Paid, by the year of payment, latest first. */
    totals: z.array(z.object({ year: z.number().int(), amount_paid: Dollars })),
  }),
  refusals: ['not_signed_in', 'not_yours'],
})

/** The same payments as a table for a spreadsheet. */
export const billingHistoryTable = endpoint({
  method: 'GET',
  path: '/api/professional/billing-history/{id}/csv',
  feature: 'billing',
  summary: 'Every payment as CSV',
  caller,
  self,
  params,
  answer: z.string(),
  answerType: 'text/csv',
  refusals: ['not_signed_in', 'not_yours'],
})

/** Decision 24: what a printed invoice says, from stored facts. */
export const invoices = endpoint({
  method: 'GET',
  path: '/api/professional/invoices/{id}',
  feature: 'billing',
  summary: 'One invoice by its number, such as L-12',
  caller,
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({
    invoice: BillingItem.extend({ billed_to: z.string(), seller: z.string() }),
  }),
  refusals: ['not_signed_in', 'not_yours', 'invoice_not_found'],
})

export const LedgerEntry = z.object({
  kind: z.enum(['granted', 'bought', 'spent', 'returned', 'withdrawn']),
  amount: z.number().int(),
  reason: z.enum([
    'activation',
    'renewal',
    'single_lead',
    'operator',
    'first_contact',
    'came_back',
    'no_word',
    'silent',
    'refund',
  ]),
  at: Instant,
  /** Credits left after it. */
  balance: z.number().int(),
  /** First name of the client it is about. */
  client: z.string().nullable(),
  /** The invoice it was paid by. */
  invoice_id: z.string().nullable(),
  note: z.string().nullable(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** Decision 17: every credit and why, newest first, and the leads that wait for one, oldest first. */
export const ledger = endpoint({
  method: 'GET',
  path: '/api/professional/ledger/{id}',
  feature: 'billing',
  summary: 'Every lead credit and why',
  caller,
  self,
  params,
  answer: z.object({
    balance: z.number().int(),
    entries: z.array(LedgerEntry),
    waiting: z.array(z.object({ client: z.string(), since: Instant })),
  }),
  refusals: ['not_signed_in', 'not_yours'],
})

/** Professional spec 2.5, 7; decision 5: this answer for `Accept: application/json`, the page for a browser. */
export const paymentSuccess = endpoint({
  method: 'GET',
  path: '/payment-success',
  feature: 'billing',
  summary: 'Confirm a payment after its checkout',
  caller,
  self: { in: 'query', field: 'user_id' },
  query: z.object({
    user_id: z.string(code('payment_parameters_invalid')),
    session_id: z.string(code('payment_parameters_invalid')),
  }),
  answer: z.object({ status: z.literal('success'), message: z.string() }),
  refusals: [
    'not_signed_in',
    'not_yours',
    'payment_parameters_invalid',
    'payment_not_completed',
    'payments_unavailable',
  ],
})

/** Decision 21: a nudge of the provider; its bytes are signed, so they are read as they come. */
export const paymentsWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/payments',
  feature: 'billing',
  summary: 'The payments provider tells that something happened',
  caller: { role: 'anyone' },
  answer: z.object({ received: z.literal(true) }),
  refusals: ['signature_invalid', 'payments_unavailable'],
})
