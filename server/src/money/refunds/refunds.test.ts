// rule: refunds
import { refundByOperator } from '#server/test/builders/by-operator.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildClient, buildProfessional } from '#server/test/builders/build.ts'
import { as } from '#server/test/call.ts'
import { about, buy, HARNESSES } from '#server/test/harness/billing-harness.ts'
import type { BillingHarness } from '#server/test/harness/billing-harness.ts'
import { isLeadOpen, returnFromCheckout, leadsStatus } from '#server/test/builders/paying.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { receiveLead } from '../leads/leads.ts'

const DAY_MS = 86_400_000
type Person = { id: string }

describe.each(HARNESSES)('refunds at the site of %s', (_name, openHarness) => {
  let harness: BillingHarness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())

  const advanceDays = (days: number) => harness.moveTo(new Date(+harness.now() + days * DAY_MS))
  const buyAndReturn = async (professional: Person, kind: 'subscription' | 'lead') => {
    const purchase = await buy(harness, professional, kind)
    expect((await returnFromCheckout(harness.server, professional, purchase.session)).status).toBe(
      200,
    )
    return purchase
  }
  const addLead = async (professional: Person) => {
    const { id: clientId } = await buildClient(harness.server)
    const pair = { professionalId: professional.id, clientId }
    await harness.server.db
      .transaction()
      .execute((tx) =>
        receiveLead(tx, { ...pair, source: 'message', hold: null, at: harness.now() }),
      )
    return pair
  }
  /** A refund is made at the provider's own site, and the provider sends its event. */
  const refundAtProvider = async (paymentId: string, { times = 1 } = {}) => {
    await harness.server.payments.refund(paymentId, `refund ${paymentId}`)
    const money = harness.intentOf(paymentId)
    const statuses = await Promise.all(
      Array.from({ length: times }, (_, n) =>
        n % 2 === 0
          ? harness.sendEvent('charge.refunded', about.charge(money))
          : harness.sendEvent('refund.updated', about.refund(money)),
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  const newestInvoice = async (subscription: string) =>
    (await harness.server.payments.subscription(subscription))!.invoices.at(-1)!.id
  const ledger = async (professional: Person) => {
    const caller = await as(harness.server, professional)
    const { body } = await caller.get(`/api/professional/ledger/${professional.id}`)
    return body.entries.map(({ kind, amount, balance }: Record<string, unknown>) => [
      kind,
      amount,
      balance,
    ])
  }
  const statuses = async (professional: Person) => {
    const caller = await as(harness.server, professional)
    const { body } = await caller.get(`/api/professional/billing-history/${professional.id}`)
    return body.billing_history.map(({ status }: { status: string }) => status)
  }
  const readRefunds = async (professional: Person) => {
    const { db } = harness.server
    const events = await db
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', professional.id)
      .where('kind', '=', 'payment.refunded')
      .execute()
    const actions = await db
      .selectFrom('audit_log')
      .innerJoin('payments', (join) => join.on(sql`payments.id::text`, '=', sql.ref('subject_id')))
      .select(['action', 'operator'])
      .where('professional_id', '=', professional.id)
      .execute()
    return { events: events.length, actions }
  }

  test('a single lead’s refund takes its unspent credit back, once however often it is reported, and is audited', async () => {
    const professional = await buildProfessional(harness.server, { credits: 0 })
    const { payment } = await buyAndReturn(professional, 'lead')
    await refundAtProvider(payment, { times: 10 })
    expect(await statuses(professional)).toEqual(['refunded'])
    expect(await ledger(professional)).toEqual([
      ['withdrawn', -1, 0],
      ['bought', 1, 1],
    ])
    expect(await readRefunds(professional)).toEqual({
      events: 1,
      actions: [{ action: 'refund', operator: `provider:${harness.server.payments.provider}` }],
    })
    await refundAtProvider(payment)
    expect(await ledger(professional)).toHaveLength(2)
  })

  test('a lead whose credit is spent stays open, and the ledger says that no credit was left to take back', async () => {
    const professional = await buildProfessional(harness.server, { credits: 0 })
    const pair = await addLead(professional)
    const { payment } = await buyAndReturn(professional, 'lead')
    expect(await isLeadOpen(harness.server.db, pair)).toBe(true)
    await refundAtProvider(payment, { times: 3 })
    expect(await isLeadOpen(harness.server.db, pair)).toBe(true)
    expect(await ledger(professional)).toEqual([
      ['withdrawn', 0, 0],
      ['spent', -1, 0],
      ['bought', 1, 1],
    ])
  })

  test('credits that came later are not taken for one that is spent', async () => {
    const professional = await buildProfessional(harness.server, { credits: 0 })
    const first = await buyAndReturn(professional, 'lead')
    await addLead(professional)
    const second = await buyAndReturn(professional, 'lead')
    await refundAtProvider(first.payment)
    expect((await leadsStatus(harness.server, professional)).leadCredits).toBe(1)
    await refundAtProvider(second.payment)
    expect((await leadsStatus(harness.server, professional)).leadCredits).toBe(0)
  })

  test('a month’s refund ends the subscription at the provider too, and takes back the credits that are left', async () => {
    const professional = await buildProfessional(harness.server, { active: false })
    const { subscription } = await buyAndReturn(professional, 'subscription')
    const pairs = [await addLead(professional), await addLead(professional)]
    await refundAtProvider(await newestInvoice(subscription), { times: 4 })
    expect(await statuses(professional)).toEqual(['refunded'])
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      isSubscribed: false,
      is_active: false,
      leadCredits: 0,
      totalLeads: 5,
    })
    expect((await ledger(professional))[0]).toEqual(['withdrawn', -3, 0])
    for (const pair of pairs) expect(await isLeadOpen(harness.server.db, pair)).toBe(true)
    await runDueJobs(harness.server.context)
    expect((await harness.server.payments.subscription(subscription))!.status).toBe('ended')
    expect((await readRefunds(professional)).events).toBe(1)

    await buyAndReturn(professional, 'subscription')
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      is_active: true,
      leadCredits: 5,
    })
  })

  test('the refund of an earlier month leaves the paid one as it is', async () => {
    const professional = await buildProfessional(harness.server, { active: false })
    const { subscription } = await buyAndReturn(professional, 'subscription')
    const first = await newestInvoice(subscription)
    advanceDays(31)
    await harness.server.payments.collect(subscription, harness.now(), `renew ${subscription}`)
    expect(await harness.sendEvent('invoice.paid', about.invoice(subscription))).toBe(200)
    await refundAtProvider(first)
    await runDueJobs(harness.server.context)
    expect(await statuses(professional)).toEqual(['paid', 'refunded'])
    expect(await leadsStatus(harness.server, professional)).toMatchObject({
      isSubscribed: true,
      is_active: true,
      leadCredits: 5,
    })
  })

  test.each(['at the provider', 'by an operator'])(
    'a month refunded %s ends the subscription until the millisecond before its end, and leaves it from the end on',
    async (where) => {
      const { server } = harness
      const refund = async (paymentId: string) => {
        if (where === 'at the provider') return refundAtProvider(paymentId)
        const { number } = await server.db
          .selectFrom('payments')
          .select('number')
          .where('provider_payment_id', '=', paymentId)
          .executeTakeFirstOrThrow()
        const reason = { reason: 'test', doneBy: 'operator' }
        expect(await refundByOperator(server.context, number, reason)).toBeDefined()
      }
      const paidMonth = async () => {
        const professional = await buildProfessional(server, { active: false })
        const { subscription } = await buyAndReturn(professional, 'subscription')
        const { id, periodEnd } = (await server.payments.subscription(subscription))!.invoices[0]!
        return { subscription, id, periodEnd }
      }
      const statusOf = async (subscription: string) => {
        await runDueJobs(server.context)
        return (await server.payments.subscription(subscription))!.status
      }

      const early = await paidMonth()
      harness.moveTo(new Date(+early.periodEnd - 1))
      await refund(early.id)
      expect(await statusOf(early.subscription)).toBe('ended')

      const over = await paidMonth()
      harness.moveTo(over.periodEnd)
      await server.payments.collect(over.subscription, harness.now(), `renew ${over.subscription}`)
      expect(await harness.sendEvent('invoice.paid', about.invoice(over.subscription))).toBe(200)
      await refund(over.id)
      expect(await statusOf(over.subscription)).toBe('active')
    },
  )

  test('when a refund and clients race, every credit is spent or taken back, and none twice', async () => {
    const professional = await buildProfessional(harness.server, { active: false })
    const { subscription } = await buyAndReturn(professional, 'subscription')
    const invoice = await newestInvoice(subscription)
    const refund = refundAtProvider(invoice, { times: 5 })
    const pairs = await Promise.all(Array.from({ length: 8 }, () => addLead(professional)))
    await refund
    const open = await Promise.all(pairs.map((pair) => isLeadOpen(harness.server.db, pair)))
    const entries: [string, number, number][] = await ledger(professional)
    const withdrawal = entries.find(([kind]) => kind === 'withdrawn')!
    expect(open.filter(Boolean)).toHaveLength(5 + withdrawal[1])
    expect(entries[0]![2]).toBe(0)
    expect(Math.min(...entries.map(([, , balance]) => balance))).toBe(0)
  })

  test('a refund of another product’s payment changes nothing', async () => {
    const professional = await buildProfessional(harness.server, { credits: 0 })
    await buyAndReturn(professional, 'lead')
    expect(await harness.sendEvent('charge.refunded', about.charge('pi_of_another_shop'))).toBe(200)
    expect(
      await harness.sendEvent('charge.refunded', { object: 'charge', payment_intent: null }),
    ).toBe(200)
    expect(await statuses(professional)).toEqual(['paid'])
    expect((await leadsStatus(harness.server, professional)).leadCredits).toBe(1)
  })
})
