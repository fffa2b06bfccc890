// rule: migrations
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { testDatabase } from './test/database.ts'
import type { TestDatabase } from './test/database.ts'

const FOLDER = new URL('../migrations/', import.meta.url)

/** Databases of earlier versions have applied these files by these names. Never rename, change or remove one. */
const RELEASED = [
  '0001_identity.sql',
  '0002_places.sql',
  '0003_professionals.sql',
  '0004_bookings.sql',
  '0005_reviews.sql',
  '0007_profile_pictures.sql',
  '0008_money.sql',
  '0009_calendar_feeds.sql',
  '0010_verification.sql',
  '0011_messages.sql',
  '0012_notices.sql',
  '0013_account.sql',
  '0014_live.sql',
  '0014_simulated_payments.sql',
  '0015_place_changes.sql',
  '0022_push_sessions.sql',
  '0025_refunds.sql',
  '0026_verification_notices.sql',
]

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
  expect(names).toEqual(expect.arrayContaining(RELEASED))
  const newNumbers = names
    .filter((name) => !RELEASED.includes(name))
    .map((name) => Number(/^(\d{4})_[a-z_]+\.sql$/.exec(name)?.[1]))
  const newest = Number(RELEASED.at(-1)!.slice(0, 4))
  for (const number of newNumbers) expect(number).toBeGreaterThan(newest)
  expect(new Set(newNumbers).size).toBe(newNumbers.length)
})

test('starting again, also twice at once, applies nothing a second time', async () => {
  const before = await appliedNames()
  expect(before).toEqual((await readdir(FOLDER)).toSorted())
  await Promise.all([migrate(database.url), migrate(database.url)])
  expect(await appliedNames()).toEqual(before)
})
