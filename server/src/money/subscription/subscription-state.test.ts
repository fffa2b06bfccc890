// rule: subscription-states
import { expect, test } from 'vitest'
import type { Invoice, Subscription } from '#server/outside/payments/payments.ts'
import {
  attemptsDue,
  graceUntil,
  isCurrentSubscription,
  isPaid,
  subscriptionStateOf,
} from './subscription.ts'

const START = new Date('2026-11-20T16:00:00Z')
const END = new Date('2026-12-20T16:00:00Z')
const AFTER = new Date('2027-01-20T16:00:00Z')

function invoice(status: Invoice['status'], periodStart: Date, periodEnd: Date): Invoice {
  const paidAt = status === 'paid' ? periodStart : null
  const id = `in_${+periodStart}`
  const back = { refundedCents: 0, isDisputeWon: false }
  const period = { periodStart, periodEnd }
  return { id, amountCents: 1990, status, ...back, createdAt: periodStart, paidAt, ...period }
}

test('a renewal that failed at the provider counts as failed since then, also if our clock is slow', () => {
  const failing: Subscription = {
    id: 'sub_1',
    ownerId: 'owner',
    customerId: 'cus_1',
    status: 'past_due',
    cancelAtPeriodEnd: false,
    priceCents: 1990,
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

const DAY_MS = 86_400_000

test('the attempts are due on days 0, 1, 3, 5 and 7 after the first failure, not a millisecond sooner', () => {
  const due = [0, 1, 3, 5, 7].flatMap((day) =>
    [-1, 0].map((ms) => attemptsDue(END, new Date(+END + day * DAY_MS + ms))),
  )
  expect(due).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5])
  expect(graceUntil(END)).toEqual(new Date(+END + 7 * DAY_MS))
})

test('a paid period counts until the moment before its end', () => {
  const paid: Subscription = {
    id: 'sub_1',
    ownerId: 'owner',
    customerId: 'cus_1',
    status: 'active',
    cancelAtPeriodEnd: true,
    priceCents: 1990,
    invoices: [invoice('paid', START, END)],
  }
  const statusAt = (now: Date) => subscriptionStateOf(paid, undefined, now).status
  expect([statusAt(new Date(+END - 1)), statusAt(END)]).toEqual(['active', 'lapsed'])
})

const STORED = {
  professional_id: 'owner',
  provider_subscription_id: 'sub_1',
  customer_id: 'cus_1',
  status: 'active',
  started_at: START,
  paid_until: END,
  cancel_at_period_end: true,
  failing_since: null,
  attempts: 0,
  reminded_for: null,
  renewal_failed_at: null,
  extended_from: null,
  extended_until: null,
  price_cents: 1990,
  monthly_credits: 5,
  version: '1',
} as const

test('a stored subscription is paid until the moment before its end, cancelled or not, and not after it lapsed', () => {
  const before = new Date(+END - 1)
  expect([isPaid(STORED, before), isPaid(STORED, END)]).toEqual([true, false])
  expect(isPaid({ ...STORED, cancel_at_period_end: false }, before)).toBe(true)
  expect(isPaid({ ...STORED, status: 'lapsed' }, before)).toBe(false)
  expect(isPaid(undefined, before)).toBe(false)
})

test('a refunded month lapses at its end, not before', () => {
  const refunded: Subscription = {
    id: 'sub_1',
    ownerId: 'owner',
    customerId: 'cus_1',
    status: 'active',
    cancelAtPeriodEnd: false,
    priceCents: 1990,
    invoices: [invoice('paid', START, END), invoice('refunded', END, AFTER)],
  }
  const statusAt = (now: Date) => subscriptionStateOf(refunded, undefined, now).status
  expect([statusAt(new Date(+END - 1)), statusAt(END)]).toEqual(['active', 'lapsed'])
})

// rule: paid-once
test('another subscription takes the place of one that lapsed if it paid for longer, to the millisecond', () => {
  const until = (end: Date): Subscription => ({
    id: 'sub_2',
    ownerId: 'owner',
    customerId: 'cus_1',
    status: 'ended',
    cancelAtPeriodEnd: false,
    priceCents: 1990,
    invoices: [invoice('paid', START, end)],
  })
  const lapsed = { ...STORED, status: 'lapsed' } as const
  const isCurrent = (end: Date) => isCurrentSubscription(lapsed, until(end), AFTER)
  expect([isCurrent(END), isCurrent(new Date(+END + 1))]).toEqual([false, true])
})

// rule: paid-once
test('another subscription takes the place of one that is over while its own month runs, to the millisecond', () => {
  const other: Subscription = {
    id: 'sub_2',
    ownerId: 'owner',
    customerId: 'cus_1',
    status: 'active',
    cancelAtPeriodEnd: false,
    priceCents: 1990,
    invoices: [invoice('paid', START, AFTER)],
  }
  const isCurrentAt = (now: Date) => isCurrentSubscription(STORED, other, now)
  expect([isCurrentAt(new Date(+END - 1)), isCurrentAt(END)]).toEqual([false, true])
  expect([isCurrentAt(new Date(+AFTER - 1)), isCurrentAt(AFTER)]).toEqual([true, false])
})
