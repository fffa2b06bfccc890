import { composeWorld } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { startWorker } from '#server/worker.ts'

/** A worker in a process of its own on DATABASE_URL, for tests that kill it: tells its parent when it works, and ends with it. */
const config = readConfig(process.env)
const world = await composeWorld(config, config.databaseUrl!, { logLevel: 'silent' })
await startWorker(world)
process.send?.('working')
process.once('disconnect', () => process.exit())
