import { buildApp } from '#server/app.ts'
import { createContext } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'

/** Like lustra-server.ts. It also sends a live event to the users that its parent names; the id is the time of sending. */
const config = readConfig(process.env)
const context = await createContext(config, config.databaseUrl!, { logLevel: 'silent' })
const app = await buildApp(context)
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.send?.(typeof address === 'object' && address !== null ? address.port : undefined)
process.on('message', (to: string[]) => {
  const conversation_id = String(performance.timeOrigin + performance.now())
  void context.live.notify(to, { type: 'conversation', conversation_id })
})
process.once('disconnect', () => process.exit())
