// rule: none, database triggers
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test('docs/database-triggers.md names each trigger of the database, and no other', async () => {
  const page = await readFile(
    new URL('../../../docs/database-triggers.md', import.meta.url),
    'utf8',
  )
  const cells = [...page.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => cell!)
  const named = cells.flatMap((cell) => cell.match(/\w+/g) ?? [])
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where not tgisinternal and tgrelid in (
      select oid from pg_class where relnamespace = 'public'::regnamespace)`.execute(server.db)
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  expect(rows.length).toBeLessThanOrEqual(35)
})

/**
 * By these columns alone nobody looks for rows, and no row that they refer to is deleted while it has many of them:
 * accounts are erased and stay.
 */
const WITHOUT_INDEX = [
  'agreements.series_id',
  'messages.receiver_id',
  'simulated_checkouts.payment_id',
  'simulated_checkouts.subscription_id',
]

test('each foreign key has an index that finds the rows which refer to a deleted one', async () => {
  const { rows } = await sql<{ name: string }>`
    select format('%s.%s', conrelid::regclass, string_agg(attname, ',' order by attnum)) as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = any(conkey)
        and (indpred is null or pg_get_expr(indpred, indrelid) in (
          select format('(%I IS NOT NULL)', part.attname) from pg_attribute as part
          where part.attrelid = conrelid and part.attnum = any(conkey))))
    group by pg_constraint.oid, conrelid order by 1`.execute(server.db)
  expect(rows.map(({ name }) => name)).toEqual(WITHOUT_INDEX)
})

test('the payments of a subscription are found by an index', async () => {
  const { rows } = await sql`
    select from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where indrelid = 'payments'::regclass and attname = 'provider_subscription_id'`.execute(
    server.db,
  )
  expect(rows).toHaveLength(1)
})
