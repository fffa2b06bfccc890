import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/db.ts'
import { loadPlaceIndex } from '#server/places/locations.ts'
import type { Places } from '#server/places/locations.ts'
import type { App } from '#server/http/app.ts'
import type { Context } from '#server/context.ts'
import { PATIENCE_MS, testDatabase } from './database.ts'
import { TestPayments } from './builders/payments.ts'

export type TestServer = {
  app: App
  context: Context
  db: Db
  /** The provider, and the person at its page. */
  payments: TestPayments
  /** The database's address, as the owner of its tables. */
  url: string
  /** The database's address for the role of requests, which `context` uses. `db` has the owner's. */
  requestUrl: string
  /** The letters in the outbox, oldest first, as .eml texts. */
  letters(): Promise<string[]>
  close(): Promise<void>
}

/**
 * All test databases have the same places. Reading them takes as much processor time as the rest of a test server, so
 * the test files of a worker share them.
 */
let places: Promise<Places> | undefined

/**
 * The server on a database of its own, not listening: call it with `as(…)` or `visitor(…)`. `env` overrides settings.
 */
export async function testServer(
  env: Record<string, string> = {},
  clock?: Context['clock'],
): Promise<TestServer> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'lustra-test-data-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '1000',
    // Tests of other features use people who never prove their address.
    EMAIL_VERIFICATION: 'optional',
    ...env,
  })
  const payments = await TestPayments.open(config, database.db, clock ?? { now: () => new Date() })
  const context = await createContext(config, database.requestUrl, {
    logLevel: 'silent',
    payments,
    places: await (places ??= loadPlaceIndex(database.db)),
    ...(clock ? { clock } : {}),
  })
  context.pool.options.connectionTimeoutMillis = PATIENCE_MS
  const app = await buildApp(context, {
    eventLoopDelayMsMax: Infinity,
    waitMsMax: PATIENCE_MS,
    answersKeptMs: 0,
  })
  return {
    app,
    context,
    db: database.db,
    payments,
    url: database.url,
    requestUrl: database.requestUrl,
    async letters() {
      const outbox = join(dataDir, 'outbox')
      const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'))
      return Promise.all(files.toSorted().map((file) => readFile(join(outbox, file), 'utf8')))
    },
    async close() {
      await app.close()
      await context.close()
      await database.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
