import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { App } from './app.ts'

type Keep = (bytes: Buffer, reply: FastifyReply) => void

const wanted = new WeakMap<FastifyRequest, Keep>()

/** Calls `keep` with the body of this answer as it is sent, compressed if it is. Only of a 200 without cookies. */
export function whenSent(request: FastifyRequest, keep: Keep): void {
  const other = wanted.get(request)
  wanted.set(request, (bytes, reply) => {
    other?.(bytes, reply)
    keep(bytes, reply)
  })
}

/** Call it after the plugins that change answers. */
export function watchSent(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET') route.onSend = [...[route.onSend ?? []].flat(), passOn]
  })
}

const passOn: onSendHookHandler = (request, reply, payload, done) => {
  const keep = wanted.get(request)
  if (!keep || reply.statusCode !== 200 || 'set-cookie' in reply.getHeaders())
    return done(null, payload)
  const pass = (bytes: Buffer) => {
    keep(bytes, reply)
    done(null, bytes)
  }
  if (Buffer.isBuffer(payload)) return pass(payload)
  // Compressed in slices, it becomes one piece.
  buffer(payload as Readable).then(pass, done)
}
