import { sql } from 'kysely'
import { hasBegun } from '#contract/bookings/booking-status.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { notBegunSql } from '#server/calendar/free/visit-coming.ts'

/** The columns of a row of the table homes that a booking copies, so that later edits do not reach it. */
const COPY_SQL = sql`
  homes.id as home_id,
  jsonb_build_object(
    'kind', kind, 'bedrooms', bedrooms, 'bathrooms', bathrooms, 'square_feet', square_feet, 'floors', floors,
    'pets', pets, 'supplies_at_home', supplies_at_home) as home_facts,
  (select jsonb_agg(jsonb_build_object(
      'id', home_rooms.id, 'kind', home_rooms.kind, 'name', name, 'important', important,
      'do_not_enter', do_not_enter, 'note', note) order by position)
    from home_rooms where home_rooms.home_id = homes.id) as home_rooms,
  parking as home_parking`

/**
 * Locks the account of a client whose homes change. So two requests cannot exceed the limit. 'alone': it also waits for
 * every command between two people. These all begin with a weaker lock of the account. False if the account was deleted
 * or suspended meanwhile.
 */
export async function lockClientOfHomes(tx: Db, clientId: string, how?: 'alone'): Promise<boolean> {
  const { rows } = await sql`select id from users
    where id = ${clientId}::uuid and deleted_at is null and suspension_id is null
    for ${sql.raw(how === 'alone' ? 'update' : 'no key update')}`.execute(tx)
  return rows.length > 0
}

type LockedVisit = {
  id: string
  client_id: string
  professional_id: string
  series_id: string | null
  home_id: string | null
  zip_code: string
}

/**
 * Locks a booking of this client, with its series, so that it can get a home's facts. The caller has locked the client
 * by `lockClientOfHomes`. `refuseUnwanted` refuses if the home does not fit. Refuses
 * also booking_not_found, booking_already_moved, booking_started. rule: home-of-booking
 */
export async function lockVisitForHome(
  tx: Db,
  { clientId, bookingId, now }: { clientId: string; bookingId: string; now: Date },
  refuseUnwanted: (visit: LockedVisit) => void,
): Promise<LockedVisit> {
  const id = Id.safeParse(bookingId).data ?? refuse('booking_not_found')
  const booking = () =>
    tx
      .selectFrom('bookings')
      .select([
        'id',
        'client_id',
        'professional_id',
        'series_id',
        'home_id',
        'zip_code',
        'status',
        'starts_at',
        'stage',
        'expires_at',
      ])
      .where('id', '=', id)
      .where('client_id', '=', clientId)
  const found = (await booking().executeTakeFirst()) ?? refuse('booking_not_found')
  if (found.series_id !== null) {
    await tx
      .selectFrom('series')
      .select('id')
      .where('id', '=', found.series_id)
      .forUpdate()
      .execute()
  }
  const visit = await booking().forNoKeyUpdate().executeTakeFirstOrThrow()
  refuseUnwanted(visit)
  const isOpen =
    visit.status === 'accepted' || (visit.status === 'pending' && visit.expires_at > now)
  if (!isOpen) refuse('booking_already_moved')
  const { starts_at: startsAt, stage } = visit
  if (hasBegun({ startsAt, stage }, now)) refuse('booking_started')
  return visit
}

/** Copies a home to a visit; of a series to the series and all its coming visits. rule: home-of-booking */
export async function copyHome(
  tx: Db,
  homeId: string,
  { id, client_id, series_id }: LockedVisit,
  now: Date,
): Promise<void> {
  const columns = sql`
    home_id = home.home_id, home_facts = home.home_facts, home_rooms = home.home_rooms, home_parking = home.home_parking`
  const home = sql`(select ${COPY_SQL} from homes where id = ${homeId}::uuid) as home`
  await sql`update bookings set ${columns} from ${home}
    where bookings.client_id = ${client_id}::uuid and (bookings.id = ${id}::uuid
      or series_id = ${series_id}::uuid and status in ('pending', 'accepted') and ${notBegunSql(now)})`.execute(
    tx,
  )
  if (series_id === null) return
  await sql`update series set ${columns} from ${home} where series.id = ${series_id}::uuid`.execute(
    tx,
  )
}

/**
 * The version of the home of a coming visit, if what the booking copied of it has changed since; else null. rule:
 * home-of-booking
 */
export async function newerHomeVersion(db: Db, bookingId: string, now: Date) {
  const { rows } = await sql<{ version: number }>`
    select home.version from bookings join (select homes.version, ${COPY_SQL} from homes) as home
      on home.home_id = bookings.home_id
    where bookings.id = ${bookingId}::uuid and bookings.status in ('pending', 'accepted')
      and ${notBegunSql(now)}
      and (home.home_facts, home.home_rooms, home.home_parking)
        is distinct from (bookings.home_facts, bookings.home_rooms, bookings.home_parking)`.execute(
    db,
  )
  return rows[0]?.version ?? null
}

/** The version of the home of a locked visit. A deleted home is no longer the visit's. */
export async function lockHomeOfVisit(tx: Db, { home_id }: Pick<LockedVisit, 'home_id'>) {
  return tx
    .selectFrom('homes')
    .select(['id', 'version'])
    .where('id', '=', home_id)
    .forShare()
    .executeTakeFirstOrThrow()
}

export type HomeAddress = { address: string; city: string; state: string; zip_code: string }
/** The parts of a home that a booking copies beside its address. */
export type HomeCopy = { id: string; facts: unknown; rooms: unknown; parking: string }

/**
 * The address of a booking request: the one that was sent, or that of the client's saved home with what the booking
 * copies of it. Refuses home_not_found, and home_differs with the `fields` that were sent otherwise than they are
 * saved. rule: home-of-booking
 */
export async function addressOfRequest(
  db: Db,
  clientId: string,
  { home_id, ...sent }: Partial<HomeAddress> & { home_id?: string | undefined },
): Promise<HomeAddress & { copy: HomeCopy | null }> {
  if (home_id === undefined) {
    const { address = '', city = '', state = '', zip_code = '' } = sent
    return { address, city, state, zip_code, copy: null }
  }
  const id = Id.safeParse(home_id).data ?? refuse('home_not_found')
  const { rows } = await sql<
    HomeAddress & {
      home_id: string
      home_facts: unknown
      home_rooms: unknown
      home_parking: string
    }
  >`select address, city, state, zip_code, ${COPY_SQL} from homes
    where id = ${id}::uuid and client_id = ${clientId}::uuid`.execute(db)
  const home = rows[0] ?? refuse('home_not_found')
  const fields = ADDRESS_FIELDS.filter((field) => {
    const value = sent[field]
    return value !== undefined && comparable(value) !== comparable(home[field])
  })
  if (fields.length > 0) refuse('home_differs', { params: { fields: fields.join(' ') } })
  const { address, city, state, zip_code } = home
  const copy = { id, facts: home.home_facts, rooms: home.home_rooms, parking: home.home_parking }
  return { address, city, state, zip_code, copy }
}

const ADDRESS_FIELDS = ['address', 'city', 'state', 'zip_code'] as const

/** Drops case and spaces, so that equal addresses compare as equal. */
const comparable = (value: string) => value.normalize('NFC').replaceAll(/\s/g, '').toLowerCase()

/** A `select` of the home that a new booking names, locked; no row if it was deleted meanwhile, or for no home. */
export function lockHomeSql(clientId: string, copy: HomeCopy | null) {
  return sql`select id from homes where id = ${copy?.id ?? null}::uuid and client_id = ${clientId}::uuid for key share`
}
