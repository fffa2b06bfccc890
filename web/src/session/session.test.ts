// rule: user-storage
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/identity.ts'
import { STORED_READS_KEY, setSignedInUser, clearSignedInUser } from './session.ts'

// Node offers sessionStorage without a file, but not localStorage.
vi.stubGlobal('localStorage', sessionStorage)

const person = (id: string): User => ({
  id,
  first_name: 'Ana',
  last_name: 'Lima',
  email: `${id}@example.com`,
  phone: '5125550100',
  role: 'client',
})

beforeEach(() => {
  localStorage.clear()
  setSignedInUser(new QueryClient(), person('ana'))
  localStorage.setItem(STORED_READS_KEY, 'what Ana has read')
})

test('stored reads stay when the same user is set again', () => {
  setSignedInUser(new QueryClient(), { ...person('ana'), first_name: 'Anna' })
  expect(localStorage.getItem(STORED_READS_KEY)).toBe('what Ana has read')
})

test('stored reads are deleted when another user logs in', () => {
  setSignedInUser(new QueryClient(), person('ben'))
  expect(localStorage.getItem(STORED_READS_KEY)).toBeNull()
})

test('stored reads are deleted on logout', () => {
  clearSignedInUser(new QueryClient())
  expect(localStorage.getItem(STORED_READS_KEY)).toBeNull()
})
