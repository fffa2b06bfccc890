// rule: offline-reads
import { beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { settingsQuery } from '#web/features/account/account.api.ts'
import { clientBookingsQuery } from '#web/features/bookings/bookings.api.ts'
import { detailsQuery, threadQuery } from '#web/features/messaging/messaging.api.ts'
import { noticesQuery } from '#web/features/notices/notice-list.api.ts'
import { profileByIdQuery } from '#web/features/professionals/professionals.api.ts'
import { NO_FILTERS } from '#web/features/search/filters.ts'
import { searchQuery } from '#web/features/search/results.api.ts'
import { meQuery } from '#web/session/session.ts'
import { storedReads, storeReads } from './read-storage.ts'

const DAY_MS = 86_400_000

// Node offers sessionStorage without a file, but not localStorage.
vi.stubGlobal('localStorage', sessionStorage)

beforeEach(() => {
  localStorage.clear()
  signIn('ana')
})

const signIn = (id: string) => localStorage.setItem('lustra.user', JSON.stringify({ id }))
const read = (name: string, at = Date.now()) => ({ key: ['profile', name], data: { name }, at })
const names = () => storedReads().map(({ key }) => key[1])

test('stored reads are returned, the latest of each address, newest first', () => {
  storeReads('ana', [read('grace', Date.now() - 2), read('lucia', Date.now() - 1)], [])
  storeReads('ana', [read('grace')], [])
  expect(names()).toEqual(['grace', 'lucia'])
})

test('reads of one user are neither shown to another nor stored for another', () => {
  storeReads('ana', [read('grace')], [])
  signIn('ben')
  expect(names()).toEqual([])
  storeReads('ana', [read('lucia')], [])
  expect(localStorage.getItem('lustra.reads')).not.toContain('lucia')
})

test('a read that the server has refused is deleted', () => {
  storeReads('ana', [read('grace'), read('lucia')], [])
  storeReads('ana', [], [['profile', 'grace']])
  expect(names()).toEqual(['lucia'])
})

test('reads older than seven days are ignored, and at most sixty are stored', () => {
  storeReads('ana', [read('grace', Date.now() - 7 * DAY_MS - 1)], [])
  expect(names()).toEqual([])
  storeReads(
    'ana',
    Array.from({ length: 70 }, (_, index) => read(`one ${index}`)),
    [],
  )
  expect(names()).toHaveLength(60)
})

test('a browser without space for a read continues without it', () => {
  storeReads('ana', [{ ...read('grace'), data: 'x'.repeat(12_000_000) }], [])
  expect(names()).toEqual([])
})

test('only profiles, the user’s own bookings and conversations are stored', () => {
  const api = createApi(
    () => Promise.reject(new Error('no request expected')),
    () => 'en',
  )
  const stored = [
    clientBookingsQuery(api, 'ana', 'upcoming'),
    threadQuery(api, 'ana', 'grace'),
    profileByIdQuery(api, 'grace'),
  ]
  const notStored = [
    meQuery(api),
    detailsQuery(api, 'ana', 'grace'),
    settingsQuery(api, 'ana'),
    noticesQuery(api, 'ana', 'en'),
    searchQuery(api, NO_FILTERS),
  ]
  for (const { meta } of stored) expect(meta?.storedOffline).toBe(true)
  for (const { meta } of notStored) expect(meta?.storedOffline).toBeUndefined()
})
