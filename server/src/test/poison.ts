import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * From now on the database refuses to insert, update or delete the rows of a table that an SQL condition names (`new`
 * and `old` are the row). Returns a function that ends it.
 */
export async function poison(
  db: Db,
  event: 'insert' | 'update' | 'delete',
  table: string,
  condition: RawBuilder<unknown>,
): Promise<() => Promise<void>> {
  await sql`
    create or replace function refuse_row() returns trigger language plpgsql as
    'begin raise exception ''poison''; end'`.execute(db)
  await sql`
    create trigger poison before ${sql.raw(event)} on ${sql.table(table)} for each row
    when (${condition}) execute function refuse_row()`.execute(db)
  return async () => {
    await sql`drop trigger poison on ${sql.table(table)}`.execute(db)
  }
}
