import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ready } from './ready.ts'
import type { Ready } from './ready.ts'

/** Ready JSON text with its ETag: whoever has it already gets 304 and no body. Copies are asked about each time. */
export function tagged(request: FastifyRequest, reply: FastifyReply, text: string): Ready {
  const bytes = Buffer.from(text)
  const tag = `W/"${hash('sha1', bytes, 'base64url')}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache')
  if (!request.headers['if-none-match']?.includes(tag)) return ready(bytes)
  reply.code(304)
  return ready(Buffer.alloc(0))
}
