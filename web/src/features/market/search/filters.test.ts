// rule: search-address, search-filters, search-by-time
import { expect, test } from 'vitest'
import { NO_FILTERS, resultsAddress } from './filters.ts'
import { readFilters, searchDate } from './read-filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

test('the address contains all filters, and reading it returns them', () => {
  const filters = {
    ...NO_FILTERS,
    zip_code: '78701',
    service_type: 'deep',
    cleaning_frequency: 'weekly',
    max_rate: '60',
    min_rating: '4.5',
    date: searchDate(0),
    part: 'morning',
    hours: '3',
    availability: 'may_be_free',
    instant: 'true',
    speaks: 'pt',
    brings_supplies: 'true',
    verified: 'true',
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
    read(
      'zip_code= 78701 &service_type=magic&max_rate=-1&min_rating=3&sort_by=x&page=0&speaks=de&pets_ok=false',
    ),
  ).toEqual({ ...NO_FILTERS, zip_code: '78701' })
})

test('time, part, length and availability need a date that is not over, and a time excludes a part', () => {
  expect(read('zip_code=78701&time=09:00&part=morning&hours=3&availability=may_be_free')).toEqual({
    ...NO_FILTERS,
    zip_code: '78701',
  })
  expect(read('date=2020-01-01&time=09:00')).toEqual(NO_FILTERS)
  expect(read(`date=${searchDate(366)}`)).toEqual(NO_FILTERS)
  const date = searchDate(0)
  expect(read(`date=${date}&time=09:00&part=morning`)).toEqual({
    ...NO_FILTERS,
    date,
    time: '09:00',
  })
  expect(read(`date=${date}&time=09:15&hours=5`)).toEqual({ ...NO_FILTERS, date })
})
