import { sql } from 'kysely'
import { ACCESS_FIELDS, ACCESS_LOG_MAX, VISIT_VIEWS_MAX } from '#contract/visits/access-rules.ts'
import type { AccessField } from '#contract/visits/access-rules.ts'
import type { Db } from '#server/db/db.ts'
import { refuseIfSuspended } from '#server/http/calls/suspended.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { hasBlockSql } from '#server/people/person/blocked-pair.ts'
import { suspensionOf } from '#server/people/person/lock-people.ts'
import type { SealedValue } from './seal-access.ts'

const BLOCKED = hasBlockSql(sql.ref('bookings.client_id'), sql.ref('bookings.professional_id'))

/** Undefined unless the home is this client's. */
export async function ownHome(db: Db, clientId: string, id: string) {
  return db
    .selectFrom('homes')
    .innerJoin('zips', 'zips.zip', 'homes.zip_code')
    .select(['id', 'time_zone'])
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** The homes of a client that have values. None is deleted, and none loses its values, until the transaction ends. */
export async function lockHomesWithValues(tx: Db, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from homes
    where client_id = ${clientId}::uuid and exists (select from access_values where home_id = homes.id)
    order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The sealed values of a home by their fields. */
export async function sealedValues(db: Db, homeId: string): Promise<Map<AccessField, SealedValue>> {
  const rows = await db
    .selectFrom('access_values')
    .select(['field', 'key_id', 'sealed'])
    .where('home_id', '=', homeId)
    .execute()
  const byField = new Map(rows.map(({ field, ...value }) => [field as AccessField, value]))
  return new Map(
    ACCESS_FIELDS.flatMap((field) => {
      const value = byField.get(field)
      return value ? [[field, value] as const] : []
    }),
  )
}

/** Records that the values of a home change at this moment. */
export async function noteChange(tx: Db, homeId: string, at: Date): Promise<void> {
  await tx
    .insertInto('home_access')
    .values({ home_id: homeId, changed_at: at, used_at: at })
    .onConflict((conflict) =>
      conflict.column('home_id').doUpdateSet({
        version: sql`home_access.version + 1`,
        changed_at: at,
        used_at: at,
        warned_at: null,
      }),
    )
    .execute()
}

export async function writeValue(
  tx: Db,
  { homeId, field }: { homeId: string; field: AccessField },
  value: SealedValue,
): Promise<void> {
  await tx
    .insertInto('access_values')
    .values({ home_id: homeId, field, ...value })
    .onConflict((conflict) => conflict.columns(['home_id', 'field']).doUpdateSet(value))
    .execute()
}

export async function eraseValues(tx: Db, homeId: string, fields: AccessField[]): Promise<void> {
  if (fields.length === 0) return
  await tx
    .deleteFrom('access_values')
    .where('home_id', '=', homeId)
    .where('field', 'in', fields)
    .execute()
}

type View = {
  home_id: string
  fields: AccessField[]
  at: Date
  booking_id?: string
  professional_id?: string
  opens_at?: Date
  closes_at?: Date
}

/**
 * Records one look at the values, and that they are in use. Returns whether it is the first of this visit, or its first
 * after a change. rule: access-log
 */
export async function recordView(tx: Db, { at, ...view }: View): Promise<boolean> {
  const { version } = await tx
    .updateTable('home_access')
    .set({ used_at: at, warned_at: null })
    .where('home_id', '=', view.home_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  const earlier = await tx
    .selectFrom('access_views')
    .select('id')
    .where('booking_id', '=', view.booking_id ?? null)
    .where('version', '=', version)
    .limit(1)
    .executeTakeFirst()
  await tx
    .insertInto('access_views')
    .values({ ...view, at, version })
    .execute()
  return earlier === undefined
}

/** The moments at which a visit's values were shown since then, oldest first. */
export async function viewsSince(tx: Db, bookingId: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('access_views')
    .select('at')
    .where('booking_id', '=', bookingId)
    .where('at', '>', since)
    .orderBy('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** The newest moments at which a visit's values were shown. */
export async function looksOfVisit(db: Db, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('access_views')
    .select('at')
    .where('booking_id', '=', bookingId)
    .orderBy('at', 'desc')
    .limit(VISIT_VIEWS_MAX)
    .execute()
  return rows.map(({ at }) => at.toISOString())
}

/** The newest looks at a home's values. */
export async function viewRows(db: Db, homeId: string) {
  return db
    .selectFrom('access_views')
    .leftJoin('professionals', 'professionals.user_id', 'access_views.professional_id')
    .select(['at', 'booking_id', 'professional_id', 'fields', 'full_name'])
    .where('home_id', '=', homeId)
    .orderBy('access_views.id', 'desc')
    .limit(ACCESS_LOG_MAX)
    .execute()
}

const STATE_COLUMNS = [
  'bookings.id',
  'bookings.client_id',
  'bookings.professional_id',
  'bookings.home_id',
  'bookings.status',
  'bookings.starts_at',
  'bookings.ends_at',
  'bookings.access_ended_at',
] as const

/**
 * Locks a visit of this person until the transaction ends, and before it both sides, so that no home of the client
 * changes meanwhile. Undefined unless they are one of the sides. rule: access-details, account-deletion
 */
export async function lockVisit(tx: Db, person: Side, id: string) {
  const ofPerson = person.role === 'client' ? 'client_id' : 'professional_id'
  const sides = await tx
    .selectFrom('bookings')
    .select(['client_id', 'professional_id'])
    .where('id', '=', id)
    .where(ofPerson, '=', person.id)
    .executeTakeFirst()
  if (!sides) return undefined
  await sql`select from users where id in (${sides.client_id}::uuid, ${sides.professional_id}::uuid)
    order by id for no key update`.execute(tx)
  refuseIfSuspended({ suspension: await suspensionOf(tx, person.id) }, { whileSuspended: 'visits' })
  return tx
    .selectFrom('bookings')
    .select(STATE_COLUMNS)
    .select(sql<boolean>`${BLOCKED}`.as('blocked'))
    .where('id', '=', id)
    .forUpdate('bookings')
    .executeTakeFirst()
}

/** The state of the access details of a booking, without a lock. */
export async function accessState(db: Db, bookingId: string) {
  return db
    .selectFrom('bookings')
    .select(STATE_COLUMNS)
    .select(sql<boolean>`${BLOCKED}`.as('blocked'))
    .select(
      sql<
        AccessField[]
      >`array(select field from access_values where access_values.home_id = bookings.home_id)`.as(
        'saved',
      ),
    )
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
}

export async function setEnded(tx: Db, bookingId: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ access_ended_at: at })
    .where('id', '=', bookingId)
    .execute()
}
