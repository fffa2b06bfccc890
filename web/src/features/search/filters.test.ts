// rule: search-address, search-filters
import { expect, test } from 'vitest'
import { NO_FILTERS, readFilters, resultsAddress } from './filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

test('the address contains all filters, and reading it returns them', () => {
  const filters = {
    ...NO_FILTERS,
    zip_code: '78701',
    service_type: 'deep',
    cleaning_frequency: 'weekly',
    max_rate: '60',
    min_rating: '4.5',
    sort_by: 'price',
    page: 3,
  } as const
  expect(read(resultsAddress(filters).split('?')[1] ?? '')).toEqual(filters)
})

test('an address contains only filters that are set', () => {
  expect(resultsAddress({ ...NO_FILTERS, zip_code: '78701' })).toBe('/search?zip_code=78701')
  expect(resultsAddress(NO_FILTERS)).toBe('/search')
})

test('an unknown value of a filter counts as not set', () => {
  expect(
    read('zip_code= 78701 &service_type=magic&max_rate=-1&min_rating=3&sort_by=x&page=0'),
  ).toEqual({ ...NO_FILTERS, zip_code: '78701' })
})
