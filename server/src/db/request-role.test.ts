// rule: migrations
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { migrateIfOwner } from '#server/start/migrate.ts'
import { prepareDatabase } from '#server/start/prepare-database.ts'
import { COMMAND_MS, runProgram } from '#server/test/processes/run-program.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'

// Every test server works with this role, so each other test shows that its rights suffice.
let server: TestServer
let requestUrl: string
beforeAll(async () => {
  server = await testServer()
  requestUrl = server.requestUrl
})
afterAll(() => server.close())

test.each([
  'create table mine (id integer)',
  'alter table users add column mine integer',
  'drop trigger audit_log_append_only on audit_log',
  'alter table audit_log disable trigger all',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'update audit_log set body = body',
  'delete from audit_log',
  'truncate audit_log cascade',
  'update security_events set user_id = null',
  'delete from security_events',
  'truncate security_events',
  "insert into migrations (name) values ('9999_mine.sql')",
  'delete from zips',
  'create role mine superuser',
  'set session_replication_role = replica',
  "copy users to program 'cat'",
])('the role of requests may not: %s', async (statement) => {
  // 42501: a right is missing.
  await expect(sql.raw(statement).execute(server.context.db)).rejects.toMatchObject({
    code: '42501',
  })
})

test('a server whose role may not migrate starts only on a database of its version', async () => {
  expect(await migrateIfOwner(requestUrl)).toBe(false)
  expect(await migrateIfOwner(server.url)).toBe(true)
  const newest = 'select name, applied_at from migrations order by name desc limit 1'
  const { rows } = await sql.raw<{ name: string }>(newest).execute(server.db)
  const { name } = rows[0]!
  await sql`delete from migrations where name = ${name}`.execute(server.db)
  await expect(migrateIfOwner(requestUrl)).rejects.toMatchObject({
    name: 'StartupProblem',
    message:
      'The database is of an older version. Run `npm run migrate` first, with DATABASE_MIGRATE_URL if the user of DATABASE_URL does not own the tables.',
  })
  await sql`insert into migrations (name) values (${name})`.execute(server.db)
})

test(
  '`npm run migrate` migrates as the owner and gives the role of requests its rights, again and again',
  async () => {
    await sql`create table later (id integer)`.execute(server.db)
    const read = () => sql`select id from later`.execute(server.context.db)
    await expect(read()).rejects.toMatchObject({ code: '42501' })
    const settings = { DATABASE_URL: requestUrl, DATABASE_MIGRATE_URL: server.url }
    expect(await runProgram(server, 'migrate-database.ts', [], settings)).toEqual({
      code: 0,
      output: 'The database is of this version.\n',
    })
    expect((await read()).rows).toEqual([])
    const nobody = new URL(requestUrl)
    nobody.username = 'nobody_here'
    expect(
      await runProgram(server, 'migrate-database.ts', [], {
        ...settings,
        DATABASE_URL: nobody.href,
      }),
    ).toEqual({
      code: 1,
      output: 'The user of DATABASE_URL is no role of the database. Create it.\n',
    })
  },
  COMMAND_MS,
)

test('the embedded database serves requests with a role that owns nothing', async () => {
  const prepared = await prepareDatabase(readConfig({}), server.url)
  expect(prepared.ownsTables).toBe(false)
  // A command reaches the same role while the server runs.
  expect(await prepareDatabase(readConfig({}), server.url)).toEqual(prepared)
  const client = new pg.Client(prepared.url)
  await client.connect()
  const { rows } = await client.query(
    `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as is_mighty,
      (select count(*)::integer from pg_class where relowner = pg_roles.oid) as owned
    from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([{ is_mighty: false, owned: 0 }])
  expect((await client.query('select count(*) from users')).rows).toHaveLength(1)
  await client.end()
})

test.each([
  { DATABASE_MIGRATE_URL: 'postgres://owner@db/lustra' },
  {
    DATABASE_MIGRATE_URL: 'postgres://lustra:hidden@db/lustra',
    DATABASE_URL: 'postgres://lustra@db/lustra',
  },
  {
    DATABASE_MIGRATE_URL: 'postgres://owner@db/hidden',
    DATABASE_URL: 'postgres://lustra@db/lustra',
  },
])('%j is refused with one line', (env) => {
  expect(() => readConfig(env)).toThrow(
    expect.objectContaining({
      name: 'StartupProblem',
      message: 'DATABASE_MIGRATE_URL has to name the database of DATABASE_URL, with another user.',
    }),
  )
})
