// rule: room-tasks
import { expect, test } from 'vitest'
import { ROOM_KINDS, tasksOfRoom, tasksOfService } from './home-rules.ts'
import { SERVICE_TYPES } from './product.ts'

test('a standard cleaning does the usual tasks of each kind of room', () => {
  expect(tasksOfRoom('standard', 'bedroom')).toEqual(['dust', 'floors', 'trash', 'beds'])
  expect(tasksOfRoom('standard', 'stairs')).toEqual(['floors'])
  expect(tasksOfRoom('standard', 'bathroom')).toContain('mirror')
  expect(tasksOfRoom('standard', 'kitchen')).toContain('stove_top')
})

test('thorough services add their tasks in the rooms that have them', () => {
  expect(tasksOfRoom('deep', 'bathroom')).toEqual(expect.arrayContaining(['tiles', 'doors']))
  expect(tasksOfRoom('deep', 'bedroom')).not.toContain('tiles')
  expect(tasksOfRoom('move_in_out', 'hallway')).toContain('inside_closets')
  expect(tasksOfRoom('move_in_out', 'kitchen')).toContain('cabinet_fronts')
  expect(tasksOfRoom('move_in_out', 'kitchen')).not.toContain('inside_closets')
  expect(tasksOfRoom('post_construction', 'garage')).toEqual(
    expect.arrayContaining(['floors', 'construction_dust', 'stickers']),
  )
})

test('an office has desks, and bathrooms and kitchens as at home', () => {
  expect(tasksOfRoom('office', 'office')).toEqual(['desks', 'floors', 'trash', 'touch_points'])
  expect(tasksOfRoom('office', 'bathroom')).toEqual(tasksOfRoom('standard', 'bathroom'))
})

test('no room has a task twice, and a service includes the tasks of all its rooms', () => {
  for (const service of SERVICE_TYPES) {
    for (const kind of ROOM_KINDS) {
      const tasks = tasksOfRoom(service, kind)
      expect(new Set(tasks).size).toBe(tasks.length)
      expect(tasksOfService(service)).toEqual(expect.arrayContaining(tasks))
    }
  }
})
