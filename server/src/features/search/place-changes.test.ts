// rule: search-cached-answers
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/db.ts'
import type { Db } from '#server/db/db.ts'
import { insertBooking } from '#server/test/booking.ts'
import { buildClient, buildProfessional } from '#server/test/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { refreshSearchEntries } from './search-entries.ts'

let server: TestServer
let professional: { id: string }
let id: string
/** The places of the professional, in order. */
let placeIds: number[]
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  professional = await buildProfessional(server, { areas: ['78701', '77002', 'Reno, NV'] })
  id = professional.id
  placeIds = await placesOf(id)
  await server.db.deleteFrom('place_changes').execute()
})

test('a transaction notes each place of a professional once, however often it changes card and entries', async () => {
  await server.db.transaction().execute(async (tx) => {
    await setRate(tx, id, 2300)
    await refreshSearchEntries(tx, [id])
    await setRate(tx, id, 2400)
    await tx.updateTable('users').set({ last_name: 'Changed' }).where('id', '=', id).execute()
    await refreshSearchEntries(tx, [id])
  })
  expect(placeIds).toHaveLength(3)
  expect(await notedPlaces()).toEqual(placeIds)
  await setRate(server.db, id, 2500)
  await refreshSearchEntries(server.db, [id])
  // Two transactions: the card, and then the entries.
  expect(await notedPlaces()).toEqual([...placeIds, ...placeIds, ...placeIds].toSorted(ascending))
})

test('what a savepoint noted is noted again when the savepoint is undone', async () => {
  const tx = await server.db.startTransaction().execute()
  const saved = await tx.savepoint('before').execute()
  await setRate(saved, id, 2300)
  await saved.rollbackToSavepoint('before').execute()
  await setRate(tx, id, 2400)
  await refreshSearchEntries(tx, [id])
  await tx.commit().execute()
  expect(await notedPlaces()).toEqual(placeIds)
})

test('the entries of another professional are noted although the same transaction noted their places', async () => {
  const other = await buildProfessional(server, { areas: ['78701'] })
  await server.db.deleteFrom('place_changes').execute()
  await server.db.transaction().execute(async (tx) => {
    await setRate(tx, id, 2300)
    await tx
      .updateTable('search_entries')
      .set({ rate_cents: 2900 })
      .where('professional_id', '=', other.id)
      .execute()
  })
  const [place] = await placesOf(other.id)
  expect(await notedPlaces()).toEqual([...placeIds, place!].toSorted(ascending))
})

test('a place that another transaction adds after the card was noted is noted with its changed entry', async () => {
  const tx = await server.db.startTransaction().execute()
  await tx.updateTable('users').set({ language: 'pt' }).where('id', '=', id).execute()
  const added = { professional_id: id, place_id: 89101, label: '89101', position: 9 }
  await server.db.insertInto('professional_areas').values(added).execute()
  await refreshSearchEntries(server.db, [id])
  await server.db.deleteFrom('place_changes').execute()
  await refreshSearchEntries(tx, [id])
  await tx.commit().execute()
  expect(await notedPlaces()).toEqual([...placeIds, 89101].toSorted(ascending))
})

describe('a listing and a change that does not lock the profile', () => {
  const changes = {
    'working hours': (db: Db) =>
      db
        .updateTable('professional_times')
        .set({ stated: true })
        .where('professional_id', '=', id)
        .execute(),
    'a visit that counts for reliability': (db: Db) =>
      db
        .updateTable('bookings')
        .set({ no_show: 'professional' })
        .where('professional_id', '=', id)
        .execute(),
  }
  beforeEach(async () => {
    await server.db.insertInto('professional_times').values({ professional_id: id }).execute()
    await insertBooking(server, await buildClient(server), professional)
    await server.db.deleteFrom('search_entries').where('professional_id', '=', id).execute()
    await server.db.deleteFrom('place_changes').execute()
  })

  for (const [kind, change] of Object.entries(changes)) {
    test(`${kind}: the listing waits for the change, so it lists the card of after`, async () => {
      const changing = await server.db.startTransaction().execute()
      await change(changing)
      const listing = refreshSearchEntries(server.db, [id])
      await waitForLock()
      expect(await notedPlaces()).toEqual([])
      await changing.commit().execute()
      await listing
      expect(await notedPlaces()).toEqual(placeIds)
    })

    test(`${kind}: the change waits for the listing, and notes its places`, async () => {
      const listing = await server.db.startTransaction().execute()
      await refreshSearchEntries(listing, [id])
      const changing = change(server.db)
      await waitForLock()
      await listing.commit().execute()
      await changing
      expect(await notedPlaces()).toEqual([...placeIds, ...placeIds].toSorted(ascending))
    })
  }
})

test('a connection plans the writing of the entries of one professional five times at most', async () => {
  const database = openDatabase(server.url, { max: 1 })
  for (let time = 0; time < 8; time++) {
    await setRate(database.kysely, id, 2300 + time)
    await refreshSearchEntries(database.kysely, [id])
  }
  const { rows } = await database.pool.query(`
    select custom_plans::integer as custom from pg_prepared_statements where name = 'update_search_entries'`)
  await database.close()
  expect(rows).toEqual([{ custom: 5 }])
})

const ascending = (a: number, b: number) => a - b

async function setRate(db: Db, professionalId: string, rate: number): Promise<void> {
  await db
    .updateTable('professionals')
    .set({ hourly_rate_cents: rate })
    .where('user_id', '=', professionalId)
    .execute()
}

async function waitForLock(): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(server.db)).rows.length).toBe(1)
}

async function placesOf(professionalId: string): Promise<number[]> {
  const rows = await server.db
    .selectFrom('search_entries')
    .select('place_id')
    .where('professional_id', '=', professionalId)
    .orderBy('place_id')
    .execute()
  return rows.map(({ place_id }) => place_id)
}

async function notedPlaces(): Promise<number[]> {
  const rows = await server.db
    .selectFrom('place_changes')
    .select('place_id')
    .orderBy('place_id')
    .execute()
  return rows.map(({ place_id }) => place_id)
}
