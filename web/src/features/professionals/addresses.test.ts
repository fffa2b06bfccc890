import { expect, test } from 'vitest'
import { intentAddress, openedHere, profileAddress, searchBehind } from './addresses.ts'

const ana = { user_id: '018f0000-0000-7000-8000-000000000001', slug: 'ana-lima' }

test('a profile keeps the search it was found by', () => {
  const address = profileAddress(ana, { signedIn: true, search: 'zip_code=78701&sort_by=price' })
  expect(address).toBe(`/professionals/${ana.user_id}?zip_code=78701&sort_by=price`)
})

test('visitors see the public address', () => {
  expect(profileAddress(ana, { signedIn: false })).toBe('/professional/ana-lima')
})

test('a visitor who wants to book signs up at the site’s root and lands on the booking', () => {
  expect(intentAddress(ana, 'book', { signedIn: false })).toBe(
    `/?next=${encodeURIComponent(`/professionals/${ana.user_id}?book=1`)}`,
  )
})

test('the way back to the results forgets what was opened on the profile', () => {
  expect(searchBehind(new URLSearchParams('zip_code=78701&book=1&contact=1'))).toBe(
    'zip_code=78701',
  )
})

test('what is opened on a profile lies at the same place, so that closing leads back to it', () => {
  expect(openedHere('/professional/ana-lima', 'book', 'zip_code=78701')).toBe(
    '/professional/ana-lima?zip_code=78701&book=1',
  )
})
