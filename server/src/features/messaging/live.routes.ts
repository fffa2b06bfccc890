import websocket from '@fastify/websocket'
import { LIVE_PATH } from '#contract/product.ts'
import type { App } from '#server/http/app.ts'
import { refuse } from '#server/http/refusal.ts'
import { foreignOriginCheck } from '#server/http/same-origin.ts'
import { refuseIfSuspended } from '#server/http/suspended.ts'
import type { Socket } from '#server/live/live-connection.ts'
import type { Context } from '#server/context.ts'
import { relayTyping } from './typing.ts'

const FRAME_BYTES_MAX = 1024

/** Registers the WebSocket plugin. Call it before the routes are registered. */
export async function acceptLive(app: App, { live }: Context): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: FRAME_BYTES_MAX, perMessageDeflate: false, clientTracking: false },
    errorHandler: (error, socket: Socket, request) => {
      request.log.debug({ err: error }, 'a live connection failed')
      socket.terminate()
    },
    preClose: (done) => void live.disconnectAll().then(() => done()),
  })
}

/** The live connection of a browser: only from our own origin and with a session. rule: live-connection */
export function liveRoutes(app: App, context: Context): void {
  const isForeign = foreignOriginCheck(context.config)
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    onRequest: async (request) => {
      if (isForeign(request)) refuse('foreign_origin')
      refuseIfSuspended((await app.actorOf(request)) ?? refuse('not_signed_in'), {})
    },
    // A request without an upgrade.
    handler: () => refuse('not_found'),
    wsHandler: async (socket: Socket, request) => {
      const actor = await app.actorOf(request)
      if (!actor) return
      await context.live.join(actor, socket, (frame) => {
        relayTyping(context, actor, frame).catch((error: unknown) => {
          request.log.warn({ err: error }, 'a typing signal was lost')
        })
      })
    },
  })
}
