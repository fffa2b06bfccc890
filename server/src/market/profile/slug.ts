import { sql } from 'kysely'
import { wordsOf } from '#server/places/place-text.ts'
import type { Db } from '#server/db/db.ts'

const LENGTH_MAX = 60

/** A free address for a new profile, from its name: 'ana-souza', the next one 'ana-souza-2'. rule: profile-addresses */
export async function freeSlug(db: Db, fullName: string): Promise<string> {
  const name = wordsOf(fullName).join('-').slice(0, LENGTH_MAX).replace(/-+$/, '') || 'professional'
  // Requests for one name wait for each other, also 'Ana Souza 2' and 'Ana Souza'. Else the unique key would refuse one
  // of them.
  const family = name.replace(/(-\d+)+$/, '')
  await sql`select pg_advisory_xact_lock(hashtext(${`slug ${family}`}))`.execute(db)
  const { rows } = await sql<{ slug: string }>`
    select case when number = 1 then ${name} else ${name} || '-' || number end as slug
    from generate_series(1, (select count(*) + 2 from professionals
      where slug = ${name} or slug like ${name} || '-%')) as number
    where not exists (
      select from professionals where slug = case when number = 1 then ${name} else ${name} || '-' || number end)
    order by number limit 1`.execute(db)
  return rows[0]!.slug
}
