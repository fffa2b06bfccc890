import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { reliableSince } from '../professionals/reliability.ts'
import { PUBLIC_COLUMNS_SQL, PUBLIC_TABLES_SQL } from '../professionals/public-professional.ts'
import { reliableCardSql } from '../search/reliable-card.ts'

type CountedCities = { cities: { place_id: number; professionals: number }[]; total: number }

/**
 * Counts the listed professionals of each city, each once whether they chose the city or ZIP codes of it, and of all
 * places.
 */
export async function countCities(db: Db): Promise<CountedCities> {
  const { rows } = await sql<CountedCities>`
    with served as (
      select coalesce(zips.city_id, place_id) as place_id, count(distinct professional_id)::integer as professionals
      from search_entries left join zips using (place_id)
      group by 1
    )
    select coalesce((select json_agg(served) from served), '[]') as cities,
      (select count(*)::integer from subscriptions where status <> 'lapsed') as total`.execute(db)
  return rows[0]!
}

type CityFacts = {
  professionals: number
  lowest_rate: number
  rating: number
  total_reviews: number
  /** The given places that somebody serves. */
  served: number[]
}

/** Counts over the listed professionals who serve one of these places. rule: city-facts */
export async function loadCityFacts(db: Db, places: number[]): Promise<CityFacts> {
  const { rows } = await sql<CityFacts>`
    with serving as (
      select user_id, hourly_rate_cents, rating_sum, total_reviews from professionals
      where user_id in (select professional_id from search_entries where place_id = any(${places}::integer[]))
    )
    select count(*)::integer as professionals,
      coalesce(min(hourly_rate_cents), 0)::float8 / 100 as lowest_rate,
      coalesce(sum(rating_sum)::float8 / nullif(sum(total_reviews), 0), 0) as rating,
      coalesce(sum(total_reviews), 0)::integer as total_reviews,
      array(
        select id from unnest(${places}::integer[]) as place (id)
        where exists (select from search_entries where place_id = id)
      ) as served
    from serving`.execute(db)
  return rows[0]!
}

/**
 * The best-rated cards of these places. It reads only the best few of each place, so a large city costs no more.
 * rule: city-facts
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
    from best cross join lateral (
      select ${sql.raw(PUBLIC_COLUMNS_SQL)}
      from ${sql.raw(PUBLIC_TABLES_SQL)}
      where professionals.user_id = best.professional_id
    ) as card`.execute(db)
  return rows[0]!.cards
}
