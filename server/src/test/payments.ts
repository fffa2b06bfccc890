import { randomUUID } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { signEvent } from '#server/outside/payments/events.ts'
import { paymentsFor } from '#server/outside/payments/payments-for.ts'
import type { Payments, WebhookHeaders } from '#server/outside/payments/payments.ts'
import { settlePage } from '#server/outside/payments/simulated/settle-page.ts'
import { webhookSecretOf } from '#server/outside/payments/simulated/webhook-secret.ts'
import type { Clock } from '#server/context.ts'

/** The provider of the settings, watched, and out of reach when a test says so; `pay` plays the person at the simulated page. */
export class TestPayments implements Payments {
  /** Every call that was made, by name, so that tests can see that none was. */
  readonly calls: string[] = []
  /** Set to have the provider out of reach. */
  isDown = false
  /** So many answers are lost after the deed was done. */
  losesAnswers = 0
  /** Cards are declined at renewals from now on. */
  declines = false
  /** Looks around while the server waits for an answer. */
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
    return new TestPayments(await paymentsFor(config, db, clock), db, clock, config)
  }

  get provider() {
    return this.#provider.provider
  }

  createSubscriptionCheckout: Payments['createSubscriptionCheckout'] = (order) =>
    this.#reach('open', () => this.#provider.createSubscriptionCheckout(order))

  createLeadCheckout: Payments['createLeadCheckout'] = (order) =>
    this.#reach('open', () => this.#provider.createLeadCheckout(order))

  checkout: Payments['checkout'] = (id) =>
    this.#reach('checkout', () => this.#provider.checkout(id))

  subscription: Payments['subscription'] = (id) =>
    this.#reach('subscription', () => this.#provider.subscription(id))

  cancelAtPeriodEnd: Payments['cancelAtPeriodEnd'] = (id, key) =>
    this.#reach('cancelAtPeriodEnd', () => this.#provider.cancelAtPeriodEnd(id, key))

  resume: Payments['resume'] = (id, key) =>
    this.#reach('resume', () => this.#provider.resume(id, key))

  endNow: Payments['endNow'] = (id, key) =>
    this.#reach('endNow', () => this.#provider.endNow(id, key))

  collect: Payments['collect'] = (id, at, key) =>
    this.#reach('collect', async () => {
      await this.#db
        .updateTable('simulated_subscriptions')
        .set({ declines_renewals: this.declines })
        .where('id', '=', id)
        .execute()
      await this.#provider.collect(id, at, key)
    })

  refund: Payments['refund'] = (id, key) =>
    this.#reach('refund', () => this.#provider.refund(id, key))

  boughtBy: Payments['boughtBy'] = (id) =>
    this.#reach('boughtBy', () => this.#provider.boughtBy(id))

  verifyWebhook(body: Buffer, headers: WebhookHeaders, now: Date) {
    return this.#provider.verifyWebhook(body, headers, now)
  }

  /** The person at the simulated page gives a card that pays. */
  async pay(checkoutId: string): Promise<void> {
    const { owner_id: ownerId } = await this.#db
      .selectFrom('simulated_checkouts')
      .select('owner_id')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow()
    const whose = { id: checkoutId, ownerId, now: this.#clock.now() }
    await settlePage(this.#db, whose, { outcome: 'paid', declinesRenewals: false })
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

  async #reach<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer> {
    if (this.isDown) throw new Error('The provider cannot be reached.')
    this.calls.push(call)
    await this.watch?.()
    const answered = await answer()
    if (this.losesAnswers === 0) return answered
    this.losesAnswers--
    throw new Error('The answer was lost.')
  }
}
