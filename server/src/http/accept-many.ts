import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import type { App } from './app.ts'

/** Node accepts one connection for each listening socket in a turn of its event loop. */
const SOCKETS = 8
/** Elsewhere sockets cannot share a port, or Node does not offer it. */
const CAN_SHARE = process.platform === 'linux'

type Place = { host: string; port: number }

/**
 * Adds `app.open`: listens with several sockets on one port, because a busy process has few and long turns. With one
 * socket hundreds of new connections would wait for seconds before it sees them. rule: admission
 */
export function acceptMany(app: App): void {
  const others: Server[] = []
  let ended: Promise<unknown>[] = []
  app.decorate('open', async ({ host, port }: Place) => {
    if (!CAN_SHARE) return app.listen({ host, port })
    if (port !== 0) await expectFree({ host, port })
    const shared = { host, port, reusePort: true }
    const origin = await app.listen(shared)
    const bound = app.server.address() as AddressInfo
    for (let sockets = 1; sockets < SOCKETS; sockets++) {
      // The options are those of http.Server and https.Server.
      const allowHalfOpen = !('setSecureContext' in app.server)
      const other = createServer({ allowHalfOpen, noDelay: true }, (connection) =>
        app.server.emit('connection', connection),
      )
      others.push(other)
      other.listen({ host: bound.address, port: bound.port, reusePort: true })
      await once(other, 'listening')
    }
    return origin
  })
  app.addHook('preClose', async () => {
    ended = others.map((other) => once(other.close(), 'close'))
  })
  // Requests on their connections end first, as those of the first socket do.
  app.addHook('onClose', async () => void (await Promise.all(ended)))
}

/** Throws EADDRINUSE if another program listens there, which a shared port would not notice. */
async function expectFree(place: Place): Promise<void> {
  const probe = createServer().listen(place)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
