// rule: migrations
import { fork } from 'node:child_process'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockMsOf, migrate, readHeader, requireSchema } from './migrate.ts'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'

const FOLDER = new URL('../../schema/', import.meta.url)
const MIGRATE_PROCESS = new URL('../test/processes/migrate-process.ts', import.meta.url)

let database: TestDatabase
let other: pg.Client
/** This version is followed by two others, of which the second one contracts. */
let expanded: URL
let contracted: URL
beforeAll(async () => {
  database = await testDatabase()
  other = new pg.Client(database.url)
  await other.connect()
  expanded = await folderWith({ '9001_expand.sql': 'create table expanded (id int);' })
  contracted = await folderWith({
    '9001_expand.sql': 'create table expanded (id int);',
    '9002_contract.sql': '-- Needs 9001_expand.sql.\ndrop table expanded;',
  })
})
afterAll(async () => {
  await other.end()
  await database.drop()
  for (const folder of folders) await rm(folder, { recursive: true })
})

const folders: string[] = []

async function folderWith(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'lustra-migrations-'))
  folders.push(folder)
  await cp(FOLDER, folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const problem = (message: RegExp) =>
  expect.objectContaining({ name: 'StartupProblem', message: expect.stringMatching(message) })

test('a server starts on its own schema and on the next one, not on an older one or after a contraction', async () => {
  await expect(requireSchema(database.url, expanded)).rejects.toEqual(
    problem(/older version.*npm run migrate/),
  )
  await migrate(database.url, { folder: expanded })
  await requireSchema(database.url, expanded)
  await requireSchema(database.url)
  // The release before changes nothing either, not even the table of places.
  await other.query("update places_version set hash = 'of the newer version'")
  await migrate(database.url)
  expect((await other.query('select hash from places_version')).rows).toEqual([
    { hash: 'of the newer version' },
  ])

  await migrate(database.url, { folder: contracted })
  await requireSchema(database.url, expanded)
  const newer = problem(/newer version.*Start the newer version/)
  await expect(requireSchema(database.url)).rejects.toEqual(newer)
  await expect(migrate(database.url)).rejects.toEqual(newer)
})

test('data of the schema of before is refused in one line that says what to do, and stays as it is', async () => {
  await other.query("insert into migrations (name) values ('0001_identity.sql')")
  const before = await contents()
  const another = problem(
    /another schema, and stays as it is\. To keep it, .*pg_dump.*empty DATA_DIR/,
  )
  await expect(migrate(database.url)).rejects.toEqual(another)
  await expect(requireSchema(database.url)).rejects.toEqual(another)
  expect(await contents()).toEqual(before)
  await other.query("delete from migrations where name = '0001_identity.sql'")
})

/** How many rows each table has, and the objects of the schema. */
async function contents() {
  const { rows } = await other.query(`
    select relname, xmin, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %s', oid::regclass), true, true, '')))[1]::text as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`)
  return rows
}

test('a file outside a transaction builds its index while others write, and repeats what it left', async () => {
  const folder = await folderWith({
    '9003_index.sql': `-- Outside a transaction.
drop index concurrently if exists numbers_inverse;
create index concurrently numbers_inverse on numbers ((1 / n));`,
  })
  await other.query("delete from migrations where name like '900%'")
  await other.query('create table numbers (n int); insert into numbers values (0)')
  await expect(migrate(database.url, { folder })).rejects.toThrow('Migration 9003_index.sql failed')
  await other.query('update numbers set n = 1')
  // One waits for the lock meanwhile, and the index does not wait for that.
  await Promise.all([migrate(database.url, { folder }), migrate(database.url, { folder })])
  const { rows } = await other.query(
    "select indisvalid from pg_index where indexrelid = 'numbers_inverse'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
})

test('a migration that others keep from a table tries again, gives up, and has changed nothing', async () => {
  const folder = await folderWith({ '9004_wait.sql': 'alter table users add column later int;' })
  const options = { folder, lockMs: 100 }
  await other.query('begin; select from users')
  try {
    await expect(migrate(database.url, { ...options, tableMsMax: 0 })).rejects.toEqual(
      problem(/^Migration 9004_wait\.sql waited in vain/),
    )
    const migrated = migrate(database.url, options)
    await expect.poll(() => migrationSays('rollback'), { interval: 10 }).toBe(true)
    await other.query('rollback')
    await migrated
  } finally {
    await other.query('rollback')
  }
  expect((await other.query('select later from users')).rows).toEqual([])
}, 60_000)

test('tries are short, and each fifth is long enough that an autovacuum is ended for it', () => {
  const tries = Array.from({ length: 10 }, (_none, index) => lockMsOf(index + 1))
  expect(tries).toEqual([200, 200, 200, 200, 2000, 200, 200, 200, 200, 2000])
})

/** Whether a session of a migration is at this statement, or has just done it. */
async function migrationSays(text: string): Promise<boolean> {
  const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
    where application_name = 'lustra migrate' and datname = current_database()`.execute(database.db)
  return rows.some(({ query }) => query.includes(text))
}

test('what a killed migration (kill -9) began is done again by the next one', async () => {
  const folder = await folderWith({
    '9006_index.sql': `-- Outside a transaction.
drop index concurrently if exists halves_n;
create index concurrently halves_n on halves (n);`,
  })
  const isValid = async () => {
    const { rows } = await sql<{ indisvalid: boolean }>`
      select indisvalid from pg_index where indexrelid = to_regclass('halves_n')`.execute(
      database.db,
    )
    return rows[0]?.indisvalid
  }
  await other.query("delete from migrations where name like '900%'")
  await other.query('create table halves (n int)')
  await other.query('begin; insert into halves values (1)')
  const env = { ...process.env, DATABASE_URL: database.url }
  const killed = fork(MIGRATE_PROCESS, [folder.href], { env, execArgv: [] })
  await expect.poll(isValid, { timeout: 60_000 }).toBe(false)
  killed.kill('SIGKILL')
  // Its session ends although its statement still waits.
  await expect.poll(() => migrationSays(''), { timeout: 10_000 }).toBe(false)
  expect(await isValid()).toBe(false)
  await other.query('commit')
  await Promise.all([migrate(database.url, { folder }), migrate(database.url, { folder })])
  expect(await isValid()).toBe(true)
}, 90_000)

test('a lock that somebody keeps ends a migration with one line, and no start hangs', async () => {
  await other.query('select pg_advisory_lock(7105114017)')
  await expect(migrate(database.url, { turnMsMax: 300 })).rejects.toEqual(
    problem(/^Another process has been migrating this database[^\n]*`lustra migrate`/),
  )
  await other.query('select pg_advisory_unlock(7105114017)')
})

test('what a new file takes away names the migration that a server has to know', async () => {
  const names = await readdir(FOLDER)
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, text, ...readHeader(text) }
    }),
  )
  const contracts = /\b(drop (table|column|view|type)|rename (to|column))\b/i
  const withoutNeed = files.filter(({ text, needs }) => contracts.test(text) && !needs)
  expect(withoutNeed.map(({ name }) => name)).toEqual([])
  const needed = files.flatMap(({ needs }) => needs ?? [])
  expect(needed.filter((need) => !names.includes(need))).toEqual([])
})
