import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '../billing/subscription.ts'
import { SEARCH_KEYS_SQL as KEYS } from './search-keys.ts'

/**
 * Writes the search entries of these professionals: one row for each place that a listed professional with a photo
 * serves, none for the others. Every command that changes areas, rate, services, frequencies, experience, reviews or
 * photo, subscription calls it in its transaction. It works on one professional or on thousands and leaves unchanged
 * rows alone. A second call changes nothing. rule: search-finds-listed
 */
export async function refreshSearchEntries(db: Db, professionalIds: string[]): Promise<void> {
  if (professionalIds.length === 0) return
  // Two commands at once: the second waits for the row lock, then reads what the first wrote.
  await sql`
    select from professionals where user_id = any(${professionalIds}::uuid[])
    order by user_id for no key update`.execute(db)
  await sql`
    with wanted as (
      ${searchEntriesOf(sql`professionals.user_id = any(${professionalIds}::uuid[])`)}
    ), gone as (
      delete from search_entries as entry where professional_id = any(${professionalIds}::uuid[])
        and not exists (
          select from wanted
          where wanted.professional_id = entry.professional_id and wanted.place_id = entry.place_id)
    )
    insert into search_entries as entry
      (professional_id, place_id, rate_cents, services, frequencies, rating, rating_key, years_key, created_at)
    select professional_id, place_id, rate_cents, services, frequencies, rating, rating_key, years_key, created_at
    from wanted
    on conflict (professional_id, place_id) do update
    set rate_cents = excluded.rate_cents, services = excluded.services,
      frequencies = excluded.frequencies, rating = excluded.rating, rating_key = excluded.rating_key, years_key = excluded.years_key, created_at = excluded.created_at
    where (entry.rate_cents, entry.services, entry.frequencies, entry.rating, entry.rating_key, entry.years_key,
        entry.created_at)
      is distinct from (excluded.rate_cents, excluded.services, excluded.frequencies, excluded.rating,
        excluded.rating_key, excluded.years_key, excluded.created_at)`.execute(db)
}

/** SQL that computes the search entries of the professionals that match a condition. */
export function searchEntriesOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select professionals.user_id as professional_id, area.place_id, hourly_rate_cents as rate_cents,
      ${sql.raw(KEYS.services)} as services, ${sql.raw(KEYS.frequencies)} as frequencies,
      ${sql.raw(KEYS.rating)} as rating,
      ${sql.raw(KEYS.ratingKey)} as rating_key, ${sql.raw(KEYS.yearsKey)} as years_key, professionals.created_at
    from professionals join professional_areas as area on area.professional_id = professionals.user_id
    where ${which} and not photo_missing and ${listedSql('professionals.user_id')}
      -- The entry of a chosen city already covers the ZIPs of that city.
      and not exists (
        select from zips join professional_areas as city on city.place_id = zips.city_id
        where zips.place_id = area.place_id and city.professional_id = area.professional_id)`
}
