import type { ServiceType } from '../product.ts'

export const HOME_KINDS = ['house', 'apartment', 'office'] as const
export type HomeKind = (typeof HOME_KINDS)[number]

export const ROOM_KINDS = [
  'bedroom',
  'bathroom',
  'kitchen',
  'living_room',
  'dining_room',
  'office',
  'hallway',
  'stairs',
  'laundry_room',
  'garage',
  'balcony',
  'other',
] as const
export type RoomKind = (typeof ROOM_KINDS)[number]

export const PETS = ['cat', 'dog', 'other'] as const
export type Pet = (typeof PETS)[number]

export const HOMES_MAX = 10
export const HOME_LABEL_LENGTH_MAX = 40
export const BEDROOMS_MAX = 10
/** The most bathrooms of a home. They are counted in halves. */
export const BATHROOMS_MAX = 10
export const SQUARE_FEET_MIN = 100
export const SQUARE_FEET_MAX = 20_000
export const FLOORS_MAX = 5
export const PARKING_LENGTH_MAX = 200
export const ROOMS_MAX = 30
export const ROOM_NAME_LENGTH_MAX = 40
export const ROOM_NOTE_LENGTH_MAX = 280
export const HOME_PHOTOS_MAX = 20

/** The tasks in most kinds of rooms, for every service. */
const ROOM_TASKS = ['dust', 'floors', 'trash'] as const
const FLOORS_ALONE: readonly RoomKind[] = ['stairs', 'garage', 'balcony']
const BATHROOM_TASKS = ['toilet', 'shower', 'sink', 'mirror', 'floors', 'trash'] as const
const KITCHEN_TASKS = [
  'counters',
  'stove_top',
  'sink',
  'appliance_fronts',
  'floors',
  'trash',
] as const
const OFFICE_TASKS = ['desks', 'floors', 'trash', 'touch_points'] as const
const THOROUGH_TASKS = ['baseboards', 'doors', 'light_fixtures'] as const
const THOROUGH: readonly ServiceType[] = ['deep', 'move_in_out', 'post_construction']

export const TASKS = [
  'dust',
  'floors',
  'trash',
  'beds',
  'toilet',
  'shower',
  'sink',
  'mirror',
  'counters',
  'stove_top',
  'appliance_fronts',
  'baseboards',
  'doors',
  'light_fixtures',
  'tiles',
  'cabinet_fronts',
  'inside_closets',
  'construction_dust',
  'stickers',
  'desks',
  'touch_points',
] as const
export type Task = (typeof TASKS)[number]

/** The tasks of a service in a room of this kind, in the order of a checklist. rule: checklist */
export function tasksOfRoom(service: ServiceType, kind: RoomKind): Task[] {
  const tasks: Task[] = [...usualTasks(service, kind)]
  if (THOROUGH.includes(service)) {
    tasks.push(...THOROUGH_TASKS)
    if (kind === 'bathroom') tasks.push('tiles')
    if (kind === 'kitchen') tasks.push('cabinet_fronts')
  }
  if (service === 'move_in_out' && (kind === 'bedroom' || kind === 'hallway')) {
    tasks.push('inside_closets')
  }
  if (service === 'post_construction') tasks.push('construction_dust', 'stickers')
  return tasks
}

function usualTasks(service: ServiceType, kind: RoomKind): readonly Task[] {
  if (kind === 'bathroom') return BATHROOM_TASKS
  if (kind === 'kitchen') return KITCHEN_TASKS
  if (service === 'office') return OFFICE_TASKS
  if (FLOORS_ALONE.includes(kind)) return ['floors']
  return kind === 'bedroom' ? [...ROOM_TASKS, 'beds'] : ROOM_TASKS
}

/** Everything that a service can include, in the order of `TASKS`. rule: checklist */
export function tasksOfService(service: ServiceType): Task[] {
  const all = new Set(ROOM_KINDS.flatMap((kind) => tasksOfRoom(service, kind)))
  return TASKS.filter((task) => all.has(task))
}
