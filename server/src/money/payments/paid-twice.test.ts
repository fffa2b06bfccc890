// rule: paid-once
import { expect, test } from 'vitest'
import type { Invoice } from '#server/outside/payments/payments.ts'
import { payAndReturn } from '#server/test/builders/paying.ts'
import { PERIOD_END, subscriptionHarness } from '#server/test/harness/subscription-harness.ts'
import { NOW } from '#server/test/builders/booking.ts'
import { isPaidByAnother } from '../subscription/billing.queries.ts'

const { harness, cancel, status, events } = subscriptionHarness()

/** Whether another subscription, whose month is this one, would be paid twice. */
const isPaidTwice = (periodStart: Date, periodEnd: Date) =>
  harness.server.db.transaction().execute((tx) =>
    isPaidByAnother(tx, { id: 'sub_other', ownerId: harness.professional.id }, {
      periodStart,
      periodEnd,
    } as Invoice),
  )

test('time is paid twice if it overlaps a paid month by a millisecond, not if it touches it', async () => {
  const before = new Date(+NOW - 86_400_000)
  const after = new Date(+PERIOD_END + 86_400_000)
  expect(await isPaidTwice(before, NOW)).toBe(false)
  expect(await isPaidTwice(before, new Date(+NOW + 1))).toBe(true)
  expect(await isPaidTwice(new Date(+PERIOD_END - 1), after)).toBe(true)
  expect(await isPaidTwice(PERIOD_END, after)).toBe(false)
})

test('whoever subscribes again at the exact end of a cancelled month pays once', async () => {
  expect((await cancel()).status).toBe(200)
  harness.now = PERIOD_END
  await payAndReturn(harness.server, harness.professional, 'subscription')
  expect(await status()).toMatchObject({ is_active: true, leadCredits: 10 })
  expect(await events('payment.refunded')).toBe(0)
})
