import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { startWorker } from '#server/worker.ts'

/**
 * A worker in its own process on DATABASE_URL, for tests that kill it. It notifies its parent when ready and ends with
 * it.
 */
const config = readConfig(process.env)
const context = await createContext(config, config.databaseUrl!, { logLevel: 'silent' })
await startWorker(context)
process.send?.('working')
process.once('disconnect', () => process.exit())
