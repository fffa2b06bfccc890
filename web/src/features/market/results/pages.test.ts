// rule: search-finds-listed
import { expect, test } from 'vitest'
import { pagesAround } from './pages.tsx'

test('the first, the last and the neighbouring pages are linked', () => {
  expect(pagesAround(1, 1)).toEqual([1])
  expect(pagesAround(2, 3)).toEqual([1, 2, 3])
  expect(pagesAround(1, 9)).toEqual([1, 2, 'gap', 9])
  expect(pagesAround(5, 9)).toEqual([1, 'gap', 4, 5, 6, 'gap', 9])
})

test('a page after the last one still links back', () => {
  expect(pagesAround(12, 3)).toEqual([1, 'gap', 3])
})
