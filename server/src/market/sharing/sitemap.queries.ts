import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '#server/people/listing/listed.ts'

const LISTED = listedSql('professionals.user_id')

/** Whether there are more listed professionals than `most`. */
export async function hasMoreListed(db: Db, most: number): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions where status <> 'lapsed' offset ${most}::integer limit 1`.execute(db)
  return rows.length > 0
}

/** The ids of the cities that a listed professional serves, as a city or by a ZIP. rule: city-pages */
export async function servedCityIds(db: Db): Promise<number[]> {
  // One text: tens of thousands of rows cost more.
  const { rows } = await sql<{ ids: number[] }>`
    select coalesce(json_agg(city_id), '[]') as ids from city_figures`.execute(db)
  return rows[0]!.ids
}

export type ListedProfile = { slug: string; changed: string }

/** The next profiles of listed professionals, ordered by slug, with the day of the last visible change. */
export async function nextProfiles(
  db: Db,
  { from, after, limit }: { from: string; after: string | undefined; limit: number },
): Promise<ListedProfile[]> {
  const { rows } = await sql<ListedProfile>`
    select slug, to_char(greatest(
        updated_at, background_checked_at,
        (select max(greatest(public_at, answered_at)) from reviews where professional_id = user_id and state = 'public')
      ) at time zone 'UTC', 'YYYY-MM-DD') as changed
    from professionals
    where ${after === undefined ? sql`slug >= ${from}` : sql`slug > ${after}`} and ${LISTED}
    order by slug limit ${limit}`.execute(db)
  return rows
}

/** The slugs at which the parts of profiles begin; the first is empty. */
export async function partBeginnings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ first_slug: string }>`
    select first_slug from sitemap_parts order by 1`.execute(db)
  return rows.map(({ first_slug }) => first_slug)
}

/** Divides the listed professionals, ordered by slug, into parts of `step`. */
export async function divideProfiles(db: Db, step: number): Promise<void> {
  await sql`
    with wanted as (
      select case number when 1 then '' else slug end as first_slug from (
        select slug, row_number() over (order by slug) as number from professionals where ${LISTED}
      ) as numbered
      where number % ${step}::integer = 1 % ${step}::integer
    ), gone as (
      delete from sitemap_parts where first_slug not in (select first_slug from wanted)
    )
    insert into sitemap_parts select first_slug from wanted on conflict do nothing`.execute(db)
}
