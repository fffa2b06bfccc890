import { sql } from 'kysely'
import type { BusyCalendar } from '#contract/calendar/busy-times.ts'
import type { Db } from '#server/db/db.ts'

type CalendarRow = Omit<BusyCalendar, 'read_at'> & { read_at: Date | null }
export type SealedAddress = { key_id: string; address_sealed: Buffer }

/** The calendars of a professional as the API answers them; of one id, or all. */
export async function calendarsOf(
  db: Db,
  professionalId: string,
  id: string | null = null,
): Promise<BusyCalendar[]> {
  const { rows } = await sql<CalendarRow>`
    select id, label, kind, host, state, problem, read_at, unread, unsure_zones, time_zone,
      (select count(*) from busy_times where calendar_id = busy_calendars.id)::integer as intervals
    from busy_calendars
    where professional_id = ${professionalId}::uuid and (${id}::uuid is null or id = ${id}::uuid)
    order by created_at, id`.execute(db)
  return rows.map(({ read_at, ...row }) => ({ ...row, read_at: read_at?.toISOString() ?? null }))
}

/** The feed of a professional with its sealed address. */
export function feedOfProfessional(db: Db, professionalId: string, id: string) {
  return feeds(db)
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function feedById(db: Db, id: string) {
  return feeds(db).where('id', '=', id).executeTakeFirst()
}

function feeds(db: Db) {
  return db
    .selectFrom('busy_calendars')
    .select(['id', 'professional_id', 'address_sealed', 'key_id', 'time_zone'])
    .where('kind', '=', 'feed')
}

/** Takes feeds that are due, and notes that their reading begins now, so that nobody else takes them. */
export async function takeDueFeeds(db: Db, now: Date, dueBefore: Date, most: number) {
  const { rows } = await sql<{
    id: string
    professional_id: string
    address_sealed: Buffer | null
    key_id: string | null
    time_zone: string | null
  }>`
    update busy_calendars set tried_at = ${now} from (
      select id from busy_calendars
      where kind = 'feed' and (tried_at is null or tried_at <= ${dueBefore}::timestamptz)
      order by tried_at nulls first limit ${most}
      for update skip locked
    ) as due where busy_calendars.id = due.id
    returning busy_calendars.id, professional_id, address_sealed, key_id, time_zone`.execute(db)
  return rows
}

/** Locks a calendar until the transaction ends. Undefined if it was removed. */
export function lockCalendar(tx: Db, professionalId: string, id: string) {
  return tx
    .selectFrom('busy_calendars')
    .select(['id', 'kind', 'label', 'state', 'tried_at', 'failing_since', 'told', 'time_zone'])
    .where('professional_id', '=', professionalId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type BusyRow = { uid_hash: Buffer; starts_at: Date; ends_at: Date }

/**
 * Makes these the busy times of a calendar. Rows that stay are not touched, so that nothing changes without a reason.
 */
export async function replaceBusyTimes(
  tx: Db,
  professionalId: string,
  calendarId: string,
  rows: readonly BusyRow[],
): Promise<void> {
  const wanted = sql`
    select * from unnest(
      ${rows.map(({ uid_hash }) => uid_hash)}::bytea[],
      ${rows.map(({ starts_at }) => starts_at)}::timestamptz[],
      ${rows.map(({ ends_at }) => ends_at)}::timestamptz[]
    ) as wanted (uid_hash, starts_at, ends_at)`
  await sql`
    delete from busy_times using (
      select uid_hash, starts_at, ends_at from busy_times where calendar_id = ${calendarId}::uuid
      except (${wanted})
    ) as gone
    where calendar_id = ${calendarId}::uuid and busy_times.uid_hash = gone.uid_hash
      and busy_times.starts_at = gone.starts_at and busy_times.ends_at = gone.ends_at`.execute(tx)
  await sql`
    insert into busy_times (professional_id, calendar_id, uid_hash, starts_at, ends_at)
    select ${professionalId}::uuid, ${calendarId}::uuid, uid_hash, starts_at, ends_at from (${wanted}) as wanted
    on conflict do nothing`.execute(tx)
}
