// rule: error-shape
import { expect, test } from 'vitest'
import { matchView, NOT_FOUND } from './views.ts'

test.each([
  '/house-cleaning/.',
  '/house-cleaning/%2e',
  '/house-cleaning/..',
  '/house-cleaning/%2E%2e/docs',
  '/house-cleaning/tx/%2e%2e',
  '/professional/%2e%2e',
  '/messages/..',
  '/bookings/%2E',
])('%s leads to no view: a dot segment is no value', (path) => {
  expect(matchView(path)).toEqual({ entry: NOT_FOUND, params: {} })
})

test('a value with dots among other characters is one', () => {
  expect(matchView('/professional/ana.lima').params).toMatchObject({ slug: 'ana.lima' })
  expect(matchView('/professional/...').params).toMatchObject({ slug: '...' })
})
