import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/identity.ts'
import { STORED_READS_KEY, setSignedInUser, clearSignedInUser } from './session.ts'

// Of the two, Node has only this one without a file.
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

test('what a person has read stays as long as it is she', () => {
  setSignedInUser(new QueryClient(), { ...person('ana'), first_name: 'Anna' })
  expect(localStorage.getItem(STORED_READS_KEY)).toBe('what Ana has read')
})

test('what a person has read goes as another logs in', () => {
  setSignedInUser(new QueryClient(), person('ben'))
  expect(localStorage.getItem(STORED_READS_KEY)).toBeNull()
})

test('what a person has read goes as she is signed out', () => {
  clearSignedInUser(new QueryClient())
  expect(localStorage.getItem(STORED_READS_KEY)).toBeNull()
})
