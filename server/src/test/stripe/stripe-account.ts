import { randomBytes } from 'node:crypto'
import { monthsAfter } from '#server/outside/payments/simulated/payment.ts'
import { at } from './form.ts'
import type { Fields } from './form.ts'

export type StripeObject = { id: string; object: string; [field: string]: unknown }
type Subscription = StripeObject & {
  status: string
  customer: string
  cancel_at_period_end: boolean
}
type Invoice = StripeObject & { status: string; period: { start: number; end: number } }

/** A refusal of Stripe: its status, type and code. */
export class StripeError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined

  constructor(status: number, type: string, code?: string) {
    super(`${type} ${code ?? ''}`)
    this.status = status
    this.type = type
    this.code = code
  }
}

/** The state of an account at Stripe, in Stripe's shapes. `pay` and `payLater` are the person on the hosted page. */
export class StripeAccount {
  now: Date
  /** Cards are declined from now on. */
  declines = false
  /** Banks take days from now on: a payment is tried, and neither paid nor declined. */
  isSlow = false
  /** The events that Stripe would send by webhooks, oldest first. */
  readonly events: { type: string; object: StripeObject }[] = []
  readonly sessions = new Map<string, StripeObject>()
  readonly subscriptions = new Map<string, Subscription>()
  readonly invoices = new Map<string, Invoice>()
  readonly intents = new Map<string, StripeObject>()
  readonly charges = new Map<string, StripeObject>()
  readonly disputes = new Map<string, StripeObject>()
  readonly customers = new Map<string, StripeObject>()

  constructor(now: Date) {
    this.now = now
  }

  /** Opens a Checkout Session from the sent fields; refuses as Stripe would. */
  openSession(fields: Fields): StripeObject {
    const mode = at(fields, 'mode')
    const amount = Number(at(fields, 'line_items.0.price_data.unit_amount'))
    const isMonthly = at(fields, 'line_items.0.price_data.recurring.interval') === 'month'
    const isComplete =
      at(fields, 'success_url') &&
      at(fields, 'line_items.0.price_data.product_data.name') &&
      at(fields, 'line_items.0.price_data.currency') === 'usd' &&
      Number.isInteger(amount) &&
      isMonthly === (mode === 'subscription')
    if (!isComplete) throw new StripeError(400, 'invalid_request_error', 'parameter_missing')
    const customer = at(fields, 'customer')
    if (customer && !this.customers.has(customer)) {
      throw new StripeError(400, 'invalid_request_error', 'resource_missing')
    }
    const id = newId('cs_test')
    const session = {
      id,
      object: 'checkout.session',
      mode,
      amount_total: amount,
      currency: 'usd',
      status: 'open',
      payment_status: 'unpaid',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      customer: customer ?? null,
      customer_email: at(fields, 'customer_email') ?? null,
      client_reference_id: at(fields, 'client_reference_id') ?? null,
      metadata: fields['metadata'] ?? {},
      locale: at(fields, 'locale'),
      success_url: at(fields, 'success_url'),
      cancel_url: at(fields, 'cancel_url'),
      subscription: null,
      payment_intent: null,
      expires_at: this.#seconds() + 86_400,
      subscription_metadata: (fields['subscription_data'] as Fields)?.['metadata'] ?? {},
    }
    this.sessions.set(id, session)
    return session
  }

  session(id: string): StripeObject {
    const session = find(this.sessions, id)
    if (session['status'] === 'open' && this.#seconds() >= Number(session['expires_at'])) {
      Object.assign(session, { status: 'expired', url: null })
      this.#addEvent('checkout.session.expired', session)
    }
    return session
  }

  expireSession(id: string): StripeObject {
    const session = this.session(id)
    if (session['status'] !== 'open') throw new StripeError(400, 'invalid_request_error')
    Object.assign(session, { status: 'expired', url: null })
    this.#addEvent('checkout.session.expired', session)
    return session
  }

  /** The person pays with a card that works. */
  pay(sessionId: string): void {
    const session = this.session(sessionId)
    if (session['status'] !== 'open') throw new Error('This page is closed.')
    const customer = (session['customer'] as string | null) ?? newId('cus')
    this.customers.set(customer, { id: customer, object: 'customer' })
    const amount = Number(session['amount_total'])
    const purchase: Record<string, unknown> = {}
    if (session['mode'] === 'payment') {
      purchase['payment_intent'] = this.#charge(customer, amount).id
    } else {
      const subscription: Subscription = {
        id: newId('sub'),
        object: 'subscription',
        status: 'active',
        customer,
        metadata: session['subscription_metadata'],
        cancel_at_period_end: false,
        items: { object: 'list', data: [{ quantity: 1, price: { unit_amount: amount } }] },
        amount,
        anchor: this.#seconds(),
      }
      this.subscriptions.set(subscription.id, subscription)
      this.#addEvent('customer.subscription.created', subscription)
      this.#try(this.#invoice(subscription, this.now), { isFirst: true })
      purchase['subscription'] = subscription.id
    }
    Object.assign(session, purchase, {
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer,
    })
    this.#addEvent('checkout.session.completed', session)
  }

  /** The payment is not confirmed yet, as with a bank debit. */
  payLater(sessionId: string): void {
    const session = this.session(sessionId)
    Object.assign(session, { status: 'complete', payment_status: 'unpaid', url: null })
  }

  /** Moves the clock: renewals are charged, cancelled subscriptions end. */
  moveTo(now: Date): void {
    this.now = now
    for (const subscription of this.subscriptions.values()) this.#renew(subscription)
  }

  changeSubscription(id: string, fields: Fields): StripeObject {
    const subscription = find(this.subscriptions, id)
    if (subscription.status === 'canceled') throw new StripeError(400, 'invalid_request_error')
    subscription.cancel_at_period_end = at(fields, 'cancel_at_period_end') === 'true'
    this.#addEvent('customer.subscription.updated', subscription)
    return subscription
  }

  endSubscription(id: string): StripeObject {
    const subscription = find(this.subscriptions, id)
    if (subscription.status === 'canceled') {
      throw new StripeError(404, 'invalid_request_error', 'resource_missing')
    }
    subscription.status = 'canceled'
    this.#addEvent('customer.subscription.deleted', subscription)
    return subscription
  }

  payInvoice(id: string): StripeObject {
    const invoice = find(this.invoices, id)
    if (invoice.status !== 'open') throw new StripeError(400, 'invalid_request_error')
    const intent = this.intents.get(openIntentOf(invoice))
    // Stripe refuses a second payment while the first is on its way.
    if (intent?.['status'] === 'processing') {
      throw new StripeError(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    }
    this.#try(invoice)
    if (this.declines) throw new StripeError(402, 'card_error', 'card_declined')
    return invoice
  }

  /** Newest first, as Stripe lists them. */
  invoicesOf(subscription: string): Invoice[] {
    return [...this.invoices.values()].filter((one) => one['of'] === subscription).toReversed()
  }

  /** The payment intent of an invoice; a single payment is its own. */
  intentOf(paymentId: string): string {
    if (!paymentId.startsWith('in_')) return paymentId
    const [paid] = find(this.invoices, paymentId)['payments'] as {
      payment: { payment_intent: string }
    }[]
    if (!paid) throw new Error('Nothing was paid by it.')
    return paid.payment.payment_intent
  }

  refund(intent: string): StripeObject {
    const charge = [...this.charges.values()].find((one) => one['payment_intent'] === intent)
    if (!charge) throw new StripeError(404, 'invalid_request_error', 'resource_missing')
    if (charge['refunded']) {
      throw new StripeError(400, 'invalid_request_error', 'charge_already_refunded')
    }
    Object.assign(charge, { refunded: true, amount_refunded: charge['amount'] })
    this.#addEvent('charge.refunded', charge)
    return { id: newId('re'), object: 'refund', status: 'succeeded', payment_intent: intent }
  }

  /** A part is given back on Stripe's website. */
  refundPartly(intent: string, cents: number): void {
    const charge = [...this.charges.values()].find((one) => one['payment_intent'] === intent)!
    charge['amount_refunded'] = Number(charge['amount_refunded']) + cents
  }

  /** The bank takes a payment back, or decides about that. */
  dispute(intent: string, status: string): void {
    const charge = [...this.charges.values()].find((one) => one['payment_intent'] === intent)!
    charge['disputed'] = true
    this.disputes.set(charge.id, {
      id: `dp_${charge.id}`,
      object: 'dispute',
      charge: charge.id,
      status,
    })
  }

  deleteCustomer(id: string): StripeObject {
    find(this.customers, id)
    this.customers.delete(id)
    for (const subscription of this.subscriptions.values()) {
      if (subscription.customer === id) subscription.status = 'canceled'
    }
    return { id, object: 'customer', deleted: true }
  }

  #renew(subscription: Subscription): void {
    for (;;) {
      const newest = this.invoicesOf(subscription.id)[0]!
      const hasEnded = newest.period.end <= this.#seconds()
      if (subscription.status !== 'active' || !hasEnded) return
      if (subscription.cancel_at_period_end) {
        this.endSubscription(subscription.id)
        return
      }
      this.#try(this.#invoice(subscription, new Date(newest.period.end * 1000)))
    }
  }

  #invoice(subscription: Subscription, start: Date): Invoice {
    const count = this.invoicesOf(subscription.id).length
    const anchor = new Date(Number(subscription['anchor']) * 1000)
    const period = {
      start: Math.floor(+start / 1000),
      end: Math.floor(+monthsAfter(anchor, count + 1) / 1000),
    }
    const invoice: Invoice = {
      id: newId('in'),
      object: 'invoice',
      of: subscription.id,
      status: 'open',
      attempted: false,
      amount_due: subscription['amount'],
      created: period.start,
      period_start: period.start,
      period_end: period.start,
      period,
      lines: { object: 'list', data: [{ period }], has_more: false },
      parent: { subscription_details: { subscription: subscription.id } },
      status_transitions: { paid_at: null },
      payments: [],
    }
    this.invoices.set(invoice.id, invoice)
    return invoice
  }

  #try(invoice: Invoice, { isFirst = false } = {}): void {
    const subscription = find(this.subscriptions, String(invoice['of']))
    invoice['attempted'] = true
    if (this.declines && !isFirst) {
      subscription.status = 'past_due'
      this.#addEvent('invoice.payment_failed', invoice)
      return
    }
    if (this.isSlow && !isFirst) {
      const intent = { id: newId('pi'), object: 'payment_intent', status: 'processing' }
      this.intents.set(intent.id, intent)
      invoice['payments'] = [
        { status: 'open', payment: { type: 'payment_intent', payment_intent: intent.id } },
      ]
      return
    }
    const intent = this.#charge(subscription.customer, Number(invoice['amount_due']))
    Object.assign(invoice, {
      status: 'paid',
      status_transitions: { paid_at: this.#seconds() },
      payments: [
        { status: 'paid', payment: { type: 'payment_intent', payment_intent: intent.id } },
      ],
    })
    subscription.status = 'active'
    this.#addEvent('invoice.paid', invoice)
  }

  #charge(customer: string, amount: number): StripeObject {
    const [id, created] = [newId('pi'), this.#seconds()]
    const charge = {
      id: newId('ch'),
      object: 'charge',
      created,
      customer,
      payment_intent: id,
      amount,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
    }
    this.charges.set(charge.id, charge)
    const intent = {
      id,
      object: 'payment_intent',
      amount,
      created,
      status: 'succeeded',
      latest_charge: charge.id,
    }
    this.intents.set(id, intent)
    return intent
  }

  #addEvent(type: string, object: StripeObject): void {
    this.events.push({ type, object: structuredClone(object) })
  }

  #seconds(): number {
    return Math.floor(+this.now / 1000)
  }
}

function openIntentOf(invoice: Invoice): string {
  const payments = invoice['payments'] as { status: string; payment: { payment_intent: string } }[]
  return payments.find(({ status }) => status === 'open')?.payment.payment_intent ?? ''
}

/** The object with an id, or Stripe's refusal. */
export function find<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
  const item = items.get(id)
  if (!item) throw new StripeError(404, 'invalid_request_error', 'resource_missing')
  return item
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
