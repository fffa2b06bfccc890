import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'

/** A process that runs Lustra on DATABASE_URL. It sends its port to its parent and ends with it. */
const config = readConfig(process.env)
const logLevel = process.env['BENCH_LOG_LEVEL'] ?? 'silent'
export const context = await createContext(config, config.databaseUrl!, { logLevel })
// A loaded machine is measured too, so no request is turned away.
const webDir = process.env['BENCH_WEB_DIR']
const app = await buildApp(context, {
  eventLoopDelayMsMax: Infinity,
  ...(webDir ? { webDir } : {}),
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
process.once('disconnect', () => process.exit())
