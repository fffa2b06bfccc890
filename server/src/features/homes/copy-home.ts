import { sql } from 'kysely'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import { refuse } from '#server/http/refusal.ts'

/** What a booking copies of a row of the table homes, so that later edits do not reach it. */
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
  if (visit.starts_at <= now) refuse('booking_started')
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
      or series_id = ${series_id}::uuid and status in ('pending', 'accepted') and starts_at > ${now}::timestamptz)`.execute(
    tx,
  )
  if (series_id === null) return
  await sql`update series set ${columns} from ${home} where series.id = ${series_id}::uuid`.execute(
    tx,
  )
}
