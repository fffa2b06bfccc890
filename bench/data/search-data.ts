import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { within } from '#server/scope.ts'
import {
  cardsOf,
  SEARCH_ENTRY_COLUMNS,
  searchEntriesOf,
} from '#server/people/listing/search-entries.ts'

/** Areas are chosen at random, weighted by population: each slot stands for the same number of people. */
const SLOTS = 1_000_000
const SEED = 0.2026

/**
 * Fills the tables that search reads with `count` invented professionals, directly in SQL. Each has 1 to 12 areas over
 * real ZIP codes by population (three in ten are the whole city). Four in five have reviews. Each count always gives
 * the same data.
 */
export async function fillWithProfessionals(db: Db, count: number): Promise<void> {
  await within({ statementMsMax: Infinity }, async () => fill(db, count))
}

async function fill(db: Db, count: number): Promise<void> {
  await db.connection().execute(async (on) => {
    // Turns foreign keys off: the rows are correct by construction, and checking them would take minutes.
    await sql`set session_replication_role = replica`.execute(on)
    await sql`set statement_timeout = 0`.execute(on)
    await sql`set maintenance_work_mem = '256MB'`.execute(on)
    await sql`set work_mem = '64MB'`.execute(on)
    await sql`select setseed(${SEED})`.execute(on)
    await fillPeople(on, count)
    await fillAreas(on)
    await fillEntries(on)
    // The pool uses the connection again, and it needs the triggers.
    await sql`reset all`.execute(on)
  })
  for (const table of ['users', 'professionals', 'professional_areas', 'subscriptions']) {
    await sql`analyze ${sql.table(table)}`.execute(db)
  }
}

async function fillPeople(db: Db, count: number): Promise<void> {
  await sql`
    insert into users (id, role, email, first_name, last_name, phone, password_hash)
    select (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, 'professional',
      'person-' || n || '@bench.example', 'First' || n % 500, 'Last' || n % 5000, '512-555-0100', '-'
    from generate_series(1, ${count}::integer) as n`.execute(db)
  await sql`
    insert into professionals (user_id, slug, full_name, bio, hourly_rate_cents, years_experience, services,
      background_check_status, background_checked_at, profile_image, gallery_images, rating_sum, total_reviews, latest_reviews, created_at)
    select id, replace(left(id::text, 8), '-', ''), first_name || ' ' || last_name,
      repeat('Careful with every room, on time and kind to pets. ', 4), 1500 + (random() * 85)::integer * 100,
      (array['1', '2', '3', '4', '5+', '10+'])[1 + (random() * 5)::integer],
      (array['standard', 'deep', 'move_in_out', 'post_construction', 'office'])[1:1 + (random() * 4)::integer],
      case when checked then 'approved' else 'not_submitted' end, case when checked then timestamptz '2026-01-01' end,
      md5(id::text) || '.webp', array[md5(id::text || 'a') || '.webp', md5(id::text || 'b') || '.webp'],
      reviews * 3 + (random() * 2 * reviews)::integer, reviews,
      case when reviews = 0 then '[]'::jsonb else ${sql.lit(JSON.stringify(REVIEWS))}::jsonb end,
      timestamptz '2026-01-01' - random() * interval '700 days'
    from (select *, random() < 0.6 as checked, case when random() < 0.2 then 0 else 1 + (random() * 60)::integer end as reviews from users) as people`.execute(
    db,
  )
  await sql`insert into subscriptions (professional_id, status) select user_id, 'active' from professionals`.execute(
    db,
  )
}

async function fillAreas(db: Db): Promise<void> {
  await sql`
    create temporary table slots as
    with reach as (
      select place_id, zip, city_id, city || ', ' || state as city,
        sum(population + 1) over (order by place_id) as upto, population + 1 as people,
        (sum(population + 1) over ())::float8 / ${SLOTS} as width
      from zips
    )
    select generate_series(ceil((upto - people) / width)::integer, ceil(upto / width)::integer - 1) as slot,
      place_id, zip, city_id, city
    from reach`.execute(db)
  await sql`
    insert into professional_areas (professional_id, place_id, label, position)
    select distinct on (professional_id, place) professional_id, place, label, position
    from (
      select wanted.professional_id, wanted.position, case when wanted.whole then city_id else place_id end as place,
        case when wanted.whole then city else zip end as label
      from (
        select user_id as professional_id, position, floor(random() * ${SLOTS})::integer as slot, random() < 0.3 as whole
        from (select user_id, 1 + floor(random() * 12)::integer as wanted from professionals) as person
          cross join lateral generate_series(1, wanted) as position
      ) as wanted join slots using (slot)
    ) as chosen`.execute(db)
  await sql`analyze professional_areas`.execute(db)
}

/** Writes search_entries and search_cards as the search feature does, but creates the indexes afterwards. */
async function fillEntries(db: Db): Promise<void> {
  const columns = sql.raw(SEARCH_ENTRY_COLUMNS.join(', '))
  await withoutIndexes(db, () =>
    sql`
    insert into search_entries (professional_id, place_id, ${columns})
    ${searchEntriesOf(sql`true`)}`.execute(db),
  )
  await sql`insert into search_cards ${cardsOf(
    sql`professionals.user_id in (select professional_id from search_entries)`,
  )}`.execute(db)
  await sql`vacuum (analyze) search_cards`.execute(db)
  await sql`vacuum (analyze) search_entries`.execute(db)
}

/** Drops the indexes of search_entries for as long as the table is filled: that is faster. */
export async function withoutIndexes(db: Db, fillTable: () => Promise<unknown>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'search_entries' and indexname <> 'search_entries_pkey'`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(db)
  await fillTable()
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
}

const REVIEWS = [5, 5, 4].map((rating) => ({
  rating,
  title: 'Everything shines',
  comment: 'On time, thorough and friendly. The kitchen looks new again.',
  reviewerName: 'Pat P.',
  client_name: 'Pat P.',
  created_at: '2026-01-01T12:00:00.000Z',
  verified_hire: true,
}))
