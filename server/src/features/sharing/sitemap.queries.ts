import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '../billing/subscription.ts'

const LISTED = listedSql('professionals.user_id')

/** The ids of the cities that a listed professional serves, as a city or by a ZIP. */
export async function servedCityIds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from cities
    where exists (select from search_entries where place_id = cities.id)
      or exists (select from zips join search_entries using (place_id) where city_id = cities.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The number of listed professionals; it stops counting at `most`. */
export async function countListed(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ listed: number }>`
    select count(*)::integer as listed
    from (select from professionals where ${LISTED} limit ${most}) as listed`.execute(db)
  return rows[0]!.listed
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

/** Every `step`th slug of the listed professionals, ordered by slug, after the first `skipped`. */
export async function everyNthSlug(db: Db, skipped: number, step: number): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from (
      select slug, row_number() over (order by slug) as number from professionals where ${LISTED}
    ) as numbered
    where number > ${skipped} and (number - 1 - ${skipped}) % ${step} = 0 order by slug`.execute(db)
  return rows.map(({ slug }) => slug)
}
