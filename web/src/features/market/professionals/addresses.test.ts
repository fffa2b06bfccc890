// rule: profile-addresses, profile-content, profile-booking
import { expect, test } from 'vitest'
import { intentAddress, addressWithDialog, profileAddress, searchQueryOf } from './addresses.ts'

const ana = { user_id: '018f0000-0000-7000-8000-000000000001', slug: 'ana-lima' }

test('the address of a profile contains the search that found it', () => {
  const address = profileAddress(ana, { signedIn: true, search: 'zip_code=78701&sort_by=price' })
  expect(address).toBe(`/professionals/${ana.user_id}?zip_code=78701&sort_by=price`)
})

test('visitors get the public address', () => {
  expect(profileAddress(ana, { signedIn: false })).toBe('/professional/ana-lima')
})

test('a visitor who wants to book signs up at the root of the site and returns to the booking', () => {
  expect(intentAddress(ana, 'book', { signedIn: false })).toBe(
    `/?next=${encodeURIComponent(`/professionals/${ana.user_id}?book=1`)}`,
  )
})

test('the link back to the results does not contain the opened dialog', () => {
  expect(searchQueryOf(new URLSearchParams('zip_code=78701&book=1&contact=1'))).toBe(
    'zip_code=78701',
  )
})

test('a dialog opens on the address of the profile, so that closing it returns there', () => {
  expect(addressWithDialog('/professional/ana-lima', 'book', 'zip_code=78701')).toBe(
    '/professional/ana-lima?zip_code=78701&book=1',
  )
})
