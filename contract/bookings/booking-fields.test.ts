// rule: booking-fields
import { expect, test } from 'vitest'
import { bookingFieldOf, bookingFieldProblems, lastBookingDay } from './booking-fields.ts'
import type { BookingField } from './booking-fields.ts'
import { Id } from '../values.ts'

const complete: Record<BookingField, string> = {
  booking_date: '2026-12-01',
  booking_time: '09:00',
  service_type: 'standard',
  cleaning_frequency: 'one_time',
  address: '401 Congress Ave',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  estimated_hours: '2',
  notes: '',
}

const DAYS = { min: '2026-11-20', max: '2027-11-21' }

test('a complete request has no problems', () => {
  expect(bookingFieldProblems(complete, DAYS)).toEqual({})
})

test('date, time, address, city, state and ZIP are required, and blanks do not count', () => {
  const empty = {
    ...complete,
    booking_date: '',
    booking_time: '',
    address: ' ',
    city: '',
    state: '',
  }
  expect(bookingFieldProblems({ ...empty, zip_code: '  ' }, DAYS)).toEqual({
    booking_date: 'date_invalid',
    booking_time: 'time_invalid',
    address: 'address_required',
    city: 'city_required',
    state: 'state_required',
    zip_code: 'zip_required',
  })
})

test('a text shorter than its minimum is a problem', () => {
  expect(bookingFieldProblems({ ...complete, state: ' T ' }, DAYS)).toEqual({
    state: 'state_required',
  })
})

// rule: booking-times
test('a day can be booked from the first one until 365 days ahead', () => {
  const on = (booking_date: string) =>
    bookingFieldProblems({ ...complete, booking_date }, DAYS).booking_date
  expect(on('2026-11-19')).toBe('time_in_past')
  expect(on('2026-11-20')).toBeUndefined()
  expect(lastBookingDay('2026-11-21')).toBe('2027-11-21')
  expect(on('2027-11-21')).toBeUndefined()
  expect(on('2027-11-22')).toBe('date_too_far')
})

test('a refusal about a field is shown at that field', () => {
  expect(bookingFieldOf('time_skipped')).toBe('booking_time')
  expect(bookingFieldOf('service_not_offered')).toBe('service_type')
  expect(bookingFieldOf('frequency_not_offered')).toBe('cleaning_frequency')
  expect(bookingFieldOf('professional_not_accepting')).toBeUndefined()
})

// rule: booking-request
test('an id in capital letters is the same id, so it takes the same locks', () => {
  const id = '01a206d3-dca6-7fea-b00b-a4040dd86371'
  expect(Id.parse(id.toUpperCase())).toBe(id)
})
