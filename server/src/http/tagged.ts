import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ready } from './ready.ts'
import type { Ready } from './ready.ts'

/** Ready JSON text as bytes, with its ETag. */
export type Tagged = { bytes: Buffer; tag: string }

export function tagged(text: string): Tagged {
  const bytes = Buffer.from(text)
  return { bytes, tag: `W/"${hash('sha1', bytes, 'base64url')}"` }
}

/** Answers as JSON, filtered: one that a handler gives again, the very same object, is filtered and written once. */
export function writtenOnce(filter: (answer: object) => unknown): (answer: object) => Tagged {
  const written = new WeakMap<object, Tagged>()
  return (answer) => {
    const text = written.get(answer) ?? tagged(JSON.stringify(filter(answer)))
    written.set(answer, text)
    return text
  }
}

/** Whoever has it already gets 304 and no body. */
export function answerTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag }: Tagged,
): Ready {
  reply.header('etag', tag)
  if (!request.headers['if-none-match']?.includes(tag)) return ready(bytes)
  reply.code(304)
  return ready(Buffer.alloc(0))
}
