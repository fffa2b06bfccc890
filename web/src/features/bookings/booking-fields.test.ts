import { expect, test } from 'vitest'
import { complaintsAbout, fieldOf, lastDay, today } from './booking-fields.ts'
import type { BookingFields } from './draft.ts'

const whole: BookingFields = {
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

test('a whole request has nothing to complain about', () => {
  expect(complaintsAbout(whole, '2026-11-21')).toEqual({})
})

test('date, time, address, city, state and ZIP are required, blanks do not count', () => {
  const empty = { ...whole, booking_date: '', booking_time: '', address: ' ', city: '', state: '' }
  expect(complaintsAbout({ ...empty, zip_code: '  ' }, '2026-11-21')).toEqual({
    booking_date: 'date_invalid',
    booking_time: 'time_invalid',
    address: 'address_required',
    city: 'city_required',
    state: 'state_required',
    zip_code: 'zip_required',
  })
})

test('a day can be booked from today until 365 days ahead', () => {
  const on = (booking_date: string) =>
    complaintsAbout({ ...whole, booking_date }, '2026-11-21').booking_date
  expect(on('2026-11-20')).toBe('time_in_past')
  expect(on('2026-11-21')).toBeUndefined()
  expect(lastDay('2026-11-21')).toBe('2027-11-21')
  expect(on('2027-11-21')).toBeUndefined()
  expect(on('2027-11-22')).toBe('date_too_far')
})

test('today is the reader’s own day', () => {
  expect(today(new Date(2026, 0, 5, 23, 30))).toBe('2026-01-05')
})

test('a refusal about a field is told at that field', () => {
  expect(fieldOf('time_skipped')).toBe('booking_time')
  expect(fieldOf('service_not_offered')).toBe('service_type')
  expect(fieldOf('professional_not_accepting')).toBeUndefined()
})
