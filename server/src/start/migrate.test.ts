// rule: migrations
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from './migrate.ts'
import { testDatabase } from '#server/test/database.ts'
import type { TestDatabase } from '#server/test/database.ts'
import { databaseOn, runOn } from '#server/test/statements.ts'

const FOLDER = new URL('../../schema/', import.meta.url)

/** The files that are applied once; functions.sql is applied each time. */
async function filesOf(folder: URL): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== 'functions.sql').toSorted()
}

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

test('each file has a number of its own', async () => {
  const numbers = (await filesOf(FOLDER)).map((name) => /^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1])
  expect(numbers).not.toContain(undefined)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('starting again, also twice at once, applies nothing a second time', async () => {
  const before = await appliedNames()
  expect(before).toEqual(await filesOf(FOLDER))
  await Promise.all([migrate(database.url), migrate(database.url)])
  expect(await appliedNames()).toEqual(before)
})

test('functions are code: each migration writes them again', async () => {
  const make = sql`select uuid_v7() as id`
  await sql`create or replace function uuid_v7() returns uuid language sql as 'select null::uuid'`.execute(
    database.db,
  )
  expect((await make.execute(database.db)).rows).toEqual([{ id: null }])
  await migrate(database.url)
  expect((await make.execute(database.db)).rows).toEqual([{ id: expect.any(String) }])
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
    const files = await filesOf(FOLDER)
    const applied = async () =>
      (await client.query('select name from migrations order by name')).rows.map((row) => row.name)
    expect(await applied()).toEqual(files)

    await cp(FOLDER, folder, { recursive: true })
    await writeFile(join(folder, '9001_table.sql'), 'create table turns (n serial);')
    const later = 'insert into turns default values; select pg_sleep(0.2);'
    await writeFile(join(folder, '9002_row.sql'), later)
    await programs('test/processes/migrate-process.ts', [pathToFileURL(`${folder}/`).href])
    expect(await applied()).toEqual([...files, '9001_table.sql', '9002_row.sql'])
    expect((await client.query('select n from turns')).rows).toEqual([{ n: 1 }])
  } finally {
    await client.end()
    await runOn(postgres, `drop database ${name}`)
    await rm(folder, { recursive: true })
  }
}, 60_000)
