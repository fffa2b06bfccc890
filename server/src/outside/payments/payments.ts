import type { Language } from '#contract/product.ts'

/**
 * The payments provider, as an interface with two implementations. Ids are the provider's and opaque; amounts are whole
 * US cents. Every call goes over a network and may fail or be repeated. Call it outside of transactions, with the same
 * idempotency key for the same intent, then read the result and record that. A call that fails rejects.
 * rules: simulated-payments, payment-settled-once
 */
export interface Payments {
  readonly provider: 'stripe' | 'simulated'

  /** Opens a hosted page where the owner subscribes to a month at a time, the first one paid at once. */
  createSubscriptionCheckout(order: CheckoutOrder): Promise<OpenCheckout>

  /** Opens a hosted page where the owner pays once for one lead. */
  createLeadCheckout(order: CheckoutOrder): Promise<OpenCheckout>

  /** The checkout as it is now; undefined if the provider does not know it. */
  checkout(checkoutId: string): Promise<Checkout | undefined>

  /** Closes an open checkout, so that nobody can pay it any more. Harmless if it is over or unknown. */
  expireCheckout(checkoutId: string, key: string): Promise<void>

  /** The subscription with all its invoices, oldest first; undefined if the provider does not know it. */
  subscription(subscriptionId: string): Promise<Subscription | undefined>

  /** The subscription ends with the paid period. Repeating it is harmless, also after the end. */
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>

  /** Withdraws a cancellation within the paid period, without a charge. Repeating it is harmless. */
  resume(subscriptionId: string, key: string): Promise<void>

  /** The subscription ends now. Nothing is refunded and nothing is charged again. Repeating it is harmless. */
  endNow(subscriptionId: string, key: string): Promise<void>

  /**
   * Makes the provider charge what is owed at that moment: it retries an unpaid invoice. A provider without a clock
   * also charges the periods that have begun. If nothing is owed, nothing happens. A declined card is no error: it
   * shows in `subscription`.
   */
  collect(subscriptionId: string, at: Date, key: string): Promise<void>

  /** Refunds a payment in full. Repeating it is harmless. */
  refund(paymentId: string, key: string): Promise<void>

  /** Erases a customer with their cards; their subscriptions end. Repeating it is harmless. */
  deleteCustomer(customerId: string, key: string): Promise<void>

  /**
   * The purchase that a payment was for, by the id that an event names; undefined if it was for nothing that we opened.
   */
  purchaseOf(paymentIntentId: string): Promise<Purchase | undefined>

  /** Reads a webhook's exact bytes; undefined if the signature is missing, wrong or older than five minutes. */
  verifyWebhook(
    rawBody: Buffer,
    headers: WebhookHeaders,
    now: Date,
  ): Promise<WebhookEvent | undefined>
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

export type CheckoutOrder = {
  /** The buyer: the professional's id. The provider stores it and returns it with the checkout. */
  ownerId: string
  email: string
  language: Language
  amountCents: number
  /** Known from an earlier checkout; null: the provider creates one. */
  customerId: string | null
  /** The address to which the page leads afterwards. `{CHECKOUT_ID}` is replaced by the checkout's id. */
  successUrl: string
  cancelUrl: string
  /** The idempotency key: the same key returns the same checkout. */
  key: string
}

export type OpenCheckout = {
  id: string
  /** The hosted page's address. */
  url: string
}

export type CheckoutKind = 'subscription' | 'lead'

export type Checkout = {
  id: string
  ownerId: string
  kind: CheckoutKind
  /** 'processing': completed, but the payment is not confirmed yet. */
  status: 'open' | 'processing' | 'paid' | 'expired'
  /** The hosted page, while it is open. */
  url: string | null
  customerId: string | null
  /** The subscription of a completed subscription checkout; else null. */
  subscriptionId: string | null
  /** The payment of a completed lead checkout; else null. */
  payment: Payment | null
}

/** A subscription's invoice or a single payment. */
export type Payment = {
  id: string
  amountCents: number
  /**
   * 'pending': not tried or not confirmed yet. 'failed': declined, perhaps retried later. 'disputed': the bank took the
   * money back, at the cardholder's request, and has not decided for us.
   */
  status: 'pending' | 'paid' | 'failed' | 'refunded' | 'disputed'
  /** The cents of a paid payment that were given back. */
  refundedCents: number
  /** The bank took the money back and then decided for us. */
  isDisputeWon: boolean
  createdAt: Date
  paidAt: Date | null
}

/** A subscription's payment and the period that it pays for. */
export type Invoice = Payment & { periodStart: Date; periodEnd: Date }

export type Subscription = {
  id: string
  ownerId: string
  customerId: string
  status: 'active' | 'past_due' | 'ended'
  cancelAtPeriodEnd: boolean
  /** The price of a month for its owner, whatever a new subscription costs meanwhile. */
  priceCents: number
  /** Oldest first. */
  invoices: Invoice[]
}

/** A purchase: a checkout or a subscription, by its id. */
export type Purchase = { about: 'checkout' | 'subscription'; objectId: string }

/**
 * The object that a webhook is about. It is read from the provider; the event itself is not trusted.
 * rule: payment-settled-once
 */
export type WebhookEvent = { id: string } & (
  | Purchase
  | { about: 'payment'; objectId: string }
  | { about: 'other' }
)
