import { z } from 'zod'
import { BOOKING_LENGTHS } from '../bookings/booking-fields.ts'
import { endpoint } from '../endpoint.ts'
import {
  BATHROOMS_MAX,
  BEDROOMS_MAX,
  FLOORS_MAX,
  HOME_KINDS,
  HOME_LABEL_LENGTH_MAX,
  HOME_PHOTOS_MAX,
  HOMES_MAX,
  PARKING_LENGTH_MAX,
  PETS,
  ROOM_KINDS,
  ROOM_NAME_LENGTH_MAX,
  ROOM_NOTE_LENGTH_MAX,
  ROOMS_MAX,
  SQUARE_FEET_MAX,
  SQUARE_FEET_MIN,
} from './home-rules.ts'
import { Id, Instant, ServiceTypeValue, code, line, text } from '../values.ts'

const invalid = code('invalid_input')
const whole = (min: number, max: number) =>
  z.number(invalid).int(invalid).min(min, invalid).max(max, invalid)

/** The facts of a home that decide the length and the price of a visit. `bathrooms` is in halves. rule: homes */
export const HomeFacts = z.object({
  kind: z.enum(HOME_KINDS),
  bedrooms: z.number().int(),
  bathrooms: z.number(),
  /** Null: not known. */
  square_feet: z.number().int().nullable(),
  floors: z.number().int(),
  pets: z.array(z.enum(PETS)),
  supplies_at_home: z.boolean(),
})
export type HomeFacts = z.infer<typeof HomeFacts>

/** The facts of a home as a client sends them. */
export const SentFacts = {
  kind: z.enum(HOME_KINDS, invalid),
  bedrooms: whole(0, BEDROOMS_MAX),
  bathrooms: z.number(invalid).min(0, invalid).max(BATHROOMS_MAX, invalid).multipleOf(0.5, invalid),
  square_feet: whole(SQUARE_FEET_MIN, SQUARE_FEET_MAX).nullable().default(null),
  floors: whole(1, FLOORS_MAX).default(1),
  pets: z
    .array(z.enum(PETS, invalid), invalid)
    .max(PETS.length, invalid)
    .transform((pets) => PETS.filter((pet) => pets.includes(pet)))
    .default([]),
  supplies_at_home: z.boolean(invalid).default(false),
}

/** A room of a home. An important room can be entered. */
export const HomeRoom = z.object({
  id: Id,
  kind: z.enum(ROOM_KINDS),
  name: z.string(),
  important: z.boolean(),
  do_not_enter: z.boolean(),
  note: z.string(),
})
export type HomeRoom = z.infer<typeof HomeRoom>

/** A room that is saved already keeps its id. */
const SentRoom = z
  .object(
    {
      id: Id.optional(),
      kind: z.enum(ROOM_KINDS, invalid),
      name: line(0, ROOM_NAME_LENGTH_MAX).default(''),
      important: z.boolean(invalid).default(false),
      do_not_enter: z.boolean(invalid).default(false),
      note: text(0, ROOM_NOTE_LENGTH_MAX).default(''),
    },
    invalid,
  )
  .refine((room) => !(room.important && room.do_not_enter), {
    error: invalid,
    path: ['do_not_enter'],
  })

/** The fields of an address, in a home and in a request for a visit. */
export const ADDRESS = {
  address: line(BOOKING_LENGTHS.address.min, BOOKING_LENGTHS.address.max, 'address_required'),
  city: line(BOOKING_LENGTHS.city.min, BOOKING_LENGTHS.city.max, 'city_required'),
  state: line(BOOKING_LENGTHS.state.min, BOOKING_LENGTHS.state.max, 'state_required'),
  zip_code: z
    .string(code('zip_required'))
    .trim()
    .min(BOOKING_LENGTHS.zip_code.min, code('zip_required'))
    .max(BOOKING_LENGTHS.zip_code.max, code('zip_unknown')),
}

/** A photo of a home or of one of its rooms. `url` is private: it needs a session. rule: home-photos */
export const HomePhoto = z.object({
  file: z.string(),
  url: z.string(),
  room_id: Id.nullable(),
})
export type HomePhoto = z.infer<typeof HomePhoto>

/** Which access details are saved; the values are never in this answer. rule: access-details */
export const AccessSaved = z.object({
  door_code: z.boolean(),
  key_place: z.boolean(),
  alarm: z.boolean(),
  wifi: z.boolean(),
  /** Null: none was ever saved. */
  changed_at: Instant.nullable(),
})
export type AccessSaved = z.infer<typeof AccessSaved>

/** The fields of a home that a client saves. A home without rooms gets the usual ones. rule: homes */
const HomeFields = z.object({
  label: line(0, HOME_LABEL_LENGTH_MAX).default(''),
  ...ADDRESS,
  ...SentFacts,
  parking: text(0, PARKING_LENGTH_MAX).default(''),
  rooms: z
    .array(SentRoom, invalid)
    .max(ROOMS_MAX, invalid)
    .refine((rooms) => {
      const ids = rooms.flatMap(({ id }) => id ?? [])
      return new Set(ids).size === ids.length
    }, invalid)
    .default([]),
})
export type HomeFields = z.infer<typeof HomeFields>

/** A saved home, as its client sees it. */
const Home = z.object({
  id: Id,
  version: z.number().int(),
  label: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  ...HomeFacts.shape,
  parking: z.string(),
  rooms: z.array(HomeRoom),
  photos: z.array(HomePhoto).max(HOME_PHOTOS_MAX),
  access: AccessSaved,
  /** How long each service took here, once visits have settled hours. rule: estimate */
  usual: z.array(
    z.object({
      service_type: ServiceTypeValue,
      visits: z.number().int(),
      median_minutes: z.number().int(),
    }),
  ),
  /** How many requested or accepted visits at this home have not begun. */
  coming_bookings: z.number().int(),
})
export type Home = z.infer<typeof Home>

const OneHome = z.object({ home: Home })
const ownHome = {
  caller: { role: 'client', roleRefusal: 'clients_only' },
} as const
const params = z.object({ id: z.string().max(64) })

/** Lists the homes in the order in which they were saved. rule: homes */
export const ownHomes = endpoint({
  ...ownHome,
  method: 'GET',
  path: '/api/homes',
  summary: 'The saved homes of a client',
  answer: z.object({ homes: z.array(Home).max(HOMES_MAX) }),
})

/** Saves a home. `booking_id`: a visit there without a home gets this one. rule: homes, home-of-booking */
export const addHome = endpoint({
  ...ownHome,
  method: 'POST',
  path: '/api/homes',
  summary: 'Save a home',
  body: HomeFields.extend({ booking_id: z.string(invalid).max(64, invalid).optional() }),
  idempotent: true,
  answer: OneHome,
  refusals: [
    'state_not_of_zip',
    'booking_not_found',
    'booking_already_moved',
    'booking_started',
    'homes_full',
  ],
})

export const oneHome = endpoint({
  ...ownHome,
  method: 'GET',
  path: '/api/homes/{id}',
  summary: 'A saved home',
  params,
  answer: OneHome,
  refusals: ['home_not_found'],
})

/** Saves the whole home. With an older `version` than the saved one, nothing is written. rule: homes, edit-conflict */
export const changeHome = endpoint({
  ...ownHome,
  method: 'PUT',
  path: '/api/homes/{id}',
  summary: 'Change a saved home',
  params,
  body: HomeFields.extend({ version: z.number(invalid).int(invalid) }),
  answer: OneHome,
  refusals: ['state_not_of_zip', 'home_not_found', 'home_changed'],
})

/** Its bookings keep what they copied. rule: homes */
export const deleteHome = endpoint({
  ...ownHome,
  method: 'DELETE',
  path: '/api/homes/{id}',
  summary: 'Delete a saved home',
  params,
  answer: z.object({ deleted: z.literal(true) }),
  refusals: ['home_not_found'],
})

/** The fields of a form that adds a photo. */
export const HomePhotoForm = z.object({ room_id: z.string(invalid).max(64, invalid).optional() })

/** Adds a photo, of a room if `room_id` names one of this home. At most 20 a home. rule: home-photos */
export const addHomePhoto = endpoint({
  ...ownHome,
  method: 'POST',
  path: '/api/homes/{id}/photos',
  summary: 'Add a photo to a saved home',
  params,
  multipart: { fields: HomePhotoForm, files: { image: 'one' } },
  idempotent: true,
  answer: OneHome,
  refusals: ['home_not_found', 'photos_full', 'message_image_too_large'],
})

/** Its files go too. rule: home-photos */
export const removeHomePhoto = endpoint({
  ...ownHome,
  method: 'DELETE',
  path: '/api/homes/{id}/photos/{file}',
  summary: 'Remove a photo of a saved home',
  params: params.extend({ file: z.string().max(80) }),
  answer: OneHome,
  refusals: ['home_not_found', 'image_not_found'],
})
