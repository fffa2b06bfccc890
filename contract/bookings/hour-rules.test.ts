// rule: settle-hours
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceLines, sumCents } from './booking-price.ts'
import { reckonHours, usualMinutes } from './hour-rules.ts'
import type { VisitFacts } from './hour-rules.ts'

const AT = new Date('2026-12-01T18:00:00Z')
const after = (hours: number) => new Date(+AT + hours * 3_600_000)
const PRICE = { rateCents: 4200, minutes: 120, extras: [], suppliesCents: null, discountPercent: 0 }
const VISIT: VisitFacts = {
  lines: priceLines(PRICE),
  bookedMinutes: 120,
  minimumMinutes: 60,
  isCompleted: false,
  isReclean: false,
  noShow: null,
  finished: null,
  answer: null,
}
const took = (actualMinutes: number, isLate = false) => ({
  finished: { actualMinutes, receivedAt: AT, isLate },
})
const cents = (visit: Partial<VisitFacts>, hours = 0) => {
  const reckoned = reckonHours({ ...VISIT, ...visit }, after(hours))
  return reckoned && [reckoned.state, 'by' in reckoned && reckoned.by, sumCents(reckoned.lines)]
}

test('more time than booked waits a day for the yes of the client', () => {
  expect(cents(took(165))).toEqual(['waiting', false, 11_550])
  expect(cents(took(165), 23.99)).toEqual(['waiting', false, 11_550])
  expect(cents(took(165), 24)).toEqual(['settled', 'clock', 8400])
  expect(cents({ ...took(165), answer: 'yes' }, 30)).toEqual(['settled', 'client', 11_550])
  expect(cents({ ...took(165), answer: 'no' })).toEqual(['settled', 'client', 8400])
})

test('less time is settled at once, but not below the shortest visit of the professional', () => {
  expect(cents(took(90))).toEqual(['settled', 'professional', 6300])
  expect(cents({ ...took(15), minimumMinutes: 120 })).toEqual(['settled', 'professional', 8400])
})

test('a visit that is completed without a press costs what was booked, and a late press only lowers it', () => {
  expect(cents({})).toBeNull()
  expect(cents({ isCompleted: true })).toEqual(['settled', 'clock', 8400])
  expect(cents({ isCompleted: true, ...took(165, true) })).toEqual(['settled', 'clock', 8400])
  expect(cents({ isCompleted: true, ...took(90, true) })).toEqual(['settled', 'professional', 6300])
})

test('a no-show and a visit that repairs another one cost nothing, and nothing is settled while a no-show is undecided', () => {
  expect(cents({ ...took(165), noShow: 'undecided' }, 90)).toEqual(['waiting', false, 8400])
  expect(cents({ isCompleted: true, noShow: 'undecided' })).toBeNull()
  expect(cents({ isCompleted: true, noShow: 'client' })).toEqual(['settled', 'clock', 0])
  const reclean = { isReclean: true, lines: priceLines({ ...PRICE, isReclean: true }) }
  expect(cents({ ...reclean, ...took(165) })).toEqual(['settled', 'professional', 0])
})

test('only the yes of the client makes a visit dearer, and labour and discount follow the minutes', () => {
  const visit = fc.record({
    rateCents: fc.integer({ min: 1500, max: 20_000 }),
    minutes: fc.constantFrom(60, 120, 180, 240),
    extras: fc.array(
      fc.record({
        extra: fc.constant('oven'),
        name: fc.constant(null),
        minutes: fc.constantFrom(5, 30),
        priceCents: fc.integer({ min: 0, max: 50_000 }),
      }),
      { maxLength: 1 },
    ),
    suppliesCents: fc.option(fc.integer({ min: 100, max: 10_000 })),
    discountPercent: fc.integer({ min: 0, max: 50 }),
  })
  const quarters = fc.integer({ min: 1, max: 64 }).map((count) => count * 15)
  const facts = fc.record({
    actual: quarters,
    isLate: fc.boolean(),
    minimumMinutes: fc.constantFrom(60, 120),
    answer: fc.constantFrom('yes', 'no', null),
    hours: fc.integer({ min: 0, max: 48 }),
  })
  fc.assert(
    fc.property(visit, facts, (price, { actual, isLate, minimumMinutes, answer, hours }) => {
      const agreed = priceLines(price)
      const booked = {
        lines: agreed,
        bookedMinutes: price.minutes,
        minimumMinutes,
        answer,
      } as const
      const reckoned = reckonHours({ ...VISIT, ...booked, ...took(actual, isLate) }, after(hours))!
      const total = sumCents(reckoned.lines)
      const billed = Math.max(actual, Math.min(minimumMinutes, price.minutes))
      const isPaid = billed <= price.minutes || total !== sumCents(agreed)
      const minutes = isPaid ? billed : price.minutes
      expect(reckoned.lines).toEqual(priceLines({ ...price, minutes }))
      expect(total).toBeGreaterThanOrEqual(0)
      const isDearer = reckoned.state === 'settled' && total > sumCents(agreed)
      expect(isDearer && (answer !== 'yes' || actual <= price.minutes)).toBe(false)
      expect(reckoned.state === 'waiting' && actual <= price.minutes).toBe(false)
    }),
  )
})

test('the time between two presses counts in steps of 15 minutes', () => {
  const until = (minutes: number) => usualMinutes(AT, new Date(+AT + minutes * 60_000))
  expect([-5, 3, 52, 53, 165, 2000].map(until)).toEqual([15, 15, 45, 60, 165, 960])
})
