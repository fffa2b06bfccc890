import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '#server/context.ts'
import type { App } from '../app.ts'

/**
 * Lets a balancer move people to other processes before this one stops listening: for the first half of DRAIN_S only
 * /readyz says so, in the second half the live connections are closed one after another. Each answer meanwhile ends its
 * connection, so that no request is on the way when the rest are closed. rule: graceful-shutdown
 */
export function drainBeforeClose(
  app: App,
  { config: { drainS }, live }: Pick<Context, 'config' | 'live'>,
): void {
  const halfMs = (drainS * 1000) / 2
  app.decorate('isDraining', false)
  app.decorate('drain', async () => {
    app.isDraining = true
    await wait(halfMs)
    // Also without live connections: balancers need the time to notice, and to close their idle connections.
    await Promise.all([wait(halfMs), live.disconnectAll(halfMs)])
  })
  app.addHook('preClose', async () => {
    app.isDraining = true
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (app.isDraining) reply.header('connection', 'close')
    done()
  })
}
