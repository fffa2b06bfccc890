// rule: credit-ledger
import { expect, test } from 'vitest'
import { leadLabel } from './lead-label.ts'

const START = '2026-11-01T12:00:00.000Z'

test('a subscription that began within 30 days is labelled 5 free leads, an older one 2 monthly leads', () => {
  expect(leadLabel(START, new Date(START))).toBe('free')
  expect(leadLabel(START, new Date('2026-12-01T12:00:00Z'))).toBe('free')
  expect(leadLabel(START, new Date('2026-12-01T12:00:01Z'))).toBe('monthly')
})
