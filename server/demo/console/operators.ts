import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { newTotpSecret, sealTotpSecret } from '#server/people/factors/totp.ts'
import { DEMO_OPERATORS } from './demo-operators.ts'

/** The number of past days for which demo counts are written. */
const COUNTED_DAYS = 60
/** How many of the most populous ZIPs with professionals people search. */
const SEARCHED_ZIPS = 150
/** How many searches there are for each request. */
const SEARCHES_OF_REQUEST = 25
/** ZIPs that people search and nobody serves. */
const UNSERVED = ['99950', '82190', '59718', '04609', '96762', '00907', '83001', '89049']

/** Writes the operators of the console with random secrets of their codes, never in production. Returns their ids. */
export async function writeOperators(
  { config, clock, verificationKeys }: Pick<Context, 'config' | 'clock' | 'verificationKeys'>,
  db: Db,
  password_hash: string,
): Promise<string[]> {
  if (config.production) return []
  const created_at = clock.now()
  const operators = await db
    .insertInto('operators')
    .values(DEMO_OPERATORS.map(({ email, name }) => ({ email, name, password_hash, created_at })))
    .returning('id')
    .execute()
  await db
    .insertInto('operator_totp_secrets')
    .values(
      operators.map(({ id }) => ({
        operator_id: id,
        ...sealTotpSecret(verificationKeys, id, newTotpSecret()),
        created_at,
      })),
    )
    .execute()
  return operators.map(({ id }) => id)
}

/**
 * Writes what was searched and viewed in the last days: more at weekends, slowly rising, and in proportion to the
 * requests. rule: marketplace-health
 */
export async function writeCounts(db: Db, now: Date): Promise<void> {
  await sql`
    with request as (
      select count(*) / ${COUNTED_DAYS}::float8 as a_day from events
      where kind = 'booking.requested' and at > ${now}::timestamptz - make_interval(days => ${COUNTED_DAYS})
    ), place as (
      select zip, 1 + 9 * population / max(population) over () as size, false as is_unserved from (
        select zip, population from zips
        where place_id in (select place_id from professional_areas) or city_id in (select place_id from professional_areas)
        order by population desc, zip limit ${SEARCHED_ZIPS}
      ) as served
      union all
      select zip, 3, true from zips where zip = any(${UNSERVED}) and not exists (
        select from professional_areas where professional_areas.place_id in (zips.place_id, city_id))
    ), counted as (
      select day, zip, is_unserved, abs(hashtext(zip || back)) as chance,
        ${SEARCHES_OF_REQUEST} * a_day * size / sum(size) over (partition by day)
          * (1.4 - back / 100.0) * case when extract(isodow from day) > 5 then 1.3 else 1 end as searches
      from request, place, generate_series(0, ${COUNTED_DAYS - 1}::integer) as back,
        lateral (select (${now}::timestamptz at time zone 'UTC')::date - back as day) as date
    )
    insert into daily_counts (day, zip, searches, searches_without_result, profile_views)
    select day, zip, searches, case when is_unserved then searches else round(searches * (chance % 7) / 60.0)::integer end,
      case when is_unserved then 0 else round(searches * (2 + chance % 3) / 5.0)::integer end
    from (
      select day, zip, is_unserved, chance, round(searches * (chance % 200) / 100)::integer as searches from counted
    ) as whole
    where searches > 0`.execute(db)
}
