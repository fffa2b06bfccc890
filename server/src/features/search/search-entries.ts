import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '../billing/subscription.ts'
import { SEARCH_KEYS_SQL as KEYS } from './search-keys.ts'

/**
 * Writes the search entries of these professionals: one row for each place that a listed professional with a photo
 * serves, none for the others. Every command that changes areas, rate, services, frequencies, experience, reviews,
 * photo, subscription, offer, background check or language calls it in its transaction. It works on one professional or
 * on thousands and leaves unchanged rows alone. A second call changes nothing. rule: search-finds-listed
 */
export async function refreshSearchEntries(db: Db, professionalIds: string[]): Promise<void> {
  if (professionalIds.length === 0) return
  // Two commands at once: the second waits for the row lock, then reads what the first wrote.
  await sql`
    select from professionals where user_id = any(${professionalIds}::uuid[])
    order by user_id for no key update`.execute(db)
  await writeSearchEntries(db, professionalIds)
}

/** The same for a caller that has locked the professionals. */
export async function writeSearchEntries(db: Db, professionalIds: string[]): Promise<void> {
  const [only] = professionalIds
  if (professionalIds.length === 1 && (await updateEntriesOf(db, only!))) return
  // The prepared statement must not take a list: its plan for any list would look dearer, so each call would make one.
  const among =
    professionalIds.length === 1 ? sql`= ${only}::uuid` : sql`= any(${professionalIds}::uuid[])`
  await sql`
    with wanted as (
      ${searchEntriesOf(sql`professionals.user_id ${among}`, professionalIds.length === 1)}
    ), gone as (
      delete from search_entries as entry where professional_id ${among}
        and not exists (
          select from wanted
          where wanted.professional_id = entry.professional_id and wanted.place_id = entry.place_id)
    )
    insert into search_entries as entry (professional_id, place_id, ${sql.raw(listOf((name) => name))})
    select professional_id, place_id, ${sql.raw(listOf((name) => name))} from wanted
    on conflict (professional_id, place_id) do update
    set ${sql.raw(listOf((name) => `${name} = excluded.${name}`))}
    where ${sql.raw(differsFrom('excluded'))}`.execute(db)
}

/**
 * Writes the entries of one professional that exist, and returns whether they are those of all places. Most changes
 * change no place: so nothing is inserted, which would lock each entry first, and fewer triggers run.
 */
async function updateEntriesOf(db: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql<{ isComplete: boolean }>`
    with wanted as materialized (
      ${searchEntriesOf(sql`professionals.user_id = ${professionalId}::uuid`, true)}
    ), changed as (
      update search_entries as entry set ${sql.raw(listOf((name) => `${name} = wanted.${name}`))}
      from wanted
      where entry.professional_id = ${professionalId}::uuid and entry.place_id = wanted.place_id
        and ${sql.raw(differsFrom('wanted'))}
    )
    select array(select place_id from wanted order by 1) = array(
      select place_id from search_entries where professional_id = ${professionalId}::uuid order by 1) as "isComplete"`.execute(
    db,
  )
  return rows[0]!.isComplete
}

/**
 * The part of a statement that writes the ratings of `professionals` to their entries, for a caller that has locked
 * them and changes nothing else. `professionals` has user_id, rating_sum and total_reviews. rule: search-finds-listed
 */
export function writeRatingsSql(professionals: RawBuilder<unknown>): RawBuilder<unknown> {
  const [rating, ratingKey] = [sql.raw(KEYS.rating), sql.raw(KEYS.ratingKey)]
  return sql`update search_entries as entry set rating = ${rating}, rating_key = ${ratingKey}
    from ${professionals} as counted
    where entry.professional_id = counted.user_id
      and (entry.rating, entry.rating_key) is distinct from (${rating}, ${ratingKey})`
}

/** The columns that this file writes; those of search by time have their own. */
export const SEARCH_ENTRY_COLUMNS = [
  'rate_cents',
  'services',
  'frequencies',
  'rating',
  'rating_key',
  'years_key',
  'created_at',
  'languages',
  'traits',
  'service_rates',
  'service_minimums',
] as const

const listOf = (textOf: (name: string) => string) => SEARCH_ENTRY_COLUMNS.map(textOf).join(', ')
const differsFrom = (other: string) =>
  `(${listOf((name) => `entry.${name}`)}) is distinct from (${listOf((name) => `${other}.${name}`)})`

/**
 * SQL that computes the search entries of the professionals that match a condition. For a single one it computes the
 * keys once, not once for each place. Many would be planned as if they were one, and compared each with each.
 */
export function searchEntriesOf(which: RawBuilder<unknown>, isOne = false): RawBuilder<unknown> {
  return sql`
    select professional.user_id as professional_id, area.place_id, ${sql.raw(listOf((name) => name))}
    from (
      select professionals.user_id, hourly_rate_cents as rate_cents,
        ${sql.raw(KEYS.services)} as services, ${sql.raw(KEYS.frequencies)} as frequencies,
        ${sql.raw(KEYS.rating)} as rating,
        ${sql.raw(KEYS.ratingKey)} as rating_key, ${sql.raw(KEYS.yearsKey)} as years_key, professionals.created_at,
        ${sql.raw(KEYS.languages)} as languages, ${sql.raw(KEYS.traits)} as traits,
        ${sql.raw(KEYS.serviceRates)} as service_rates, ${sql.raw(KEYS.serviceMinimums)} as service_minimums
      from professionals join users on users.id = professionals.user_id
      left join offers on offers.professional_id = professionals.user_id
      where ${which} and not photo_missing and ${listedSql('professionals.user_id')}
      ${isOne ? sql`offset 0` : sql``}
    ) as professional
    join professional_areas as area on area.professional_id = professional.user_id
    -- The entry of a chosen city already covers the ZIPs of that city.
    where not exists (
      select from zips join professional_areas as city on city.place_id = zips.city_id
      where zips.place_id = area.place_id and city.professional_id = area.professional_id)`
}
