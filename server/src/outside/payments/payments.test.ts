import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { checkoutOrder, simulatedProvider, stripeProvider } from '#server/test/providers.ts'
import type { CheckoutOrder } from './payments.ts'

const DAY_MS = 86_400_000
const daysAfter = (date: Date, days: number) => new Date(+date + days * DAY_MS)
const key = () => randomUUID()

describe.each([
  ['simulated', simulatedProvider],
  ['stripe', stripeProvider],
])('payments by %s', async (name, open) => {
  const provider = await open()
  const { payments } = provider
  afterAll(() => provider.close())

  const paidLead = async (facts: Partial<CheckoutOrder> = {}) => {
    const order = checkoutOrder({ amountCents: 1500, ...facts })
    const { id } = await payments.createLeadCheckout(order)
    await provider.pay(order, id)
    return (await payments.checkout(id))!
  }
  const subscribed = async () => {
    const order = checkoutOrder()
    const { id } = await payments.createSubscriptionCheckout(order)
    await provider.pay(order, id)
    const checkout = (await payments.checkout(id))!
    return { order, checkout, id: checkout.subscriptionId! }
  }
  const readSubscription = async (id: string) => (await payments.subscription(id))!
  const statuses = async (id: string) =>
    (await readSubscription(id)).invoices.map(({ status }) => status)

  // rule: simulated-payments
  test('name their provider', () => expect(payments.provider).toBe(name))

  // rule: prices, paid-once
  describe('a checkout', () => {
    test('is open for its owner, with nothing paid', async () => {
      const order = checkoutOrder()
      const opened = await payments.createSubscriptionCheckout(order)
      expect(opened).toEqual({
        id: expect.stringMatching(/^cs_\w+$/),
        url: expect.stringContaining(opened.id),
      })
      expect(await payments.checkout(opened.id)).toMatchObject({
        id: opened.id,
        ownerId: order.ownerId,
        kind: 'subscription',
        status: 'open',
        url: opened.url,
        subscriptionId: null,
        payment: null,
      })
    })

    test('with the same key is the same, also for two requests at once; another order is refused', async () => {
      const order = checkoutOrder()
      const both = await Promise.all([
        payments.createLeadCheckout(order),
        payments.createLeadCheckout(order),
      ])
      both.push(await payments.createLeadCheckout(order))
      expect(new Set(both.map(({ id }) => id)).size).toBe(1)
      await expect(payments.createLeadCheckout({ ...order, amountCents: 1 })).rejects.toThrow(/./)
      await expect(
        payments.createLeadCheckout({ ...order, ownerId: randomUUID() }),
      ).rejects.toThrow(/./)
    })

    test('that was never opened does not exist', async () => {
      expect(await payments.checkout('cs_made_up')).toBeUndefined()
    })

    test('for a lead is paid at our price', async () => {
      const checkout = await paidLead()
      expect(checkout).toMatchObject({ kind: 'lead', status: 'paid', url: null })
      expect(checkout.subscriptionId).toBeNull()
      expect(checkout.payment).toEqual({
        id: expect.stringMatching(/^pi_/),
        amountCents: 1500,
        status: 'paid',
        refundedCents: 0,
        isDisputeWon: false,
        createdAt: provider.now(),
        paidAt: provider.now(),
      })
    })

    test('whose card is declined is not paid, and stays open for another card', async () => {
      const order = checkoutOrder({ amountCents: 1500 })
      const { id } = await payments.createLeadCheckout(order)
      await provider.decline(order, id)
      expect(await payments.checkout(id)).toMatchObject({ status: 'open', payment: null })
      await provider.pay(order, id)
      expect(await payments.checkout(id)).toMatchObject({ status: 'paid' })
    })

    test('that is not paid expires after a day', async () => {
      const { id } = await payments.createLeadCheckout(checkoutOrder())
      const end = daysAfter(provider.now(), 1)
      provider.moveTo(new Date(+end - 1000))
      expect(await payments.checkout(id)).toMatchObject({ status: 'open' })
      provider.moveTo(end)
      expect(await payments.checkout(id)).toMatchObject({
        status: 'expired',
        url: null,
        payment: null,
      })
    })

    // rule: paid-once
    test('that is expired by us can no longer be paid; repeating it, a paid and an unknown one are harmless', async () => {
      const order = checkoutOrder()
      const { id } = await payments.createSubscriptionCheckout(order)
      for (let time = 0; time < 2; time++) await payments.expireCheckout(id, key())
      expect(await payments.checkout(id)).toMatchObject({ status: 'expired', url: null })
      await Promise.allSettled([provider.pay(order, id)])
      expect(await payments.checkout(id)).toMatchObject({ status: 'expired', payment: null })
      const paid = await paidLead()
      await payments.expireCheckout(paid.id, key())
      expect(await payments.checkout(paid.id)).toMatchObject({ status: 'paid' })
      await payments.expireCheckout('cs_made_up', key())
    })

    test('keeps a known customer', async () => {
      const { checkout } = await subscribed()
      const { customerId } = checkout
      expect(customerId).toMatch(/^cus_/)
      expect(await paidLead({ customerId })).toMatchObject({ customerId })
    })
  })

  describe('a subscription', () => {
    // rule: prices
    test('begins with a month that is paid at our price', async () => {
      const from = provider.now()
      const { id, order, checkout } = await subscribed()
      expect(checkout).toMatchObject({ status: 'paid', payment: null })
      const { customerId, invoices, ...facts } = await readSubscription(id)
      expect(customerId).toBe(checkout.customerId)
      expect(facts).toEqual({
        id,
        ownerId: order.ownerId,
        status: 'active',
        cancelAtPeriodEnd: false,
        priceCents: order.amountCents,
      })
      expect(invoices).toEqual([
        {
          id: expect.stringMatching(/^in_/),
          amountCents: 1990,
          status: 'paid',
          refundedCents: 0,
          isDisputeWon: false,
          createdAt: from,
          paidAt: from,
          periodStart: from,
          periodEnd: expect.any(Date),
        },
      ])
    })

    // rule: cancel-at-period-end
    test('that was never begun does not exist and cannot be changed', async () => {
      expect(await payments.subscription('sub_made_up')).toBeUndefined()
      await expect(payments.cancelAtPeriodEnd('sub_made_up', key())).rejects.toThrow(/./)
    })

    // rule: subscription-states
    test('renews month by month from its first day, each period once, also months later', async () => {
      provider.moveTo(new Date('2028-01-31T15:00:00Z'))
      const { id } = await subscribed()
      provider.moveTo(new Date('2028-04-30T15:00:00Z'))
      const sameKey = key()
      await Promise.all([
        payments.collect(id, provider.now(), sameKey),
        payments.collect(id, provider.now(), sameKey),
      ])
      await payments.collect(id, provider.now(), key())
      const { status, invoices } = await readSubscription(id)
      expect(status).toBe('active')
      expect(invoices.map(({ periodStart }) => periodStart.toISOString().slice(0, 10))).toEqual([
        '2028-01-31',
        '2028-02-29',
        '2028-03-31',
        '2028-04-30',
      ])
      for (const [index, { periodEnd }] of invoices.slice(0, -1).entries()) {
        expect(periodEnd).toEqual(invoices[index + 1]!.periodStart)
      }
      expect(new Set(invoices.map((invoice) => invoice.status))).toEqual(new Set(['paid']))
    })

    // rule: subscription-states
    test('whose renewal is declined is past due; collecting again is no error, and succeeds once the card works', async () => {
      const { id } = await subscribed()
      await provider.setDeclines(id, true)
      provider.moveTo(daysAfter(provider.now(), 32))
      await payments.collect(id, provider.now(), key())
      await payments.collect(id, provider.now(), key())
      expect(await readSubscription(id)).toMatchObject({ status: 'past_due' })
      expect(await statuses(id)).toEqual(['paid', 'failed'])
      await provider.setDeclines(id, false)
      await payments.collect(id, provider.now(), key())
      expect(await readSubscription(id)).toMatchObject({ status: 'active' })
      expect(await statuses(id)).toEqual(['paid', 'paid'])
    })

    // rule: subscription-states
    test('with nothing owed is not charged', async () => {
      const { id } = await subscribed()
      await payments.collect(id, daysAfter(provider.now(), 20), key())
      expect(await statuses(id)).toEqual(['paid'])
    })

    // rule: cancel-at-period-end
    test('that is cancelled continues until its end without another charge; repeating is harmless', async () => {
      const { id } = await subscribed()
      for (let time = 0; time < 2; time++) await payments.cancelAtPeriodEnd(id, key())
      expect(await readSubscription(id)).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: true,
      })
      provider.moveTo(daysAfter(provider.now(), 32))
      await payments.collect(id, provider.now(), key())
      expect(await readSubscription(id)).toMatchObject({ status: 'ended' })
      expect(await statuses(id)).toEqual(['paid'])
      await payments.cancelAtPeriodEnd(id, key())
      await payments.resume(id, key())
      await payments.endNow(id, key())
      expect(await readSubscription(id)).toMatchObject({ status: 'ended' })
    })

    // rule: cancel-at-period-end
    test('whose cancellation is withdrawn in time continues without a charge', async () => {
      const { id } = await subscribed()
      await payments.cancelAtPeriodEnd(id, key())
      for (let time = 0; time < 2; time++) await payments.resume(id, key())
      expect(await readSubscription(id)).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: false,
      })
      expect(await statuses(id)).toEqual(['paid'])
      provider.moveTo(daysAfter(provider.now(), 32))
      await payments.collect(id, provider.now(), key())
      expect(await statuses(id)).toEqual(['paid', 'paid'])
    })

    // rule: cancel-at-period-end
    test('that was ended at once stays ended and is never charged again', async () => {
      const { id } = await subscribed()
      for (let time = 0; time < 2; time++) await payments.endNow(id, key())
      expect(await readSubscription(id)).toMatchObject({ status: 'ended' })
      provider.moveTo(daysAfter(provider.now(), 70))
      await payments.collect(id, provider.now(), key())
      expect(await statuses(id)).toEqual(['paid'])
    })
  })

  // rule: refunds
  describe('a refund', () => {
    test('of a single payment happens once', async () => {
      const { id, payment } = await paidLead()
      for (let time = 0; time < 2; time++) await payments.refund(payment!.id, key())
      expect((await payments.checkout(id))!.payment).toMatchObject({ status: 'refunded' })
    })

    test('of a month leaves the other months paid', async () => {
      const { id } = await subscribed()
      provider.moveTo(daysAfter(provider.now(), 32))
      await payments.collect(id, provider.now(), key())
      const newest = (await readSubscription(id)).invoices.at(-1)!
      for (let time = 0; time < 2; time++) await payments.refund(newest.id, key())
      expect(await statuses(id)).toEqual(['paid', 'refunded'])
    })

    test('is reported by the payment intent, which leads to the checkout or the subscription', async () => {
      const lead = await paidLead()
      const intent = provider.intentOf(lead.payment!.id)
      expect(await payments.purchaseOf(intent)).toEqual({ about: 'checkout', objectId: lead.id })
      const { id } = await subscribed()
      provider.moveTo(daysAfter(provider.now(), 32))
      await payments.collect(id, provider.now(), key())
      for (const invoice of (await readSubscription(id)).invoices) {
        const month = provider.intentOf(invoice.id)
        expect(await payments.purchaseOf(month)).toEqual({ about: 'subscription', objectId: id })
      }
      expect(await payments.purchaseOf('pi_made_up')).toBeUndefined()
    })

    test('of something that was never paid is refused', async () => {
      await expect(payments.refund('pi_made_up', key())).rejects.toThrow(/./)
      await expect(payments.refund('in_made_up', key())).rejects.toThrow(/./)
    })
  })

  // rule: payment-settled-once, simulated-payments
  describe('a webhook', () => {
    const session = { id: 'cs_1', object: 'checkout.session' }
    const verify = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
      payments.verifyWebhook(Buffer.from(body), headers, provider.now())

    test('that is signed names the object to read, also when it is repeated', async () => {
      const event = await provider.webhook('checkout.session.completed', session)
      const expected = { id: expect.stringMatching(/^evt_/), about: 'checkout', objectId: 'cs_1' }
      expect(await verify(event)).toEqual(expected)
      expect(await verify(event)).toEqual(expected)
    })

    test.each([
      ['customer.subscription.deleted', { id: 'sub_1', object: 'subscription' }],
      [
        'invoice.paid',
        {
          id: 'in_1',
          object: 'invoice',
          parent: { subscription_details: { subscription: 'sub_1' } },
        },
      ],
    ])('about %s leads to its subscription', async (type, object) => {
      expect(await verify(await provider.webhook(type, object))).toMatchObject({
        about: 'subscription',
        objectId: 'sub_1',
      })
    })

    test.each([
      ['charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }],
      ['charge.dispute.created', { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1' }],
      ['refund.updated', { id: 're_1', object: 'refund', payment_intent: { id: 'pi_1' } }],
    ])('about %s names the payment intent', async (type, object) => {
      expect(await verify(await provider.webhook(type, object))).toMatchObject({
        about: 'payment',
        objectId: 'pi_1',
      })
    })

    test('about anything else is accepted and ignored', async () => {
      for (const object of [
        { id: 'ch_1', object: 'charge', payment_intent: null },
        { id: 'cus_1', object: 'customer' },
        { id: 'in_1', object: 'invoice', parent: null },
      ]) {
        expect(await verify(await provider.webhook('x', object))).toMatchObject({
          about: 'other',
        })
      }
    })

    test('that is forged, changed, signed with another secret, stale or not signed is refused', async () => {
      const type = 'checkout.session.completed'
      const valid = await provider.webhook(type, session)
      const { body, headers } = valid
      const changed = { body: body.replace('cs_1', 'cs_2'), headers }
      const forged = {
        body,
        headers: { ...headers, 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` },
      }
      const unparsable = { body, headers: { ...headers, 'stripe-signature': 'nonsense' } }
      const other = await provider.webhook(type, session, { secret: 'whsec_other' })
      const stale = await provider.webhook(type, session, {
        at: new Date(+provider.now() - 301_000),
      })
      for (const invalid of [changed, forged, unparsable, other, stale, { body, headers: {} }]) {
        expect(await verify(invalid)).toBeUndefined()
      }
      const recent = await provider.webhook(type, session, {
        at: new Date(+provider.now() - 299_000),
      })
      expect(await verify(recent)).toBeDefined()
    })
  })
})
