import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rawAnswer } from './raw-answer.ts'
import type { RawAnswer } from './raw-answer.ts'

/** RawAnswer JSON text as bytes, with its ETag. */
export type JsonWithEtag = { bytes: Buffer; tag: string }

export function withEtag(text: string): JsonWithEtag {
  const bytes = Buffer.from(text)
  return { bytes, tag: `W/"${hash('sha1', bytes, 'base64url')}"` }
}

/** Answers as JSON, filtered: one that a handler gives again, the very same object, is filtered and written once. */
export function serializeOnce(
  filter: (answer: object) => unknown,
): (answer: object) => JsonWithEtag {
  const written = new WeakMap<object, JsonWithEtag>()
  return (answer) => {
    const text = written.get(answer) ?? withEtag(JSON.stringify(filter(answer)))
    written.set(answer, text)
    return text
  }
}

/** Whoever has it already gets 304 and no body. */
export function answerWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag }: JsonWithEtag,
): RawAnswer {
  reply.header('etag', tag)
  if (!request.headers['if-none-match']?.includes(tag)) return rawAnswer(bytes)
  reply.code(304)
  return rawAnswer(Buffer.alloc(0))
}
