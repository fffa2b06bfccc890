// rule: estimate
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimate } from './estimate.ts'
import type { HomeFacts } from './homes.ts'
import { SERVICE_TYPES } from '../product.ts'

const FLAT = { bedrooms: 2, bathrooms: 1, square_feet: null, floors: 1, pets: [] }
const WANTED = { facts: FLAT, extrasMinutes: 0, earlier: [], minHours: 1 } as const

test.each([
  ['standard', 30, 20, 25, 15, 10, 15],
  ['deep', 60, 35, 45, 25, 15, 15],
  ['move_in_out', 75, 40, 50, 30, 15, 0],
  ['post_construction', 90, 45, 55, 40, 20, 0],
  ['office', 30, 15, 20, 20, 10, 0],
] as const)(
  '%s takes its minutes for rooms, area, floors and pets',
  (service, base, bedroom, bathroom, area, floor, pets) => {
    const minutesOf = (facts: Partial<Omit<HomeFacts, 'kind' | 'supplies_at_home'>>) => {
      const none = { bedrooms: 0, bathrooms: 0, square_feet: null, floors: 1, pets: [] }
      return estimate({ ...WANTED, service, facts: { ...none, ...facts } }).minutes - base
    }
    expect(minutesOf({})).toBe(0)
    expect(minutesOf({ bedrooms: 3 })).toBe(3 * bedroom)
    expect(minutesOf({ bathrooms: 1.5 })).toBe(Math.ceil(1.5 * bathroom))
    expect([1000, 1001, 1500, 1501].map((feet) => minutesOf({ square_feet: feet }))).toEqual([
      0,
      area,
      area,
      2 * area,
    ])
    expect(minutesOf({ floors: 3 })).toBe(2 * floor)
    expect(minutesOf({ pets: ['cat', 'dog'] })).toBe(pets)
  },
)

test('the estimate names its parts, and the hours that hold them', () => {
  expect(estimate({ ...WANTED, service: 'standard' })).toEqual({
    hours: 2,
    minutes: 95,
    source: 'formula',
    visits: 0,
    over: false,
    parts: [
      { what: 'base', count: 1, minutes: 30 },
      { what: 'bedrooms', count: 2, minutes: 40 },
      { what: 'bathrooms', count: 1, minutes: 25 },
    ],
  })
})

test('a visit is as long as the shortest visit at least', () => {
  expect(estimate({ ...WANTED, service: 'standard', minHours: 4 })).toMatchObject({
    hours: 4,
    minutes: 95,
  })
})

test('a home without facts takes 120 minutes and the extras', () => {
  const unknown = { ...WANTED, service: 'deep', facts: null } as const
  expect(estimate(unknown)).toMatchObject({ source: 'default', minutes: 120, hours: 2 })
  expect(estimate({ ...unknown, extrasMinutes: 30 })).toMatchObject({ minutes: 150, hours: 3 })
})

test('two earlier visits tell more than the formula: the median of the last six', () => {
  const after = (...earlier: number[]) => estimate({ ...WANTED, service: 'standard', earlier })
  expect(after(300)).toMatchObject({ source: 'formula' })
  expect(after(100, 121)).toMatchObject({ source: 'home', visits: 2, minutes: 111 })
  expect(after(150, 90, 120)).toMatchObject({ visits: 3, minutes: 120 })
  expect(after(60, 60, 60, 60, 60, 60, 480)).toMatchObject({ visits: 6, minutes: 60 })
})

test('more than a day of work is 8 hours, and says so', () => {
  const large = { ...FLAT, bedrooms: 10, bathrooms: 10 }
  expect(estimate({ ...WANTED, service: 'deep', facts: large })).toMatchObject({
    hours: 8,
    over: true,
  })
  const fits = {
    ...WANTED,
    service: 'office',
    facts: { ...FLAT, bedrooms: 0, bathrooms: 0 },
  } as const
  expect(estimate({ ...fits, extrasMinutes: 450 })).toMatchObject({ minutes: 480, over: false })
  expect(estimate({ ...fits, extrasMinutes: 451 })).toMatchObject({ over: true })
})

test('the parts sum to the minutes, and a larger home never takes less', () => {
  const home = fc.record({
    bedrooms: fc.integer({ min: 0, max: 10 }),
    bathrooms: fc.integer({ min: 0, max: 20 }).map((halves) => halves / 2),
    square_feet: fc.option(fc.integer({ min: 100, max: 20_000 })),
    floors: fc.integer({ min: 1, max: 5 }),
    pets: fc.subarray(['cat', 'dog', 'other'] as const).map((pets) => [...pets]),
  })
  fc.assert(
    fc.property(home, fc.constantFrom(...SERVICE_TYPES), (facts, service) => {
      const one = estimate({ ...WANTED, service, facts })
      expect(one.parts.reduce((sum, part) => sum + part.minutes, 0)).toBe(one.minutes)
      expect(one.over || one.hours * 60 >= one.minutes).toBe(true)
      const larger = estimate({
        ...WANTED,
        service,
        facts: { ...facts, bedrooms: facts.bedrooms + 1 },
      })
      expect(larger.minutes).toBeGreaterThan(one.minutes)
    }),
  )
})
