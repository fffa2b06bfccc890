// rule: offer, edit-conflict
import { expect, test } from 'vitest'
import type { Offer } from '#contract/market/offer.ts'
import { changeOf, mergeOffers, newOwnExtra, numberOf, valuesOf } from './offer-values.ts'
import type { OfferValues } from './offer-values.ts'

const OFFER: Offer = {
  services: [{ type: 'deep', hourly_rate: 60.5, minimum_hours: 3, included: ['dust'] }],
  supplies: { brings: 'priced', price: 12 },
  eco_products: true,
  pets_ok: false,
  languages: ['en'],
  extras: [
    { code: 'oven', minutes: 30, price: 25 },
    { id: 'own', name: 'Plant watering', minutes: 15, price: 0 },
  ],
  discounts: { weekly: 10, biweekly: 0, monthly: 0 },
  costs: { cost_per_mile: 0.7, supplies_per_visit: 0 },
}
const values = valuesOf(OFFER)
const problemOf = (change: Partial<OfferValues>) => {
  const result = changeOf({ ...values, ...change })
  return 'problem' in result ? `${result.problem.field} ${result.problem.reason}` : undefined
}

test('a saved offer is sent again as it was', () => {
  expect(changeOf(values)).toEqual({
    change: { ...OFFER, extras: OFFER.extras },
  })
})

test('the first field that cannot be saved is named', () => {
  const [service] = values.services
  expect(problemOf({ services: [{ ...service!, hourly_rate: '201' }] })).toBe('rate.deep number')
  expect(problemOf({ services: [{ ...service!, hourly_rate: ' ' }] })).toBeUndefined()
  expect(problemOf({ supplies: { brings: 'priced', price: '' } })).toBe('supplies number')
  expect(problemOf({ supplies: { brings: 'no', price: 'x' } })).toBeUndefined()
  const own = { ...newOwnExtra('new'), price: '5' }
  expect(problemOf({ extras: [own] })).toBe('name.new name')
  expect(problemOf({ extras: [{ ...own, name: 'Silver', minutes: '7' }] })).toBe(
    'minutes.new minutes',
  )
  expect(problemOf({ extras: [{ ...own, isOffered: false }] })).toBeUndefined()
  expect(problemOf({ discounts: { ...values.discounts, monthly: '2.5' } })).toBe(
    'discount.monthly whole',
  )
  expect(problemOf({ care: { ...values.care, languages: [] } })).toBe('languages languages')
  expect(['12', '12,50', ' 3.5 ', '1.234', '-1', 'x', ''].map(numberOf)).toEqual([
    12,
    12.5,
    3.5,
    NaN,
    NaN,
    NaN,
    NaN,
  ])
})

test('of two devices, each keeps the parts that it changed', () => {
  const here = {
    ...values,
    care: { ...values.care, pets_ok: true },
    supplies: { brings: 'no', price: '' },
  } as const
  const saved = valuesOf({
    ...OFFER,
    supplies: { brings: 'included', price: null },
    discounts: { weekly: 5, biweekly: 0, monthly: 0 },
  })
  const { merged, changed } = mergeOffers(values, here, saved)
  expect(changed).toEqual([
    { part: 'supplies', alsoHere: true },
    { part: 'discounts', alsoHere: false },
  ])
  expect(merged).toEqual({ ...here, discounts: saved.discounts })
})
