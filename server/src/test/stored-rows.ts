import { sql } from 'kysely'
import type { TestServer } from './server.ts'

/** A hash of the rows of every table, to see that a refused call wrote nothing. */
export async function storedRows(
  { db }: TestServer,
  { except }: { except: readonly string[] },
): Promise<Record<string, string | null>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${except}::text[]) order by 1`.execute(db)
  const hashes = rows.map(async ({ name }) => {
    const { rows: found } = await sql<{ hash: string | null }>`
      select md5(string_agg(t::text, '' order by t::text)) as hash from ${sql.table(name)} as t`.execute(
      db,
    )
    return [name, found[0]!.hash] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}
