// rule: profile-addresses, profile-content, profile-booking
import { expect, test, vi } from 'vitest'
import {
  addressWithDialog,
  askedProfile,
  intentAddress,
  profileAddress,
  searchQueryOf,
  withChoice,
} from './addresses.ts'
import { choiceIn } from './visit-choice.ts'

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

const choice = { date: '2030-12-01', time: '08:00', hours: 3, service: 'deep' } as const
const offered = { services_offered: ['standard', 'deep'] as const } as unknown as Parameters<
  typeof choiceIn
>[0]

// rule: profile-times
test('the choice of a visitor comes through the sign-up in the address of the profile', () => {
  vi.setSystemTime(new Date('2030-11-30T12:00:00Z'))
  const query = withChoice('zip_code=78701&time=09%3A00&part=morning', choice)
  const next = new URL(
    intentAddress(ana, 'book', { signedIn: false, search: query }),
    'https://lustra.invalid',
  ).searchParams.get('next')
  const asked = askedProfile(next)
  expect(asked?.userId).toBe(ana.user_id)
  expect(Object.fromEntries(asked!.search)).toEqual({
    zip_code: '78701',
    service_type: 'deep',
    date: '2030-12-01',
    free: '08:00',
    hours: '3',
    book: '1',
  })
  expect(choiceIn(offered, asked!.search)).toEqual(choice)
  vi.useRealTimers()
})

// rule: profile-times
test('an address without a dialog, a day or a half hour chooses nothing', () => {
  expect(askedProfile(`/professionals/${ana.user_id}`)).toBeUndefined()
  expect(askedProfile('/bookings?book=1')).toBeUndefined()
  expect(askedProfile('https://evil.example/professionals/1?book=1')).toBeUndefined()
  expect(askedProfile(null)).toBeUndefined()
  const choiceOf = (query: string) => choiceIn(offered, new URLSearchParams(query))
  expect(choiceOf('free=08:00&hours=3')).toBeUndefined()
  vi.setSystemTime(new Date('2030-11-30T12:00:00Z'))
  expect(choiceOf('date=2030-12-01&free=08:10')).toBeUndefined()
  expect(choiceOf('date=2030-12-01&free=08:30&service_type=office')).toMatchObject({
    hours: 2,
    service: 'standard',
  })
  vi.useRealTimers()
})
