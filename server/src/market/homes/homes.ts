import { usualLabour } from '#contract/market/estimate.ts'
import { HOMES_MAX } from '#contract/market/home-rules.ts'
import type { HomeKind, Pet, RoomKind } from '#contract/market/home-rules.ts'
import type { Home, HomeFields } from '#contract/market/homes.ts'
import { SERVICE_TYPES } from '#contract/product.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueuePictureJobs } from '#server/pictures/stored-picture.ts'
import { isNameOfState } from '#server/places/states.ts'
import { lockClientOfHomes } from './copy-home.ts'
import { photoFiles } from './home-photos.queries.ts'
import {
  countHomes,
  deleteHomeRow,
  homeRows,
  insertHome,
  lockHome,
  updateHome,
  writeRooms,
} from './homes.queries.ts'

export { labourTimes } from './homes.queries.ts'

/** A client's homes by the time they were saved. rule: homes */
export async function listHomes({ db, clock }: Pick<Context, 'db' | 'clock'>, clientId: string) {
  return (await homeRows(db, clientId, clock.now())).map(toHome)
}

/** Refuses 'home_not_found', also for the home of another client. rule: homes */
export async function readHome(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  clientId: string,
  id: string,
): Promise<Home> {
  const [row] = await homeRows(db, clientId, clock.now(), homeId(id))
  return row ? toHome(row) : refuse('home_not_found')
}

/** Stores a home with checked fields in the transaction, and returns its id. Refuses 'homes_full'. rule: homes */
export async function storeHome(
  tx: Db,
  clientId: string,
  { rooms, ...home }: HomeFields,
  now: Date,
): Promise<string> {
  if ((await countHomes(tx, clientId)) >= HOMES_MAX) refuse('homes_full')
  const id = await insertHome(tx, clientId, home, now)
  await writeRooms(tx, id, rooms)
  return id
}

/** Saves the whole home. Refuses zip_unknown, state_not_of_zip, home_not_found, home_changed. rule: homes */
export async function changeHome(
  context: Context,
  clientId: string,
  sentId: string,
  version: number,
  sent: HomeFields,
): Promise<Home> {
  const { rooms, ...home } = checkedFields(context, sent)
  const id = homeId(sentId)
  return context.db.transaction().execute(async (tx) => {
    if (!(await lockClientOfHomes(tx, clientId))) refuse('not_signed_in')
    const saved = (await lockHome(tx, clientId, id)) ?? refuse('home_not_found')
    if (saved.version !== version) refuse('home_changed')
    await updateHome(tx, id, version + 1, home)
    await writeRooms(tx, id, rooms)
    return readHome({ ...context, db: tx }, clientId, id)
  })
}

/** Deletes a home with its photos; its bookings keep what they copied. Refuses 'home_not_found'. rule: homes */
export async function deleteHome(context: Context, clientId: string, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    // Deleting a home changes the bookings that name it, whose commands lock booking and home in the other order.
    if (!(await lockClientOfHomes(tx, clientId, 'alone'))) refuse('not_signed_in')
    const removed = await photoFiles(tx, clientId, homeId(id))
    if (!(await deleteHomeRow(tx, clientId, homeId(id)))) refuse('home_not_found')
    await enqueuePictureJobs(tx, context.clock.now(), { added: [], removed })
  })
}

/** An id that is none names no home. */
export function homeId(id: string): string {
  return Id.safeParse(id).data?.toLowerCase() ?? refuse('home_not_found')
}

/**
 * With the five-digit ZIP code, and the usual rooms if none was sent. Refuses zip_unknown, state_not_of_zip.
 * rule: booking-home, homes
 */
export function checkedFields({ places }: Pick<Context, 'places'>, sent: HomeFields): HomeFields {
  const place = places.zipOf(sent.zip_code) ?? refuse('zip_unknown')
  if (!isNameOfState(sent.state, place.state)) refuse('state_not_of_zip')
  return {
    ...sent,
    zip_code: place.zip,
    rooms: sent.rooms.length > 0 ? sent.rooms : usualRooms(sent),
  }
}

/** Bedrooms and bathrooms by their number, a kitchen and a living room; an office is one room. rule: homes */
function usualRooms({ kind, bedrooms, bathrooms }: HomeFields): HomeFields['rooms'] {
  const kinds: RoomKind[] =
    kind === 'office'
      ? ['office']
      : [
          ...Array.from({ length: bedrooms }, () => 'bedroom' as const),
          ...Array.from({ length: Math.ceil(bathrooms) }, () => 'bathroom' as const),
          'kitchen',
          'living_room',
        ]
  return kinds.map((room) => ({
    kind: room,
    name: '',
    important: false,
    do_not_enter: false,
    note: '',
  }))
}

type Row = Awaited<ReturnType<typeof homeRows>>[number]

/** rule: estimate */
function usualOf(times: Row['labour_times']): Home['usual'] {
  return SERVICE_TYPES.flatMap((service_type) => {
    const usual = usualLabour(times[service_type] ?? [])
    return usual ? [{ service_type, visits: usual.visits, median_minutes: usual.minutes }] : []
  })
}

/** Which access details are saved. rule: access-details */
function savedAccess({ access: { fields, changed_at } }: Pick<Row, 'access'>): Home['access'] {
  return {
    door_code: fields.includes('door_code'),
    key_place: fields.includes('key_place'),
    alarm: fields.includes('alarm'),
    wifi: fields.includes('wifi'),
    changed_at: changed_at && new Date(changed_at).toISOString(),
  }
}

function toHome({ labour_times, ...row }: Row): Home {
  return {
    ...row,
    kind: row.kind as HomeKind,
    bathrooms: Number(row.bathrooms),
    pets: row.pets as Pet[],
    access: savedAccess(row),
    usual: usualOf(labour_times),
  }
}
