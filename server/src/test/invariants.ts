import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { refreshAllDue } from '#server/market/search/search-times.ts'
import type { TestServer } from './server.ts'

/** The queries of invariants.sql by name. */
export const INVARIANTS = new Map(
  readFileSync(join(import.meta.dirname, 'invariants.sql'), 'utf8')
    .split(/^--- /m)
    .slice(1)
    .map((part): [string, string] => [
      part.slice(0, part.indexOf(':')),
      part.slice(part.indexOf('\n')),
    ]),
)

/** `brokenInvariants` at the server's moment, after search by time has written what it has to. */
export async function findBroken({ context }: TestServer): Promise<Record<string, unknown[]>> {
  await refreshAllDue(context)
  const now = context.clock.now()
  return context.db.transaction().execute((tx) => brokenInvariants(tx, now))
}

/** The invariants that do not hold at this moment, by name, each with the rows that break it. */
export async function brokenInvariants(
  tx: Db,
  now: Date,
  names = [...INVARIANTS.keys()],
): Promise<Record<string, unknown[]>> {
  await sql`select set_config('lustra.now', ${now.toISOString()}, true)`.execute(tx)
  const broken: Record<string, unknown[]> = {}
  for (const name of names) {
    const { rows } = await sql.raw(INVARIANTS.get(name)!).execute(tx)
    if (rows.length > 0) broken[name] = rows
  }
  return broken
}
