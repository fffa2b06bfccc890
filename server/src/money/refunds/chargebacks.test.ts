// rule: refunds, suspended-payer
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { about, buy, HARNESSES } from '#server/test/harness/billing-harness.ts'
import type { BillingHarness } from '#server/test/harness/billing-harness.ts'
import { requestBooking } from '#server/test/builders/booking.ts'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { leadsStatus, openCheckout, returnFromCheckout } from '#server/test/builders/paying.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { erasePerson } from '#server/people/person/erase-person.ts'
import { endBillingOfDeletedAccount } from '../subscription/subscription.ts'

type Person = { id: string }
type Kind = 'subscription' | 'lead'

describe.each(HARNESSES)('by %s', (_name, openHarness) => {
  let harness: BillingHarness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())

  /** A professional who has bought; `payment` is the provider's id of the newest payment. */
  async function bought(kind: Kind) {
    const professional = await buildProfessional(harness.server, {
      active: kind === 'lead',
      credits: 0,
    })
    const purchase = await buy(harness, professional, kind)
    await returnFromCheckout(harness.server, professional, purchase.session)
    const { payment, subscription } = purchase
    if (payment) return { professional, ...purchase }
    const { invoices } = (await harness.server.payments.subscription(subscription))!
    return { professional, ...purchase, payment: invoices.at(-1)!.id }
  }
  const events = async (payment: string, types: readonly string[], times = 1) => {
    const money = harness.intentOf(payment)
    const sent = types.flatMap((type) =>
      Array.from({ length: times }, () =>
        harness.sendEvent(
          type,
          type.includes('dispute') ? about.dispute(money) : about.charge(money),
        ),
      ),
    )
    expect(new Set(await Promise.all(sent))).toEqual(new Set([200]))
  }
  const jobs = async () => {
    for (let time = 0; time < 3; time++) await runDueJobs(harness.server.context)
  }
  const history = async ({ id }: Person) => {
    const caller = await as(harness.server, { id })
    const { body } = await caller.get(`/api/professional/billing-history/${id}`)
    const [{ amount_paid, status }] = body.billing_history
    const total = body.totals.reduce(
      (sum: number, year: { amount_paid: number }) => sum + year.amount_paid,
      0,
    )
    return { amount_paid, status, total }
  }
  const ledger = async ({ id }: Person) => {
    const caller = await as(harness.server, { id })
    const { body } = await caller.get(`/api/professional/ledger/${id}`)
    return body.entries.map(({ kind, amount, balance }: Record<string, unknown>) => [
      kind,
      amount,
      balance,
    ])
  }
  const notices = async ({ id }: Person) => {
    const rows = await harness.server.db
      .selectFrom('notices')
      .select('data')
      .where('user_id', '=', id)
      .where('kind', '=', 'money.refund')
      .orderBy('at')
      .orderBy('id')
      .execute()
    return rows.map(({ data }) => {
      const { refund, amount_cents } = data as Record<string, unknown>
      return [refund, amount_cents]
    })
  }
  const actions = async ({ id }: Person) => {
    const rows = await harness.server.db
      .selectFrom('audit_log')
      .innerJoin('payments', (join) => join.on(sql`payments.id::text`, '=', sql.ref('subject_id')))
      .select('action')
      .where('professional_id', '=', id)
      .execute()
    return rows.map(({ action }) => action)
  }

  test('a chargeback of a month withdraws its credits, ends the subscription on both sides and is told, once', async () => {
    const { professional, payment, subscription } = await bought('subscription')
    await harness.dispute(payment, 'open')
    await events(payment, ['charge.dispute.created', 'charge.dispute.funds_withdrawn'], 5)
    await jobs()
    expect(await history(professional)).toEqual({ amount_paid: 19.9, status: 'disputed', total: 0 })
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      isSubscribed: false,
      is_active: false,
      leadCredits: 0,
    })
    expect((await harness.server.payments.subscription(subscription))!.status).toBe('ended')
    expect(await notices(professional)).toEqual([['disputed', 1990]])
    expect(await actions(professional)).toEqual(['chargeback'])

    await harness.dispute(payment, 'lost')
    await events(payment, ['charge.dispute.closed'])
    expect((await history(professional)).status).toBe('disputed')
    expect(await ledger(professional)).toHaveLength(2)
  })

  test('a chargeback that is decided for us gives the credits and the paid month back, once', async () => {
    const { professional, payment } = await bought('subscription')
    await harness.dispute(payment, 'open')
    await events(payment, ['charge.dispute.created'])
    await jobs()
    await harness.dispute(payment, 'won')
    await events(payment, ['charge.dispute.closed', 'charge.dispute.funds_reinstated'], 5)
    await jobs()
    expect(await history(professional)).toEqual({ amount_paid: 19.9, status: 'paid', total: 19.9 })
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      is_active: true,
      leadCredits: 5,
      totalLeads: 5,
    })
    expect(await ledger(professional)).toEqual([
      ['withdrawn', 5, 5],
      ['withdrawn', -5, 0],
      ['granted', 5, 5],
    ])
    expect((await notices(professional)).map(([refund]) => refund)).toEqual([
      'disputed',
      'dispute_won',
    ])
  })

  test('a chargeback of a single lead withdraws its credit, and a refund of another stays possible', async () => {
    const { professional, payment } = await bought('lead')
    await harness.dispute(payment, 'open')
    await events(payment, ['charge.dispute.created', 'charge.refunded'], 3)
    expect((await history(professional)).status).toBe('disputed')
    expect(await ledger(professional)).toEqual([
      ['withdrawn', -1, 0],
      ['bought', 1, 1],
    ])
    const second = await buy(harness, professional, 'lead')
    await returnFromCheckout(harness.server, professional, second.session)
    await harness.server.payments.refund(second.payment, `refund ${second.payment}`)
    await events(second.payment, ['charge.refunded'])
    expect((await leadsStatus(harness.server, professional)).leadCredits).toBe(0)
  })

  test('a chargeback decided for us gives nothing back if the credit was spent', async () => {
    const { professional, payment } = await bought('lead')
    await requestBooking(harness.server, await buildClient(harness.server), professional)
    await harness.dispute(payment, 'open')
    await events(payment, ['charge.dispute.created'])
    await harness.dispute(payment, 'won')
    await events(payment, ['charge.dispute.closed'])
    expect(await ledger(professional)).toEqual([
      ['withdrawn', 0, 0],
      ['spent', -1, 0],
      ['bought', 1, 1],
    ])
  })

  test('a partial refund takes nothing but its amount from the history, and is told with it, once', async () => {
    const { professional, payment } = await bought('subscription')
    await harness.refundPartly(payment, 500)
    await events(payment, ['charge.refunded'], 5)
    await jobs()
    expect(await history(professional)).toEqual({ amount_paid: 14.9, status: 'paid', total: 14.9 })
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      isSubscribed: true,
      leadCredits: 5,
    })
    await harness.refundPartly(payment, 100)
    await events(payment, ['charge.refunded'])
    await jobs()
    expect((await history(professional)).amount_paid).toBe(13.9)
    expect(await notices(professional)).toEqual([
      ['part', 500],
      ['part', 100],
    ])
    expect(await actions(professional)).toEqual(['partial_refund', 'partial_refund'])
  })

  test('the provider’s customer is erased with the account, also one that a late payment makes', async () => {
    const { professional, session } = await bought('subscription')
    const { customerId } = (await harness.server.payments.checkout(session))!
    expect(await harness.hasCustomer(customerId!)).toBe(true)
    await forget(professional)
    await jobs()
    expect(await harness.hasCustomer(customerId!)).toBe(false)

    const late = await buildProfessional(harness.server, { active: false })
    const open = await openCheckout(harness.server, late, 'subscription')
    await forget(late)
    await harness.pay(open)
    const made = (await harness.server.payments.checkout(open))!.customerId!
    const type = 'checkout.session.completed'
    expect(await harness.sendEvent(type, about.checkout(open))).toBe(200)
    await jobs()
    expect(await harness.hasCustomer(made)).toBe(false)
  })

  /** Erases a person and ends their billing, as the deletion of the account does. */
  async function forget({ id }: Person): Promise<void> {
    const at = harness.now()
    await harness.server.db.transaction().execute(async (tx) => {
      await erasePerson(tx, id, at)
      await endBillingOfDeletedAccount(tx, id, at)
    })
  }
})
