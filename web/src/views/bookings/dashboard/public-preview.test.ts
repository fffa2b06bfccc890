// rule: dashboard
import { expect, test } from 'vitest'
import { BIO_PREVIEW_LENGTH } from '#contract/market/profile-rules.ts'
import { cutAt } from './public-preview.tsx'

test('the bio preview is cut at 200 characters', () => {
  expect(BIO_PREVIEW_LENGTH).toBe(200)
  expect(cutAt('a'.repeat(200), BIO_PREVIEW_LENGTH)).toBe('a'.repeat(200))
  expect(cutAt('a'.repeat(201), BIO_PREVIEW_LENGTH)).toBe(`${'a'.repeat(200)}…`)
  expect(cutAt('🧽'.repeat(201), BIO_PREVIEW_LENGTH)).toBe(`${'🧽'.repeat(200)}…`)
})
