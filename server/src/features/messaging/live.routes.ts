import websocket from '@fastify/websocket'
import { LIVE_PATH } from '#contract/product.ts'
import type { App } from '#server/http/app.ts'
import { refuse } from '#server/http/refusal.ts'
import { foreignOriginCheck } from '#server/http/same-origin.ts'
import type { Socket } from '#server/live/socket.ts'
import type { Context } from '#server/context.ts'
import { hearWord } from './live.ts'

/** A word of a browser is short. */
const WORD_BYTES_MAX = 1024

/** Lets routes take WebSockets; before the routes. */
export async function acceptLive(app: App, { live }: Context): Promise<void> {
  await app.register(websocket, {
    options: { maxPayload: WORD_BYTES_MAX, perMessageDeflate: false, clientTracking: false },
    errorHandler: (error, socket: Socket, request) => {
      request.log.debug({ err: error }, 'a live connection broke')
      socket.terminate()
    },
    preClose: (done) => void live.sendAway().then(() => done()),
  })
}

/** The one live connection of a browser: of its own site and with a session, else it never comes about. */
export function liveRoutes(app: App, context: Context): void {
  const isForeign = foreignOriginCheck(context.config)
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    onRequest: async (request) => {
      if (isForeign(request)) refuse('foreign_origin')
      if (!(await app.actorOf(request))) refuse('not_signed_in')
    },
    handler: () => refuse('not_found'),
    wsHandler: async (socket: Socket, request) => {
      const actor = await app.actorOf(request)
      if (!actor) return
      await context.live.join(actor, socket, (text) => {
        hearWord(context, actor, text).catch((error: unknown) => {
          request.log.warn({ err: error }, 'a live word was lost')
        })
      })
    },
  })
}
