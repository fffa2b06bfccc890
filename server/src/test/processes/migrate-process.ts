import { migrate } from '#server/start/migrate.ts'

/** A migration of DATABASE_URL from a folder, in its own process, for tests that kill it. */
await migrate(process.env['DATABASE_URL']!, { folder: new URL(process.argv[2]!) })
