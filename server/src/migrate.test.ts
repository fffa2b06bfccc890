// rule: migrations
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'
import { databaseOn, runOn } from './test/statements.ts'

const FOLDER = new URL('../migrations/', import.meta.url)

/**
 * Databases of earlier versions have applied these files by these names. Never rename or remove one, and never change
 * its statements. Comments may be corrected. Each value is the hash that `statementsHash` returns for the file.
 */
const RELEASED = {
  '0001_identity.sql': '4c8ae20e25020ea7',
  '0002_places.sql': '7c172bf11ed16833',
  '0003_professionals.sql': 'b0da83b2ff65da8d',
  '0004_bookings.sql': '810177aba912be70',
  '0005_reviews.sql': '3d7f04fac050d6f3',
  '0007_profile_pictures.sql': '91f404b368871966',
  '0008_money.sql': 'c33f7a9d1dfe1902',
  '0009_calendar_feeds.sql': 'c37f7eb60c507fbf',
  '0010_verification.sql': '70a24e179d7ccc28',
  '0011_messages.sql': '7b0848dd567ce1bd',
  '0012_notices.sql': 'ed04380b415a1347',
  '0013_account.sql': '56ab7b9d40d06afd',
  '0014_live.sql': '22b9729ae310e762',
  '0014_simulated_payments.sql': 'a975c1b590e26e50',
  '0015_place_changes.sql': 'c9c282da877b3cba',
  '0022_push_sessions.sql': '529ac1290f5a429a',
  '0025_refunds.sql': '52df03db4b4fd356',
  '0026_verification_notices.sql': '1912ba43a00993c3',
}
const RELEASED_NAMES = Object.keys(RELEASED)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

async function appliedNames(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(
    database.db,
  )
  return rows.map(({ name }) => name)
}

test('released migrations keep their names, and each new one has a higher number of its own', async () => {
  const names = (await readdir(FOLDER)).toSorted()
  expect(names).toEqual(expect.arrayContaining(RELEASED_NAMES))
  const newNumbers = names
    .filter((name) => !RELEASED_NAMES.includes(name))
    .map((name) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]))
  const newest = Number(RELEASED_NAMES.at(-1)!.slice(0, 4))
  for (const number of newNumbers) expect(number).toBeGreaterThan(newest)
  expect(new Set(newNumbers).size).toBe(newNumbers.length)
})

/** The start of the SHA-256 of a file's statements, without comments and white space. */
function statementsHash(file: string): string {
  const statements = file.replaceAll(/--.*/g, '').replaceAll(/\s+/g, '')
  return createHash('sha256').update(statements).digest('hex').slice(0, 16)
}

test('the statements of released migrations never change', async () => {
  for (const [name, hash] of Object.entries(RELEASED))
    expect([name, statementsHash(await readFile(new URL(name, FOLDER), 'utf8'))]).toEqual([
      name,
      hash,
    ])
})

test.each([
  ['create table a (b int);', 'create table a (b bigint);'],
  ['insert into a values (1);', ''],
])('a released migration may not change %j to %j', (before, after) => {
  expect(statementsHash(after)).not.toBe(statementsHash(before))
})

test('comments and white space of a released migration may be corrected', () => {
  expect(statementsHash('-- New.\ncreate table a (\n  b int);')).toBe(
    statementsHash('create table a (b int); -- Old.'),
  )
})

test('starting again, also twice at once, applies nothing a second time', async () => {
  const before = await appliedNames()
  expect(before).toEqual((await readdir(FOLDER)).toSorted())
  await Promise.all([migrate(database.url), migrate(database.url)])
  expect(await appliedNames()).toEqual(before)
})

test('two programs at once bring an empty database up to date, and one that lacks the last files', async () => {
  const { url: postgres } = inject('postgres')
  const name = `lustra_twice_${randomBytes(6).toString('hex')}`
  await runOn(postgres, `create database ${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'lustra-migrations-'))
  const url = databaseOn(postgres, name)
  const client = new pg.Client(url)
  await client.connect()
  const programs = async (program: string, args: string[] = []) => {
    const run = () =>
      promisify(execFile)(process.execPath, [`server/src/${program}`, ...args], {
        env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder },
      })
    return (await Promise.all([run(), run()])).map(({ stdout, stderr }) => stdout + stderr)
  }
  try {
    const done = 'The database is of this version.\n'
    expect(await programs('migrate-database.ts')).toEqual([done, done])
    const files = (await readdir(FOLDER)).toSorted()
    const applied = async () =>
      (await client.query('select name from migrations order by name')).rows.map((row) => row.name)
    expect(await applied()).toEqual(files)

    await cp(FOLDER, folder, { recursive: true })
    await writeFile(join(folder, '9001_table.sql'), 'create table turns (n serial);')
    const later = 'insert into turns default values; select pg_sleep(0.2);'
    await writeFile(join(folder, '9002_row.sql'), later)
    await programs('test/migrate-process.ts', [pathToFileURL(`${folder}/`).href])
    expect(await applied()).toEqual([...files, '9001_table.sql', '9002_row.sql'])
    expect((await client.query('select n from turns')).rows).toEqual([{ n: 1 }])
  } finally {
    await client.end()
    await runOn(postgres, `drop database ${name}`)
    await rm(folder, { recursive: true })
  }
}, 60_000)
