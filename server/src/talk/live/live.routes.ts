import websocket from '@fastify/websocket'
import { LIVE_PATH } from '#contract/browser-names.ts'
import type { App } from '#server/http/app.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { foreignOriginCheck } from '#server/http/headers/same-origin.ts'
import { refuseIfSuspended } from '#server/http/calls/suspended.ts'
import type { Socket } from '#server/live/live-connection.ts'
import { SESSION_ENDED } from '#server/live/live-connections.ts'
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

/**
 * The live connection of a browser: only from our own origin and with a session. It keeps nothing of the request that
 * opened it, which would be half of its memory. rule: live-refresh
 */
export function liveRoutes(app: App, context: Context): void {
  const isForeign = foreignOriginCheck(context.config)
  app.route({
    method: 'GET',
    url: LIVE_PATH,
    // HEAD would have the same hooks, and so no connection for its answer to an upgrade.
    exposeHeadRoute: false,
    onRequest: async (request) => {
      if (isForeign(request)) refuse('foreign_origin')
      refuseIfSuspended((await app.actorOf(request)) ?? refuse('not_signed_in'), {})
    },
    // The last hook: from here on nobody answers an upgrade by this response.
    preHandler: (request, reply, done) => {
      if (request.ws) reply.raw.detachSocket(request.raw.socket)
      done()
    },
    // A request without an upgrade.
    handler: () => refuse('not_found'),
    wsHandler: async (socket: Socket, request) => {
      const actor = await app.actorOf(request)
      if (!actor) return socket.close(SESSION_ENDED)
      await join(context, { actor, socket, requestId: request.id })
    },
  })
}

type Opened = { actor: Actor; socket: Socket; requestId: string }

/** A function of its own, so that what the connection calls does not hold the request. */
async function join(context: Context, { actor, socket, requestId }: Opened): Promise<void> {
  const log = context.log
  // The plugin's own listener holds the request.
  socket.removeAllListeners('error').on('error', (error) => {
    log.debug({ err: error, reqId: requestId }, 'a live connection failed')
    socket.terminate()
  })
  const { id, role, sessionHash } = actor
  await context.live.join({ id, sessionHash }, socket, (frame) => {
    relayTyping(context, { id, role }, frame).catch((error: unknown) => {
      log.warn({ err: error, reqId: requestId }, 'a typing signal was lost')
    })
  })
}
