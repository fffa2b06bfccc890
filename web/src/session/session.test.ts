// rule: user-storage
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/people/identity.ts'
import { createApi } from '#web/api/client.ts'
import {
  clearSignedInUser,
  meQuery,
  setSignedInUser,
  storedUser,
  STORED_READS_KEY,
  STORED_USER_KEY,
} from './session.ts'

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

test('the user is stored under lustra.user: id, names, email, phone and role', () => {
  expect(STORED_USER_KEY).toBe('lustra.user')
  const withMore = { ...person('ben'), created_at: '2026-11-20' }
  setSignedInUser(new QueryClient(), withMore)
  expect(JSON.parse(localStorage.getItem('lustra.user')!)).toEqual(person('ben'))
})

/** Reads who is signed in, as the app does after the first paint. */
const readUser = (status: number, answer: object) => {
  const api = createApi(
    async () => Response.json(answer, { status }),
    () => 'en',
  )
  return new QueryClient().fetchQuery({ ...meQuery(api), staleTime: 0 })
}

test('the server decides who is signed in, whoever is stored', async () => {
  expect(storedUser()).toEqual(person('ana'))
  expect(await readUser(200, person('ben'))).toEqual(person('ben'))
  expect(storedUser()).toEqual(person('ben'))
})

test('a stored user whose session has ended becomes a visitor, and is no longer stored', async () => {
  const refusal = { code: 'not_signed_in', detail: 'Please log in.' }
  expect(await readUser(401, refusal)).toBeNull()
  expect(storedUser()).toBeNull()
})
