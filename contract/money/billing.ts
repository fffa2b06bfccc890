import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { code, Dollars, Id, Instant } from '../values.ts'

const caller = { role: 'professional', roleRefusal: 'not_yours' } as const
const own = {
  caller,
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
} as const
const ACTIVATING = [
  'profile_incomplete',
  'month_paid',
  'payment_not_completed',
  'email_not_verified',
  'payments_unavailable',
] as const
/** A URL of the web app to return to. A URL of another origin is replaced by our own. rule: checkout-return */
const Address = z.string().max(2000).optional()

/**
 * Returns `checkout_url`, the page to pay at, or `status` if nothing has to be paid.
 * rules: activation, paid-once, cancel-at-period-end
 */
export const activate = endpoint({
  method: 'POST',
  path: '/api/professional/activate/{id}',
  offersChallenge: true,
  summary: 'Activate the account: returns where to pay the first month, or that it is active',
  ...own,
  idempotent: true,
  answer: z.object({
    message: z.string(),
    redirect_to_stripe: z.boolean().optional(),
    checkout_url: z.string().optional(),
    status: z.literal('already_active').optional(),
  }),
  networkLimit: 'checkout',
  refusals: ACTIVATING,
})

/** rules: activation, checkout-return, cancel-at-period-end */
export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/api/create-checkout-session',
  offersChallenge: true,
  summary: 'Open a checkout for the subscription',
  caller,
  self: { in: 'body', field: 'user_id' },
  body: z.object({ user_id: Id, origin_url: Address, return_url: Address }),
  idempotent: true,
  answer: z.object({
    sessionId: z.string().optional(),
    checkout_url: z.string().optional(),
    /** Present instead of the other two when the call only revoked a cancellation. */
    status: z.literal('already_active').optional(),
  }),
  networkLimit: 'checkout',
  refusals: [...ACTIVATING, 'subscription_active'],
})

/**
 * Buys one credit. It opens the lead that has waited longest, or else the next new one. rules: prices,
 * lead-is-one-pair
 */
export const payForLead = endpoint({
  method: 'POST',
  path: '/api/payments/lead-payment',
  offersChallenge: true,
  summary: 'Open a checkout for a single lead credit',
  caller,
  self: { in: 'body', field: 'professional_id' },
  body: z.object({ professional_id: Id, origin_url: Address }),
  idempotent: true,
  answer: z.object({ checkout_url: z.string() }),
  networkLimit: 'checkout',
  refusals: ['activate_to_buy_leads', 'email_not_verified', 'payments_unavailable'],
})

/** Repeating it returns the same answer. rule: cancel-at-period-end */
export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/professional/cancel-subscription',
  summary: 'Cancel the subscription at the end of the paid period',
  caller,
  self: { in: 'query', field: 'user_id' },
  query: z.object({ user_id: Id }),
  answer: z.object({
    message: z.string(),
    isSubscribed: z.literal(false),
    is_active: z.boolean(),
    /** When the paid period ends. */
    period_end: Instant,
  }),
  refusals: ['no_subscription', 'payments_unavailable'],
})

/** rules: credit-ledger, subscription-states */
export const leadsStatus = endpoint({
  method: 'GET',
  path: '/api/professional/leads-status/{id}',
  whileViewed: true,
  summary: 'Credits and subscription of the professional',
  ...own,
  answer: z.object({
    isSubscribed: z.boolean(),
    leadCredits: z.number().int(),
    totalLeads: z.number().int(),
    paidLeads: z.number().int(),
    subscriptionStartDate: Instant.nullable(),
    is_active: z.boolean(),
    cancelled: z.boolean(),
    /** The renewal failed and is retried until this time; null otherwise. */
    grace_until: Instant.nullable(),
    /** When the paid period ends; null before the first activation. */
    period_end: Instant.nullable(),
    /** When the subscription renews and brings five credits; null if it does not. */
    next_grant_at: Instant.nullable(),
    /** The price of a month of the subscription, and its credits; null before the first activation. */
    plan: z.object({ price: Dollars, credits: z.number().int() }).nullable(),
    /** Leads that wait for a credit. */
    waiting_leads: z.number().int(),
    /** Payments move no money. rule: simulated-payments */
    payments_simulated: z.boolean(),
    /** The provider of payments. */
    payments: z.enum(['simulated', 'stripe']).optional(),
  }),
})

const PaymentFacts = {
  invoice_id: z.string(),
  description: z.string(),
  date: Instant,
  period_start: Instant.nullable(),
  period_end: Instant.nullable(),
  amount_paid: Dollars,
  /** 'disputed': the bank took it back. The screens treat any other value as failed. */
  status: z.enum(['paid', 'pending', 'failed', 'refunded', 'disputed']),
}

/** rule: billing-history */
export const BillingItem = z.object({
  ...PaymentFacts,
  kind: z.enum(['subscription', 'lead']),
  invoice_url: z.string(),
})
export type BillingItem = z.infer<typeof BillingItem>

/** The most payments in one answer. The CSV table has all of them. */
export const BILLING_ITEMS_MAX = 500

/** The newest BILLING_ITEMS_MAX payments, newest first. `has_older`: there are more. rule: billing-history */
export const billingHistory = endpoint({
  method: 'GET',
  path: '/api/professional/billing-history/{id}',
  whileViewed: true,
  summary: 'The payments, and the totals of each year',
  ...own,
  answer: z.object({
    billing_history: z.array(BillingItem).max(BILLING_ITEMS_MAX),
    has_older: z.boolean(),
    /** The sum paid in each year, latest year first. */
    totals: z.array(z.object({ year: z.number().int(), amount_paid: Dollars })),
  }),
})

/** A professional's payments as a table for a spreadsheet. rule: billing-history */
export const billingHistoryTable = endpoint({
  method: 'GET',
  path: '/api/professional/billing-history/{id}/csv',
  summary: 'Every payment as CSV',
  ...own,
  answer: z.string(),
  answerType: 'text/csv',
})

/** rule: billing-history */
export const invoices = endpoint({
  method: 'GET',
  path: '/api/professional/invoices/{id}',
  summary: 'One invoice by its number, such as L-12',
  caller,
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({
    invoice: BillingItem.extend({ billed_to: z.string(), seller: z.string() }),
  }),
  refusals: ['invoice_not_found'],
})

/**
 * An entry of the ledger. `amount` is negative for credits that were spent or withdrawn, and positive for a withdrawal
 * that was undone because the bank decided a chargeback for us. Of the reasons, 'first_contact' and 'came_back' spend a
 * credit: a lead is new, or the client of a returned lead acted again. Four reasons return one. 'no_word': the client
 * never wrote or booked. 'silent': they did not reply to the professional. 'cancelled_early': they cancelled the
 * accepted visit within a day. 'client_suspended': their account was false.
 * rules: credit-ledger, lead-returns
 */
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
    'cancelled_early',
    'client_suspended',
    'refund',
  ]),
  at: Instant,
  /** Credits left after the entry. */
  balance: z.number().int(),
  /** First name of the lead's client. */
  client: z.string().nullable(),
  /** The invoice of the payment that brought the credits. */
  invoice_id: z.string().nullable(),
  note: z.string().nullable(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** The most entries in one answer. The export of a person's data has all of them. */
export const LEDGER_ENTRIES_MAX = 500
export const LEDGER_WAITING_MAX = 200

/**
 * The newest LEDGER_ENTRIES_MAX entries, newest first, and the first LEDGER_WAITING_MAX leads that wait for a credit,
 * oldest first. `has_older`: there are more entries. `waiting_total` counts all waiting leads. rule: credit-ledger
 */
export const ledger = endpoint({
  method: 'GET',
  path: '/api/professional/ledger/{id}',
  whileViewed: true,
  summary: 'The changes of the lead credits, with their reasons',
  ...own,
  answer: z.object({
    balance: z.number().int(),
    entries: z.array(LedgerEntry),
    has_older: z.boolean(),
    waiting: z.array(z.object({ client: z.string(), since: Instant })),
    waiting_total: z.number().int(),
  }),
})

/**
 * This answer for `Accept: application/json`; a browser gets an HTML page at the same path.
 * rules: checkout-return
 */
export const paymentSuccess = endpoint({
  method: 'GET',
  path: '/payment-success',
  summary: 'Confirm a payment after its checkout',
  caller,
  self: { in: 'query', field: 'user_id' },
  query: z.object({
    user_id: z.string(code('payment_parameters_invalid')),
    session_id: z.string(code('payment_parameters_invalid')),
  }),
  answer: z.object({ status: z.literal('success'), message: z.string() }),
  refusals: ['payment_not_completed', 'payments_unavailable', 'too_many_requests'],
})

/** The body has no schema, because the provider's signature is over its exact bytes. rule: payment-settled-once */
export const paymentsWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/payments',
  summary: 'The payments provider reports an event',
  caller: { role: 'anyone' },
  answer: z.object({ received: z.literal(true) }),
  refusals: ['signature_invalid', 'payments_unavailable'],
})
