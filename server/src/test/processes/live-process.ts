import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'

/**
 * A server that sends its parent its address and, when asked, how many of the requests that opened a live connection
 * outlive a collection. In its own process, because other tests would keep some of theirs.
 */
const config = readConfig(process.env)
const context = await createContext(config, config.databaseUrl!, { logLevel: 'silent' })
const app = await buildApp(context)
// An object that keeps Fastify's request or the response keeps this one too.
const requests: WeakRef<object>[] = []
app.server.on('upgrade', (request) => requests.push(new WeakRef(request)))
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
process.on('message', () => {
  setImmediate(() => {
    globalThis.gc!()
    process.send?.({
      opened: requests.length,
      held: requests.filter((request) => request.deref()).length,
      connections: context.live.size,
    })
  })
})
process.once('disconnect', () => process.exit())
