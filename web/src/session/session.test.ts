import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/identity.ts'
import { KEPT_READS, signedIn, signedOut } from './session.ts'

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
  signedIn(new QueryClient(), person('ana'))
  localStorage.setItem(KEPT_READS, 'what Ana has read')
})

test('what a person has read stays as long as it is she', () => {
  signedIn(new QueryClient(), { ...person('ana'), first_name: 'Anna' })
  expect(localStorage.getItem(KEPT_READS)).toBe('what Ana has read')
})

test('what a person has read goes as another logs in', () => {
  signedIn(new QueryClient(), person('ben'))
  expect(localStorage.getItem(KEPT_READS)).toBeNull()
})

test('what a person has read goes as she is signed out', () => {
  signedOut(new QueryClient())
  expect(localStorage.getItem(KEPT_READS)).toBeNull()
})
