import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** A professional without a profile, or without a service area, has none of their own. */
export const FALLBACK_ZONE = 'America/New_York'

/**
 * SQL: the IANA time zone in which a professional plans. `professionalId` and `baseZip` are SQL expressions; without a
 * base ZIP it is the zone of the first service area, for a city that of its most populous ZIP. rule: working-hours
 */
export function ownZoneSql(
  professionalId: RawBuilder<unknown>,
  baseZip: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql<string>`coalesce(
    (select time_zone from zips where zip = ${baseZip}),
    ${zipOfFirstAreaSql(professionalId, sql`time_zone`)},
    ${FALLBACK_ZONE})`
}

/**
 * SQL: the ZIP from which a professional drives. It is the base ZIP, else that of the first service area (of a city its
 * most populous one), and null without an area. rule: working-hours
 */
export function baseZipSql(
  professionalId: RawBuilder<unknown>,
  baseZip: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`coalesce(${baseZip}, ${zipOfFirstAreaSql(professionalId, sql`zip`)})`
}

/** A column of that ZIP's row. */
function zipOfFirstAreaSql(professionalId: RawBuilder<unknown>, column: RawBuilder<unknown>) {
  return sql`(select ${column} from zips
      cross join lateral (
        select place_id from professional_areas where professional_id = ${professionalId} order by position limit 1
      ) as area
      where zips.place_id = area.place_id or zips.city_id = area.place_id
      order by population desc, zip limit 1)`
}
