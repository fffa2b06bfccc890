// rule: profile-addresses
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfessional } from '#server/test/builders/build.ts'
import { testServer } from '#server/test/server.ts'
import type { TestServer } from '#server/test/server.ts'
import { freeSlug } from './slug.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Waits until a transaction waits for the lock of another. */
async function waitForBlockedQuery(): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(
      server.db,
    )
    if (rows.length > 0) return
  }
}

test('two names with one address, saved at the same moment, get two addresses', async () => {
  await buildProfessional(server, { slug: 'bia-rocha' })
  const { id } = await buildProfessional(server)
  let second: Promise<string> | undefined
  // A transaction may take no second connection of the pool, so the other one runs outside its context.
  const outside = AsyncLocalStorage.snapshot()
  const first = await server.db.transaction().execute(async (tx) => {
    const slug = await freeSlug(tx, 'Bia Rocha')
    second = outside(() =>
      server.db.transaction().execute((other) => freeSlug(other, 'Bia Rocha 2')),
    )
    await Promise.race([second, outside(waitForBlockedQuery)])
    await tx.updateTable('professionals').set({ slug }).where('user_id', '=', id).execute()
    return slug
  })
  expect([first, await second]).toEqual(['bia-rocha-2', 'bia-rocha-2-2'])
})
