// rule: edit-conflict, homes, home-of-booking
import { expect, test } from 'vitest'
import { EMPTY_ROOM, bookingToGet, differingFields, newHome } from './home-fields.ts'

test('a conflict names the fields that differ, also in a room', () => {
  const saved = { ...newHome(), square_feet: '1500', rooms: [{ ...EMPTY_ROOM, id: 'a' }] }
  expect(differingFields(saved, saved)).toEqual([])
  expect(differingFields({ ...saved, square_feet: '1,500', label: ' ' }, saved)).toEqual([])
  const typed = {
    ...saved,
    city: 'Austin',
    pets: ['dog' as const],
    rooms: [{ ...EMPTY_ROOM, id: 'a', do_not_enter: true }],
  }
  expect(differingFields(typed, saved)).toEqual(['city', 'pets', 'rooms'])
})

test('a new home is given to its booking only while the server takes it', () => {
  const now = Date.parse('2026-12-01T12:00:00Z')
  const booking = {
    id: 'b',
    status: 'pending' as const,
    starts_at: '2026-12-01T12:00:01Z',
    address: '100 Congress Ave',
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
  }
  const there = { zip_code: ' 78701-1234' }
  expect(bookingToGet(booking, there, now)).toBe('b')
  expect(bookingToGet({ ...booking, status: 'accepted' }, there, now)).toBe('b')
  expect(bookingToGet(booking, { zip_code: '78702' }, now)).toBeUndefined()
  expect(bookingToGet(booking, there, now + 1000)).toBeUndefined()
  for (const status of ['declined', 'cancelled', 'completed'] as const) {
    expect(bookingToGet({ ...booking, status }, there, now)).toBeUndefined()
  }
  expect(bookingToGet(undefined, there, now)).toBeUndefined()
})
