import { pino } from 'pino'
import type { Config } from './config.ts'
import { openDatabase } from './db/db.ts'
import { loadPlaceIndex } from './features/locations/load-place-index.ts'
import { mailFor } from './outside/mail/mail-for.ts'
import type { Clock, World } from './world.ts'

/** What never goes into a log line. */
const SECRETS = ['req.headers.cookie', 'req.headers.authorization', 'res.headers["set-cookie"]']

type Composed = World & { close(): Promise<void> }

/** Builds the world on a migrated database; tests replace the clock or the mail. */
export async function composeWorld(
  config: Config,
  databaseUrl: string,
  { clock, logLevel = 'info' }: { clock?: Clock; logLevel?: string } = {},
): Promise<Composed> {
  const log = pino({ level: logLevel, redact: SECRETS })
  const database = openDatabase(databaseUrl)
  return {
    config,
    db: database.kysely,
    pool: database.pool,
    clock: clock ?? { now: () => new Date() },
    mail: mailFor(config, log),
    places: await loadPlaceIndex(database.kysely),
    log,
    close: () => database.close(),
  }
}
