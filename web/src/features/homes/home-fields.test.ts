// rule: edit-conflict, homes-screens
import { expect, test } from 'vitest'
import { EMPTY_ROOM, differingFields, newHome } from './home-fields.ts'

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
