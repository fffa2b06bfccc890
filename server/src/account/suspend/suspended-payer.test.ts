// rule: suspended-payer
import { suspendByOperator, restoreByOperator } from '#server/test/builders/by-operator.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { about, buy, HARNESSES } from '#server/test/harness/billing-harness.ts'
import type { BillingHarness } from '#server/test/harness/billing-harness.ts'
import { buildProfessional } from '#server/test/builders/build.ts'
import { leadsStatus, openCheckout, returnFromCheckout } from '#server/test/builders/paying.ts'
import { runDueJobs } from '#server/test/run-due-jobs.ts'
import { renewSubscriptions } from '#server/money/subscription/renewals.ts'

const WHY = { reason: 'Three reports of harassment.', doneBy: 'olga' }
const DAY_MS = 86_400_000
const KINDS = ['subscription', 'lead'] as const

type Person = { id: string }

describe.each(HARNESSES)('by %s', (_name, openHarness) => {
  let harness: BillingHarness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())

  const jobs = async () => {
    for (let time = 0; time < 3; time++) await runDueJobs(harness.server.context)
  }
  const storedPayments = ({ id }: Person) =>
    harness.server.db
      .selectFrom('payments')
      .select(['status', 'refund_reason'])
      .where('professional_id', '=', id)
      .execute()
  const paidUntil = async ({ id }: Person) => {
    const { paid_until, status } = await harness.server.db
      .selectFrom('subscriptions')
      .select(['paid_until', 'status'])
      .where('professional_id', '=', id)
      .executeTakeFirstOrThrow()
    return [status, paid_until]
  }

  test.each(KINDS)(
    'a %s that is paid during a suspension is refunded, brings nothing, and still counts as nothing afterwards',
    async (kind) => {
      const { server } = harness
      const professional = await buildProfessional(server, { active: kind === 'lead', credits: 0 })
      const session = await openCheckout(server, professional, kind)
      await suspendByOperator(server.context, professional.id, WHY, 'keep')
      await harness.pay(session)
      const told = () => harness.sendEvent('checkout.session.completed', about.checkout(session))
      expect(await Promise.all([told(), told()])).toEqual([200, 200])
      await jobs()
      const refunded = { status: 'refunded', refund_reason: 'account_suspended' }
      expect(await storedPayments(professional)).toEqual([refunded])
      const { subscriptionId } = (await server.payments.checkout(session))!
      const begun = subscriptionId ? await server.payments.subscription(subscriptionId) : undefined
      expect(begun?.status).toBe(kind === 'lead' ? undefined : 'ended')
      await restoreByOperator(server.context, professional.id, WHY)
      await told()
      expect(await leadsStatus(server, professional)).toMatchObject({
        leadCredits: 0,
        isSubscribed: false,
        is_active: kind === 'lead',
      })
    },
  )

  test('the days that were paid when a suspension began come back when it ends, every time, and nothing is charged', async () => {
    const { server } = harness
    const professional = await buildProfessional(server, { active: false })
    const { session, subscription } = await buy(harness, professional, 'subscription')
    await returnFromCheckout(server, professional, session)
    const [, end] = await paidUntil(professional)
    const begin = harness.now()
    const told = () =>
      harness.sendEvent('customer.subscription.deleted', about.subscription(subscription))

    // Ten days in use, then two suspensions that each last longer than what is left, with five days in between.
    let left = +(end as Date) - +begin - 10 * DAY_MS
    harness.moveTo(new Date(+begin + 10 * DAY_MS))
    for (const days of [45, 60]) {
      await suspendByOperator(server.context, professional.id, WHY, 'keep')
      await jobs()
      harness.moveTo(new Date(+harness.now() + days * DAY_MS))
      await renewSubscriptions(server.context)
      await told()
      await restoreByOperator(server.context, professional.id, WHY)
      await told()
      expect(await paidUntil(professional)).toEqual(['active', new Date(+harness.now() + left)])
      expect((await leadsStatus(server, professional)).is_active).toBe(true)
      harness.moveTo(new Date(+harness.now() + 5 * DAY_MS))
      left -= 5 * DAY_MS
    }
    harness.moveTo(new Date(+harness.now() + left))
    await renewSubscriptions(server.context)
    expect((await paidUntil(professional))[0]).toBe('lapsed')
    expect(await storedPayments(professional)).toEqual([{ status: 'paid', refund_reason: null }])
  })

  test('days whose money went back during a suspension do not come back', async () => {
    const { server } = harness
    const professional = await buildProfessional(server, { active: false })
    const { session, subscription } = await buy(harness, professional, 'subscription')
    await returnFromCheckout(server, professional, session)
    const { invoices } = (await server.payments.subscription(subscription))!
    await suspendByOperator(server.context, professional.id, WHY, 'keep')
    await harness.dispute(invoices[0]!.id, 'open')
    await harness.sendEvent(
      'charge.dispute.created',
      about.dispute(harness.intentOf(invoices[0]!.id)),
    )
    await jobs()
    await restoreByOperator(server.context, professional.id, WHY)
    expect((await leadsStatus(server, professional)).is_active).toBe(false)
  })
})
