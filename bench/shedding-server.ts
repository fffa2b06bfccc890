import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'

/** Lustra on DATABASE_URL as it is started, so it refuses what is too much. It ends with its parent. */
const config = readConfig(process.env)
const context = await createContext(config, config.databaseUrl!, {
  logLevel: 'error',
})
const app = await buildApp(context)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
process.once('disconnect', () => process.exit())
