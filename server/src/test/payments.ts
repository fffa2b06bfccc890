import { createHmac, randomBytes } from 'node:crypto'
import type {
  Checkout,
  CheckoutOrder,
  Invoice,
  Nudge,
  OpenCheckout,
  Payment,
  Payments,
  Subscription,
  WebhookHeaders,
} from '#server/outside/payments/payments.ts'
import type { Clock } from '#server/world.ts'

const SECRET = 'whsec_test'
const TOLERANCE_MS = 300_000

type Kept = Omit<Subscription, 'status'> & { amountCents: number; ended: boolean }

/** A provider that keeps its state in memory, with Stripe's shapes; the person at its page is played by `pay` and `declineFrom`. */
export class TestPayments implements Payments {
  readonly provider = 'simulated'
  /** Every call that was made, by name, so that tests can see that none was. */
  readonly calls: string[] = []
  /** Set to have the provider out of reach. */
  isDown = false
  /** Charges are declined from now on. */
  declines = false
  /** Looks around while the house waits for an answer. */
  watch: (() => Promise<void>) | undefined
  readonly #clock: Clock
  readonly #checkouts = new Map<string, Checkout & { amountCents: number }>()
  readonly #subscriptions = new Map<string, Kept>()
  readonly #keys = new Map<string, unknown>()
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async createSubscriptionCheckout(order: CheckoutOrder): Promise<OpenCheckout> {
    return this.#open('subscription', order)
  }

  async createLeadCheckout(order: CheckoutOrder): Promise<OpenCheckout> {
    return this.#open('lead', order)
  }

  async checkout(id: string): Promise<Checkout | undefined> {
    await this.#reach('checkout')
    return structuredClone(this.#checkouts.get(id))
  }

  async subscription(id: string): Promise<Subscription | undefined> {
    await this.#reach('subscription')
    const kept = this.#subscriptions.get(id)
    if (!kept) return undefined
    const isUnpaid = kept.invoices.at(-1)?.status === 'failed'
    const status = kept.ended ? 'ended' : isUnpaid ? 'past_due' : 'active'
    return structuredClone({ ...kept, status })
  }

  async cancelAtPeriodEnd(id: string): Promise<void> {
    await this.#reach('cancelAtPeriodEnd')
    this.#of(id).cancelAtPeriodEnd = true
  }

  async resume(id: string): Promise<void> {
    await this.#reach('resume')
    this.#of(id).cancelAtPeriodEnd = false
  }

  async endNow(id: string): Promise<void> {
    await this.#reach('endNow')
    this.#of(id).ended = true
  }

  async collect(id: string, at: Date, key: string): Promise<void> {
    await this.#reach('collect')
    this.#once(key, () => {
      const kept = this.#of(id)
      const newest = kept.invoices.at(-1)!
      if (kept.ended || kept.cancelAtPeriodEnd) return
      if (newest.status === 'failed') this.#charge(newest, at)
      else if (newest.periodEnd <= at) {
        const invoice = this.#invoice(kept.amountCents, newest.periodEnd)
        this.#charge(invoice, at)
        kept.invoices.push(invoice)
      }
    })
  }

  async refund(id: string): Promise<void> {
    await this.#reach('refund')
    const payments: (Payment | null)[] = [
      ...[...this.#checkouts.values()].map(({ payment }) => payment),
      ...[...this.#subscriptions.values()].flatMap(({ invoices }) => invoices),
    ]
    const payment = payments.find((one) => one?.id === id)
    if (!payment) throw new Error('Nothing like that was paid.')
    payment.status = 'refunded'
  }

  async verifyWebhook(body: Buffer, headers: WebhookHeaders, now: Date) {
    const [time = '', signature = ''] = String(headers['test-signature']).split('.')
    if (Math.abs(+now - Number(time)) > TOLERANCE_MS) return undefined
    if (signature !== sign(time, body.toString())) return undefined
    return JSON.parse(body.toString()) as Nudge
  }

  /** The person pays at the hosted page. */
  pay(checkoutId: string): void {
    const checkout = this.#checkouts.get(checkoutId)!
    const at = this.#clock.now()
    checkout.status = 'paid'
    checkout.url = null
    if (checkout.kind === 'lead') {
      checkout.payment = { ...this.#payment(checkout.amountCents, at), status: 'paid', paidAt: at }
      return
    }
    const subscriptionId = this.#id('sub')
    const invoice = {
      ...this.#invoice(checkout.amountCents, at),
      status: 'paid' as const,
      paidAt: at,
    }
    checkout.subscriptionId = subscriptionId
    this.#subscriptions.set(subscriptionId, {
      id: subscriptionId,
      ownerId: checkout.ownerId,
      customerId: this.#id('cus'),
      cancelAtPeriodEnd: false,
      invoices: [invoice],
      amountCents: checkout.amountCents,
      ended: false,
    })
  }

  /** A webhook about a checkout or a subscription, signed at that moment: body and headers. */
  webhook(about: 'checkout' | 'subscription', objectId: string, at = this.#clock.now()) {
    const body = JSON.stringify({ id: this.#id('evt'), about, objectId })
    const time = String(+at)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'test-signature': `${time}.${sign(time, body)}`,
      },
    }
  }

  async #open(kind: 'subscription' | 'lead', order: CheckoutOrder): Promise<OpenCheckout> {
    await this.#reach('open')
    return this.#once(`${kind} ${order.key}`, () => {
      const id = this.#id('cs')
      const url = `https://pay.example/${id}`
      const { ownerId, customerId, amountCents } = order
      this.#checkouts.set(id, {
        id,
        ownerId,
        kind,
        status: 'open',
        url,
        customerId,
        subscriptionId: null,
        payment: null,
        amountCents,
      })
      return { id, url }
    })
  }

  #charge(invoice: Invoice, at: Date): void {
    invoice.status = this.declines ? 'failed' : 'paid'
    invoice.paidAt = this.declines ? null : at
  }

  #invoice(amountCents: number, from: Date): Invoice {
    const periodEnd = new Date(from)
    periodEnd.setUTCMonth(periodEnd.getUTCMonth() + 1)
    return { ...this.#payment(amountCents, from), id: this.#id('in'), periodStart: from, periodEnd }
  }

  #payment(amountCents: number, createdAt: Date): Payment {
    return { id: this.#id('pi'), amountCents, status: 'pending', createdAt, paidAt: null }
  }

  #once<Result>(key: string, deed: () => Result): Result {
    if (!this.#keys.has(key)) this.#keys.set(key, deed())
    return this.#keys.get(key) as Result
  }

  #of(id: string): Kept {
    const kept = this.#subscriptions.get(id)
    if (!kept) throw new Error('There is no such subscription.')
    return kept
  }

  #id(prefix: string): string {
    return `${prefix}_${++this.#count}_${randomBytes(6).toString('hex')}`
  }

  async #reach(call: string): Promise<void> {
    if (this.isDown) throw new Error('The provider cannot be reached.')
    this.calls.push(call)
    await this.watch?.()
  }
}

function sign(time: string, body: string): string {
  return createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')
}
