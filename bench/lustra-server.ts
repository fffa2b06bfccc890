import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { addBareRoute } from './bare-route.ts'
import type { FixedAnswer } from './bare-route.ts'

/**
 * A process that runs Lustra on DATABASE_URL, with a log if BENCH_LOG_FILE is set. It sends its port to its parent and
 * ends with it. A loaded machine is measured too, so no request is turned away, unless BENCH_SHEDS is set.
 */
const config = readConfig(process.env)
const { BENCH_LOG_FILE, BENCH_WEB_DIR: webDir, BENCH_SHEDS } = process.env
const logLevel = BENCH_LOG_FILE ? 'info' : 'silent'
const context = await createContext(config, config.databaseUrl!, { logLevel })
const app = await buildApp(context, {
  ...(BENCH_SHEDS ? {} : { eventLoopDelayMsMax: Infinity, waitMsMax: 60_000 }),
  ...(webDir ? { webDir } : {}),
})
const repeat = addBareRoute(app)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
process.once('disconnect', () => process.exit())

// The parent names users, to whom this sends a live event. Its id is the time of sending. Or it sends a fixed answer.
process.on('message', (message: string[] | FixedAnswer) => {
  if (!Array.isArray(message)) return repeat(message)
  const conversation_id = String(performance.timeOrigin + performance.now())
  void context.live.notify(message, { type: 'conversation', conversation_id })
})
