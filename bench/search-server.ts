import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'

/** The server in a process of its own on DATABASE_URL; tells its parent the port, and ends with it. */
const config = readConfig(process.env)
const world = await createContext(config, config.databaseUrl!, { logLevel: 'silent' })
const app = await buildApp(world)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
process.once('disconnect', () => process.exit())
