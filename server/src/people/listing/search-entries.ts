import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { cardVisitsSql } from './card-visits.ts'
import { listedSql } from './listed.ts'
import { CARD_FIELDS_SQL, PUBLIC_TABLES_SQL } from './public-professional.ts'
import { SEARCH_KEYS_SQL as KEYS } from './search-keys.ts'

/** The columns that this file writes; those of search by time have their own. */
export const SEARCH_ENTRY_COLUMNS = Object.keys(KEYS) as (keyof typeof KEYS)[]

/**
 * Writes the search entries of these professionals, one row for each place that a listed professional with a photo
 * serves, and the stored fields of their cards; none for the others. Every command that changes areas, rate, services,
 * frequencies, experience, reviews, photo, subscription, offer, background check, language or another field of a card
 * calls it in its transaction. It works on one professional or on thousands and leaves unchanged rows alone. A second
 * call changes nothing. rule: search-finds-listed
 */
export async function refreshSearchEntries(db: Db, professionalIds: string[]): Promise<void> {
  if (professionalIds.length === 0) return
  // Two commands at once: the second waits for the row lock, then reads what the first wrote.
  await lockProfessionals(db, professionalIds)
  await writeSearchEntries(db, professionalIds)
}

/** Takes the lock that each writer of search entries holds. It comes first, by id, so that nobody waits for ever. */
export async function lockProfessionals(tx: Db, professionalIds: readonly string[]): Promise<void> {
  await sql`
    select from professionals where user_id = any(${professionalIds}::uuid[])
    order by user_id for no key update`.execute(tx)
}

/** Writes them for a caller that has locked the professionals. */
export async function writeSearchEntries(db: Db, professionalIds: string[]): Promise<void> {
  const [columns, own, wanted] = ['', 'entry.', 'excluded.'].map((row) =>
    sql.raw(SEARCH_ENTRY_COLUMNS.map((name) => row + name).join()),
  ) as [RawBuilder<unknown>, RawBuilder<unknown>, RawBuilder<unknown>]
  await sql`
    with wanted as materialized (
      ${searchEntriesOf(sql`professionals.user_id = any(${professionalIds}::uuid[])`)}
    ), cards as (
      insert into search_cards as stored (user_id, fields, visits)
      ${cardsOf(sql`professionals.user_id in (select professional_id from wanted)`)}
      on conflict (user_id) do update set fields = excluded.fields where stored.fields <> excluded.fields
    ), unlisted as (
      delete from search_cards where user_id = any(${professionalIds}::uuid[])
        and user_id not in (select professional_id from wanted)
    ), gone as (
      delete from search_entries as entry where professional_id = any(${professionalIds}::uuid[])
        and not exists (
          select from wanted
          where wanted.professional_id = entry.professional_id and wanted.place_id = entry.place_id)
    )
    insert into search_entries as entry (professional_id, place_id, ${columns})
    select professional_id, place_id, ${columns} from wanted
    on conflict (professional_id, place_id) do update set (${columns}) = (${wanted})
    where (${own}) is distinct from (${wanted})`.execute(db)
}

/** SQL that computes the stored cards of the professionals that match a condition. */
export function cardsOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select professionals.user_id, ${sql.raw(CARD_FIELDS_SQL)}, ${sql.raw(cardVisitsSql('professionals.user_id'))}
    from ${sql.raw(PUBLIC_TABLES_SQL)} where ${which}`
}

/** SQL that computes the search entries of the professionals that match a condition. */
export function searchEntriesOf(which: RawBuilder<unknown>): RawBuilder<unknown> {
  const keys = SEARCH_ENTRY_COLUMNS.map((name) => `${KEYS[name]} as ${name}`)
  return sql`
    select professionals.user_id as professional_id, area.place_id, ${sql.raw(keys.join())}
    from professionals join users on users.id = professionals.user_id
    left join offers on offers.professional_id = professionals.user_id
    join professional_areas as area on area.professional_id = professionals.user_id
    where ${which} and not photo_missing and ${listedSql('professionals.user_id')}
      -- The entry of a chosen city already covers the ZIPs of that city.
      and not exists (
        select from zips join professional_areas as city on city.place_id = zips.city_id
        where zips.place_id = area.place_id and city.professional_id = area.professional_id)`
}
