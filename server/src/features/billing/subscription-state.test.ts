// rule: subscription-states, renewal-retries
import { expect, test } from 'vitest'
import type { Invoice, Subscription } from '#server/outside/payments/payments.ts'
import { subscriptionStateOf } from './subscription.ts'

const START = new Date('2026-11-20T16:00:00Z')
const END = new Date('2026-12-20T16:00:00Z')
const AFTER = new Date('2027-01-20T16:00:00Z')

function invoice(status: Invoice['status'], periodStart: Date, periodEnd: Date): Invoice {
  const paidAt = status === 'paid' ? periodStart : null
  const id = `in_${+periodStart}`
  return { id, amountCents: 1990, status, createdAt: periodStart, paidAt, periodStart, periodEnd }
}

test('a renewal that failed at the provider counts as failed since then, also if our clock is slow', () => {
  const failing: Subscription = {
    id: 'sub_1',
    ownerId: 'owner',
    customerId: 'cus_1',
    status: 'past_due',
    cancelAtPeriodEnd: false,
    invoices: [invoice('paid', START, END), invoice('failed', END, AFTER)],
  }
  const behind = new Date('2026-12-01T09:00:00Z')
  expect(subscriptionStateOf(failing, undefined, behind)).toMatchObject({
    status: 'grace',
    failingSince: END,
    paidUntil: END,
  })
  const paidLater = { ...failing, invoices: [failing.invoices[0]!] }
  expect(subscriptionStateOf(paidLater, undefined, behind)).toMatchObject({ status: 'active' })
})
