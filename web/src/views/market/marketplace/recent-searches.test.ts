// rule: marketplace-panel
import { beforeEach, expect, test, vi } from 'vitest'
import { clearUserStorage } from '#web/session/user-storage.ts'
import { NO_FILTERS } from '#web/features/market/search/filters.ts'
import { deleteSearches, recentSearches, rememberSearch } from './recent-searches.ts'

// Node has sessionStorage without a file, but not localStorage.
vi.stubGlobal('localStorage', sessionStorage)
beforeEach(() => localStorage.clear())

const search = (zip_code: string) => ({ ...NO_FILTERS, zip_code })
const zips = (clientId: string) => recentSearches(clientId).map(({ zip_code }) => zip_code)

test('the latest five searches are stored, newest first, each once', () => {
  for (const zip of ['10001', '78701', '60601', '10001', '94103', '33101', '02108'])
    rememberSearch('ana', search(zip))
  expect(zips('ana')).toEqual(['02108', '33101', '94103', '10001', '60601'])
})

test('each client has their own searches, and can clear them', () => {
  rememberSearch('ana', search('78701'))
  expect(zips('ben')).toEqual([])
  deleteSearches('ana')
  expect(zips('ana')).toEqual([])
})

test('logout removes the searches from the browser', () => {
  rememberSearch('ana', search('78701'))
  clearUserStorage()
  expect(zips('ana')).toEqual([])
  expect(localStorage.length).toBe(0)
})
