// rule: none, the parts that `npm test -- PART` can run
import { expect, test } from 'vitest'
import { testFilesOf } from './test-parts.mjs'

test.each([
  ['money', 'server/src/money/payments/checkout-return.test.ts'],
  ['money', 'web/src/features/money/lead-label.test.ts'],
  ['money', 'e2e/money/billing.spec.ts'],
  ['bookings', 'contract/bookings/booking-fields.test.ts'],
  ['bookings/series', 'server/src/bookings/series/series.test.ts'],
  ['http', 'server/src/http/headers/etag.test.ts'],
  ['demo', 'server/demo/world.test.ts'],
  ['scripts', 'scripts/test/test-parts.test.ts'],
])('the tests of %s include %s', (name, file) => {
  const { tests, journeys } = testFilesOf(name)
  expect([...tests, ...journeys]).toContain(file)
})

test.each(['nothing', 'toString', '..', '../main', ''])('%j is no part', (name) => {
  expect(testFilesOf(name)).toEqual({ tests: [], journeys: [] })
})
