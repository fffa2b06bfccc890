/**
 * The payments provider in our words (decision 21). Ids are the provider's and opaque; amounts are whole US cents. Every call
 * goes over a network and may fail or be answered twice: call it outside of transactions, with an idempotency key that is the
 * same for the same intent, then read what is true and write that. A call that could not be made rejects.
 */
export interface Payments {
  readonly provider: 'stripe' | 'simulated'

  /** Opens a hosted page where the owner subscribes to a month at a time, the first one paid at once. */
  createSubscriptionCheckout(order: CheckoutOrder): Promise<OpenCheckout>

  /** Opens a hosted page where the owner pays once for one lead. */
  createLeadCheckout(order: CheckoutOrder): Promise<OpenCheckout>

  /** What is true of a checkout; undefined if the provider has never heard of it. */
  checkout(checkoutId: string): Promise<Checkout | undefined>

  /** What is true of a subscription with all its invoices, oldest first; undefined if the provider has never heard of it. */
  subscription(subscriptionId: string): Promise<Subscription | undefined>

  /** The subscription ends with what has been paid. Repeating it is harmless, also once it has ended. */
  cancelAtPeriodEnd(subscriptionId: string, key: string): Promise<void>

  /** Withdraws a cancellation within the paid period, without a charge. Repeating it is harmless. */
  resume(subscriptionId: string, key: string): Promise<void>

  /** The subscription ends now, nothing is given back and nothing charged again. Repeating it is harmless, also once it has ended. */
  endNow(subscriptionId: string, key: string): Promise<void>

  /**
   * Lets the provider take what is owed at that moment: an unpaid invoice is tried again; a provider without a clock of its own
   * also charges the periods that have begun. Nothing owed, nothing done. A declined card is no error: it shows in `subscription`.
   */
  collect(subscriptionId: string, at: Date, key: string): Promise<void>

  /** Gives all of a payment back. Repeating it is harmless. */
  refund(paymentId: string, key: string): Promise<void>

  /** What money that moved was for, by the id that a nudge names; undefined if it was for nothing that we opened. */
  boughtBy(moneyId: string): Promise<Purchase | undefined>

  /** Reads a webhook's exact bytes; undefined when the signature is missing, wrong or older than five minutes. */
  verifyWebhook(rawBody: Buffer, headers: WebhookHeaders, now: Date): Promise<Nudge | undefined>
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

export type CheckoutOrder = {
  /** Who buys: our professional's id, which the provider keeps and answers with the checkout. */
  ownerId: string
  email: string
  language: 'en' | 'pt' | 'es'
  amountCents: number
  /** Known from an earlier checkout, else null: then the provider makes one. */
  customerId: string | null
  /** Where the page leads afterwards; `{CHECKOUT_ID}` in it becomes the checkout's id. */
  successUrl: string
  cancelUrl: string
  /** The same intent, the same checkout. */
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
  /** 'processing': completed, and the money is on its way. */
  status: 'open' | 'processing' | 'paid' | 'expired'
  /** The hosted page, while it is open. */
  url: string | null
  customerId: string | null
  /** Of a subscription's checkout, once it is completed. */
  subscriptionId: string | null
  /** Of a lead's checkout, once it is completed. */
  payment: Payment | null
}

/** Money asked for: a subscription's invoice, or a single payment. */
export type Payment = {
  id: string
  amountCents: number
  /** 'pending': not tried yet, or on its way; 'failed': tried and declined, perhaps to be tried again. */
  status: 'pending' | 'paid' | 'failed' | 'refunded'
  createdAt: Date
  paidAt: Date | null
}

/** A subscription's payment and the time it pays for. */
export type Invoice = Payment & { periodStart: Date; periodEnd: Date }

export type Subscription = {
  id: string
  ownerId: string
  customerId: string
  status: 'active' | 'past_due' | 'ended'
  cancelAtPeriodEnd: boolean
  /** Oldest first. */
  invoices: Invoice[]
}

/** What was bought: a checkout, or a subscription, by its id. */
export type Purchase = { about: 'checkout' | 'subscription'; objectId: string }

/** What a webhook is about: something to ask the provider for, never a truth of its own. */
export type Nudge = { id: string } & (
  | Purchase
  | { about: 'money'; objectId: string }
  | { about: 'nothing we keep' }
)
