import { beforeEach, expect, test, vi } from 'vitest'
import { NO_FILTERS } from '../search/filters.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'

// Node has no localStorage of its own without a file to keep it in.
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

const search = (zip_code: string) => ({ ...NO_FILTERS, zip_code })
const zips = (clientId: string) => recentSearches(clientId).map(({ zip_code }) => zip_code)

test('the latest five searches are kept, newest first, each once', () => {
  for (const zip of ['10001', '78701', '60601', '10001', '94103', '33101', '02108'])
    rememberSearch('ana', search(zip))
  expect(zips('ana')).toEqual(['02108', '33101', '94103', '10001', '60601'])
})

test('searches are their client’s own, and can be forgotten', () => {
  rememberSearch('ana', search('78701'))
  expect(zips('ben')).toEqual([])
  forgetSearches('ana')
  expect(zips('ana')).toEqual([])
})
