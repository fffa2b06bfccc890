// rule: user-storage
import { beforeEach, expect, test } from 'vitest'
import { clearUserStorage, userStorage } from './user-storage.ts'

beforeEach(() => sessionStorage.clear())

test('data stored for one user is invisible to another, and is deleted when another user logs in', () => {
  userStorage('ana', 'booking').write({ notes: 'Two cats' })
  userStorage('ben', 'booking').write({ notes: 'A dog' })
  sessionStorage.setItem('another', 'stays')
  expect(userStorage('ben', 'booking').read()).toEqual({ notes: 'A dog' })
  clearUserStorage('ben')
  expect(userStorage('ana', 'booking').read()).toEqual({})
  expect(userStorage('ben', 'booking').read()).toEqual({ notes: 'A dog' })
  clearUserStorage()
  expect(userStorage('ben', 'booking').read()).toEqual({})
  expect(sessionStorage.getItem('another')).toBe('stays')
})
