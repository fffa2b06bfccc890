// rule: booking-lists
import { expect, test } from 'vitest'
import type { ProfessionalBooking } from '#contract/bookings/bookings.ts'
import { bookingsAddress, bookingsFilterIn, filterBookings } from './bookings-filter.ts'

const booking = (facts: object) =>
  ({
    status: 'pending',
    client_details: { first_name: 'María', last_name: 'Núñez', email: '', phone: '' },
    phone: '(512) 555-0101',
    email: 'maria@example.com',
    street_address: '100 Congress Ave',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    special_instructions: 'Two cats',
    ...facts,
  }) as ProfessionalBooking

test('bookings are found by every word, without accents and capitals too', () => {
  const maria = booking({})
  const found = (text: string) => filterBookings([maria], { status: undefined, text }).length
  expect(['maria nunez', 'MARÍA', 'congress 78701', 'cats', ''].map(found)).toEqual([1, 1, 1, 1, 1])
  expect(found('maria dogs')).toBe(0)
})

test('a status leaves only its bookings', () => {
  const accepted = booking({ status: 'accepted' })
  expect(filterBookings([booking({}), accepted], { status: 'accepted', text: '' })).toEqual([
    accepted,
  ])
})

test('the address keeps the filter, and unknown values are ignored', () => {
  const filter = { status: 'accepted', text: 'ana', as: 'calendar', day: '2026-12-01' } as const
  const address = bookingsAddress(filter)
  expect(bookingsFilterIn(new URLSearchParams(address.split('?')[1]))).toEqual(filter)
  expect(bookingsFilterIn(new URLSearchParams('status=nice&as=circle&day=2026-13-45'))).toEqual({
    status: undefined,
    text: '',
    as: 'list',
    day: undefined,
  })
})
