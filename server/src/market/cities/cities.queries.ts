import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { reliableCardSql, reliableSince } from '../professionals/reliability.ts'

/** The number of listed professionals in all, and of each city. rule: city-pages */
export async function loadCounts(db: Db): Promise<{ counts: Map<number, number>; total: number }> {
  // Two lists, because 30,000 objects take longer to read.
  const { rows } = await sql<{ cities: number[]; professionals: number[]; total: number }>`
    select coalesce(json_agg(city_id), '[]') as cities, coalesce(json_agg(professionals), '[]') as professionals,
      (select count(*)::integer from subscriptions where status <> 'lapsed') as total
    from city_figures`.execute(db)
  const { cities, professionals, total } = rows[0]!
  return { counts: new Map(cities.map((id, index) => [id, professionals[index]!])), total }
}

/** The cities that changed since they were counted. */
export async function changedCities(db: Db): Promise<number[]> {
  const { rows } = await sql<{ city_id: number }>`
    select distinct coalesce(zips.city_id, place_id) as city_id
    from city_figures_due left join zips using (place_id) order by 1`.execute(db)
  return rows.map(({ city_id }) => city_id)
}

/**
 * Counts these cities, each professional once, whether they chose the city or ZIP codes of it. The marks are removed
 * first: a change that the count does not see has a mark that stays. rule: city-pages
 */
export async function recountCities(tx: Db, cities: number[]): Promise<void> {
  const places = sql`
    select place as place_id, place as city_id from unnest(${cities}::integer[]) as place
    union all select place_id, city_id from zips where city_id = any(${cities}::integer[])`
  await sql`delete from city_figures_due where place_id in (select place_id from (${places}) as place)`.execute(
    tx,
  )
  await sql`
    with counted as (
      select city_id, count(*)::integer as professionals, min(hourly_rate_cents) as lowest_rate_cents,
        sum(rating_sum) as rating_sum, sum(total_reviews) as total_reviews
      from (
        select distinct city_id, professional_id from (${places}) as place join search_entries using (place_id)
      ) as serving join professionals on user_id = professional_id
      group by 1
    ), gone as (
      delete from city_figures
      where city_id = any(${cities}::integer[]) and city_id not in (select city_id from counted)
    )
    insert into city_figures select * from counted
    on conflict (city_id) do update set professionals = excluded.professionals,
      lowest_rate_cents = excluded.lowest_rate_cents, rating_sum = excluded.rating_sum,
      total_reviews = excluded.total_reviews`.execute(tx)
}

type CityFacts = {
  professionals: number
  lowest_rate: number
  rating: number
  total_reviews: number
  /** The given places that somebody serves. */
  served: number[]
}

/** The figures of a city, and which of its places somebody serves; undefined if nobody does. rule: city-pages */
export async function loadCityFacts(
  db: Db,
  cityId: number,
  places: number[],
): Promise<CityFacts | undefined> {
  const { rows } = await sql<CityFacts>`
    select professionals, lowest_rate_cents::float8 / 100 as lowest_rate,
      coalesce(rating_sum::float8 / nullif(total_reviews, 0), 0) as rating, total_reviews::integer,
      array(
        select id from unnest(${places}::integer[]) as place (id)
        where exists (select from search_entries where place_id = id)
      ) as served
    from city_figures where city_id = ${cityId}`.execute(db)
  return rows[0]
}

/**
 * The best-rated cards of these places. It reads only the best few of each place, so a large city costs no more.
 * rule: city-pages
 */
export async function listBestCards<Card>(
  db: Db,
  places: number[],
  limit: number,
  now: Date,
): Promise<Card[]> {
  const card = reliableCardSql(`timestamptz '${reliableSince(now).toISOString()}'`)
  const { rows } = await sql<{ cards: Card[] }>`
    with best as (
      select professional_id, max(rating_key) as key
      from unnest(${places}::integer[]) as place (id) cross join lateral (
        select professional_id, rating_key from search_entries
        where place_id = place.id order by rating_key desc, professional_id limit ${limit}
      ) as first
      group by 1 order by 2 desc, 1 limit ${limit}
    )
    select coalesce(json_agg(${sql.raw(card)}::json order by key desc, user_id), '[]') as cards
    from best join search_cards as card on card.user_id = best.professional_id`.execute(db)
  return rows[0]!.cards
}
