import { beforeEach, expect, test } from 'vitest'
import { forgetKept, keptFor } from './user-storage.ts'

beforeEach(() => sessionStorage.clear())

test('what is kept for one person is nobody else’s, and is gone when somebody else logs in', () => {
  keptFor('ana', 'booking').write({ notes: 'Two cats' })
  keptFor('ben', 'booking').write({ notes: 'A dog' })
  sessionStorage.setItem('another', 'stays')
  expect(keptFor('ben', 'booking').read()).toEqual({ notes: 'A dog' })
  forgetKept('ben')
  expect(keptFor('ana', 'booking').read()).toEqual({})
  expect(keptFor('ben', 'booking').read()).toEqual({ notes: 'A dog' })
  forgetKept()
  expect(keptFor('ben', 'booking').read()).toEqual({})
  expect(sessionStorage.getItem('another')).toBe('stays')
})
