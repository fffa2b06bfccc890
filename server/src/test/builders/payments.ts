import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { signEvent } from '#server/outside/payments/events.ts'
import { createPayments } from '#server/outside/payments/create-payments.ts'
import type { Payments, WebhookHeaders } from '#server/outside/payments/payments.ts'
import { settlePage } from '#server/outside/payments/simulated/hosted-page.ts'
import { webhookSecretOf } from '#server/outside/payments/simulated/webhook-secret.ts'
import type { Clock } from '#server/context.ts'

/**
 * The configured provider with its calls recorded. A test can make it fail; `pay` is the person on the simulated page.
 */
export class TestPayments implements Payments {
  /** The names of all calls, so that tests can see that none was made. */
  readonly calls: string[] = []
  /** Whether the provider cannot be reached. */
  isDown = false
  /** The number of next answers that are lost after the call was executed. */
  lostAnswers = 0
  /** Cards are declined at renewals from now on. */
  declines = false
  /** Runs while the server waits for an answer. */
  watch: (() => Promise<void>) | undefined
  readonly #provider: Payments
  readonly #db: Db
  readonly #clock: Clock
  readonly #config: Config

  private constructor(provider: Payments, db: Db, clock: Clock, config: Config) {
    this.#provider = provider
    this.#db = db
    this.#clock = clock
    this.#config = config
  }

  static async open(config: Config, db: Db, clock: Clock): Promise<TestPayments> {
    return new TestPayments(await createPayments(config, db, clock), db, clock, config)
  }

  get provider() {
    return this.#provider.provider
  }

  createSubscriptionCheckout: Payments['createSubscriptionCheckout'] = (order) =>
    this.#call('open', () => this.#provider.createSubscriptionCheckout(order))

  createLeadCheckout: Payments['createLeadCheckout'] = (order) =>
    this.#call('open', () => this.#provider.createLeadCheckout(order))

  checkout: Payments['checkout'] = (id) => this.#call('checkout', () => this.#provider.checkout(id))

  expireCheckout: Payments['expireCheckout'] = (id, key) =>
    this.#call('expireCheckout', () => this.#provider.expireCheckout(id, key))

  subscription: Payments['subscription'] = (id) =>
    this.#call('subscription', () => this.#provider.subscription(id))

  cancelAtPeriodEnd: Payments['cancelAtPeriodEnd'] = (id, key) =>
    this.#call('cancelAtPeriodEnd', () => this.#provider.cancelAtPeriodEnd(id, key))

  resume: Payments['resume'] = (id, key) =>
    this.#call('resume', () => this.#provider.resume(id, key))

  endNow: Payments['endNow'] = (id, key) =>
    this.#call('endNow', () => this.#provider.endNow(id, key))

  collect: Payments['collect'] = (id, at, key) =>
    this.#call('collect', async () => {
      await this.#db
        .updateTable('simulated_subscriptions')
        .set({ declines_renewals: this.declines })
        .where('id', '=', id)
        .execute()
      await this.#provider.collect(id, at, key)
    })

  refund: Payments['refund'] = (id, key) =>
    this.#call('refund', () => this.#provider.refund(id, key))

  deleteCustomer: Payments['deleteCustomer'] = (id, key) =>
    this.#call('deleteCustomer', () => this.#provider.deleteCustomer(id, key))

  purchaseOf: Payments['purchaseOf'] = (id) =>
    this.#call('purchaseOf', () => this.#provider.purchaseOf(id))

  verifyWebhook(body: Buffer, headers: WebhookHeaders, now: Date) {
    return this.#provider.verifyWebhook(body, headers, now)
  }

  /** The person on the simulated page pays with a card that works. */
  async pay(checkoutId: string): Promise<void> {
    const { owner_id: ownerId } = await this.#db
      .selectFrom('simulated_checkouts')
      .select('owner_id')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow()
    const checkout = { id: checkoutId, ownerId, now: this.#clock.now() }
    await settlePage(this.#db, checkout, { outcome: 'paid', declinesRenewals: false })
  }

  /** A simulated webhook about a checkout or a subscription, signed at that moment: body and headers. */
  async webhook(about: 'checkout' | 'subscription', objectId: string, at = this.#clock.now()) {
    const [type, object] =
      about === 'checkout'
        ? ['checkout.session.completed', 'checkout.session']
        : ['customer.subscription.updated', 'subscription']
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      data: { object: { id: objectId, object } },
    })
    const secret = await webhookSecretOf(this.#config)
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': await signEvent(body, secret, at),
      },
    }
  }

  async #call<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer> {
    if (this.isDown) throw new Error('The provider cannot be reached.')
    this.calls.push(call)
    await this.watch?.()
    const result = await answer()
    if (this.lostAnswers === 0) return result
    this.lostAnswers--
    throw new Error('The answer was lost.')
  }
}
