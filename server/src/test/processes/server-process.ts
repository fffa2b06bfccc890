import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'

/**
 * A server in its own process on DATABASE_URL, for tests that kill it. It sends its address to its parent and ends with
 * it.
 */
const config = readConfig(process.env)
const context = await createContext(config, config.databaseUrl!, { logLevel: 'silent' })
const app = await buildApp(context)
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('disconnect', () => process.exit())
