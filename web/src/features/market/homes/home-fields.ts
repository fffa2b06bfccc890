import type { BookingStatus } from '#contract/bookings/booking-status.ts'
import { SQUARE_FEET_MAX, SQUARE_FEET_MIN } from '#contract/market/home-rules.ts'
import type { HomeKind, Pet, RoomKind } from '#contract/market/home-rules.ts'
import type { Home } from '#contract/market/homes.ts'
import type { Input } from '#web/api/client.ts'

type Room = {
  /** Absent until the room is saved. */
  id?: string
  kind: RoomKind
  name: string
  important: boolean
  do_not_enter: boolean
  note: string
}

export type Address = Pick<Home, 'address' | 'city' | 'state' | 'zip_code'>

/** The booking without a home whose address the form of a new home has. */
export type BookingOfHome = Address & { id: string; status: BookingStatus; starts_at: string }

/** The fields of the form as typed. */
export type HomeFields = Address & {
  label: string
  kind: HomeKind
  bedrooms: string
  bathrooms: string
  square_feet: string
  floors: string
  pets: Pet[]
  parking: string
  supplies_at_home: boolean
  rooms: Room[]
}

export const EMPTY_ROOM: Room = {
  kind: 'bedroom',
  name: '',
  important: false,
  do_not_enter: false,
  note: '',
}

const NO_ADDRESS: Address = { address: '', city: '', state: '', zip_code: '' }

/** A new home; `address`: of the booking that gets it. */
export function newHome(address: Address = NO_ADDRESS): HomeFields {
  return {
    label: '',
    ...address,
    kind: 'house',
    bedrooms: '2',
    bathrooms: '1',
    square_feet: '',
    floors: '1',
    pets: [],
    parking: '',
    supplies_at_home: false,
    rooms: [],
  }
}

export function fieldsOfHome(home: Home): HomeFields {
  const { label, address, city, state, zip_code, kind, pets, parking, supplies_at_home } = home
  return {
    label,
    address,
    city,
    state,
    zip_code,
    kind,
    bedrooms: String(home.bedrooms),
    bathrooms: String(home.bathrooms),
    square_feet: home.square_feet === null ? '' : String(home.square_feet),
    floors: String(home.floors),
    pets,
    parking,
    supplies_at_home,
    rooms: home.rooms,
  }
}

/** Null: an empty field. Undefined: not a size that can be saved. */
export function squareFeet(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  const value = Number(typed.replaceAll(/[\s,.](?=\d{3}(?!\d))/g, ''))
  const fits = Number.isInteger(value) && value >= SQUARE_FEET_MIN && value <= SQUARE_FEET_MAX
  return fits ? value : undefined
}

/** The request body for these fields, once the form has found no problem. */
export function bodyOf(fields: HomeFields): Input<'POST /api/homes'>['body'] {
  return {
    ...fields,
    bedrooms: Number(fields.bedrooms),
    bathrooms: Number(fields.bathrooms),
    square_feet: squareFeet(fields.square_feet) ?? null,
    floors: Number(fields.floors),
  }
}

/**
 * The id of the booking that gets the home; undefined if it is over or began, or has another ZIP. rule: home-of-booking
 */
export function bookingToGet(
  booking: BookingOfHome | undefined,
  { zip_code }: Pick<HomeFields, 'zip_code'>,
  now = Date.now(),
): string | undefined {
  if (!booking) return undefined
  const isComing =
    (booking.status === 'pending' || booking.status === 'accepted') &&
    Date.parse(booking.starts_at) > now
  // The form takes 'ZIP+4' too.
  const isThere = zip_code.trim().slice(0, 5) === booking.zip_code
  return isComing && isThere ? booking.id : undefined
}

/** The fields that differ between what is typed and what is saved, in the order of the form. rule: edit-conflict */
export function differingFields(typed: HomeFields, saved: HomeFields): (keyof HomeFields)[] {
  const order = Object.keys(newHome()) as (keyof HomeFields)[]
  const text = (fields: HomeFields, name: keyof HomeFields) => {
    if (name === 'pets') return fields.pets.toSorted().join()
    if (name === 'square_feet') return String(squareFeet(fields.square_feet))
    if (name !== 'rooms') return String(fields[name]).trim()
    return JSON.stringify(
      fields.rooms.map(({ id, kind, name: own, important, do_not_enter, note }) => [
        id,
        kind,
        own,
        important,
        do_not_enter,
        note,
      ]),
    )
  }
  return order.filter((name) => text(typed, name) !== text(saved, name))
}
