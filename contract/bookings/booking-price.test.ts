// rule: price-lines
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labourMinutes, priceLines, sumCents } from './booking-price.ts'

const VISIT = { rateCents: 4200, minutes: 180, extras: [], suppliesCents: null, discountPercent: 0 }
const OVEN = { extra: 'oven', name: null, minutes: 30, priceCents: 2500 }

test('a visit without extras costs the rate for its hours', () => {
  expect(priceLines(VISIT)).toEqual([
    { kind: 'labour', minutes: 180, rateCents: 4200, amountCents: 12_600 },
  ])
})

test('the minutes of an extra lie inside the booked hours and are not paid twice', () => {
  const lines = priceLines({ ...VISIT, extras: [OVEN], suppliesCents: 800 })
  expect(lines).toEqual([
    { kind: 'labour', minutes: 150, rateCents: 4200, amountCents: 10_500 },
    { kind: 'extra', extra: 'oven', name: null, minutes: 30, amountCents: 2500 },
    { kind: 'supplies', amountCents: 800 },
  ])
  expect(sumCents(lines)).toBe(13_800)
})

test('a discount is taken of labour and extras, never of the supplies', () => {
  const lines = priceLines({ ...VISIT, extras: [OVEN], suppliesCents: 800, discountPercent: 10 })
  expect(lines.at(-1)).toEqual({ kind: 'discount', percent: 10, amountCents: -1300 })
})

test('half a cent is rounded up, in a discount too', () => {
  expect(priceLines({ ...VISIT, rateCents: 1501, minutes: 30 })[0]).toMatchObject({
    amountCents: 751,
  })
  const lines = priceLines({ ...VISIT, rateCents: 1510, minutes: 60, discountPercent: 5 })
  expect(lines.at(-1)).toMatchObject({ amountCents: -76 })
})

test('a visit that repairs an earlier one costs nothing, and shows what it would cost', () => {
  const lines = priceLines({ ...VISIT, suppliesCents: 800, isReclean: true })
  expect(lines.at(-1)).toEqual({ kind: 'reclean', amountCents: -13_400 })
  expect(sumCents(lines)).toBe(0)
})

test('labour and extras fill the hours, and only later visits of a series have a discount', () => {
  const visit = fc.record({
    rateCents: fc.integer({ min: 1500, max: 20_000 }),
    minutes: fc.constantFrom(60, 120, 180, 240, 360, 480),
    extras: fc.array(
      fc.record({
        extra: fc.constant('oven'),
        name: fc.constant(null),
        minutes: fc.constant(5),
        priceCents: fc.integer({ min: 0, max: 50_000 }),
      }),
      { maxLength: 5 },
    ),
    suppliesCents: fc.option(fc.integer({ min: 100, max: 10_000 })),
    discountPercent: fc.integer({ min: 0, max: 50 }),
  })
  fc.assert(
    fc.property(visit, (one) => {
      const lines = priceLines(one)
      const minutes = lines.reduce((sum, line) => sum + ('minutes' in line ? line.minutes : 0), 0)
      expect(minutes).toBe(one.minutes)
      expect(labourMinutes(one)).toBeGreaterThanOrEqual(30)
      expect(lines.some(({ kind }) => kind === 'discount')).toBe(one.discountPercent > 0)
      expect(sumCents(lines)).toBeGreaterThan(0)
      expect(sumCents(lines)).toBeLessThanOrEqual(
        sumCents(priceLines({ ...one, discountPercent: 0 })),
      )
    }),
  )
})
