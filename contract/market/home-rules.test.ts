// rule: checklist
import { expect, test } from 'vitest'
import { ROOM_KINDS, tasksOfRoom, tasksOfService } from './home-rules.ts'
import { SERVICE_TYPES } from '../product.ts'
import type { ServiceType } from '../product.ts'

const ROOM = ['dust', 'floors', 'trash']
const FLOORS = ['floors']
const BATHROOM = ['toilet', 'shower', 'sink', 'mirror', 'floors', 'trash']
const KITCHEN = ['counters', 'stove_top', 'sink', 'appliance_fronts', 'floors', 'trash']
const USUAL = {
  bedroom: [...ROOM, 'beds'],
  bathroom: BATHROOM,
  kitchen: KITCHEN,
  living_room: ROOM,
  dining_room: ROOM,
  office: ROOM,
  hallway: ROOM,
  stairs: FLOORS,
  laundry_room: ROOM,
  garage: FLOORS,
  balcony: FLOORS,
  other: ROOM,
} as const
const tasksOf = (service: ServiceType) =>
  Object.fromEntries(ROOM_KINDS.map((kind) => [kind, tasksOfRoom(service, kind)]))
/** The usual tasks of each kind of room with those that a service adds. */
const usualAnd = (added: (kind: string) => string[]) =>
  Object.fromEntries(Object.entries(USUAL).map(([kind, own]) => [kind, [...own, ...added(kind)]]))
const thorough = (kind: string) => [
  'baseboards',
  'doors',
  'light_fixtures',
  ...(kind === 'bathroom' ? ['tiles'] : []),
  ...(kind === 'kitchen' ? ['cabinet_fronts'] : []),
]

test('each service does exactly these tasks in each kind of room', () => {
  expect(tasksOf('standard')).toEqual(USUAL)
  expect(tasksOf('deep')).toEqual(usualAnd(thorough))
  expect(tasksOf('move_in_out')).toEqual(
    usualAnd((kind) => [
      ...thorough(kind),
      ...(kind === 'bedroom' || kind === 'hallway' ? ['inside_closets'] : []),
    ]),
  )
  expect(tasksOf('post_construction')).toEqual(
    usualAnd((kind) => [...thorough(kind), 'construction_dust', 'stickers']),
  )
  const office = ['desks', 'floors', 'trash', 'touch_points']
  expect(tasksOf('office')).toEqual({
    ...Object.fromEntries(ROOM_KINDS.map((kind) => [kind, office])),
    bathroom: BATHROOM,
    kitchen: KITCHEN,
  })
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
