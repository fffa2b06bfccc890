import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { rawAnswer } from './raw-answer.ts'
import type { RawAnswer } from './raw-answer.ts'

/** JSON text as bytes, with its ETag. */
export type JsonWithEtag = { bytes: Buffer; tag: string }

export function withEtag(text: string): JsonWithEtag {
  const bytes = Buffer.from(text)
  return { bytes, tag: `W/"${hash('sha1', bytes, 'base64url')}"` }
}

/**
 * Filters and serializes answers. An object that a handler returns again (a cached answer) is serialized only the first
 * time.
 */
export function serializeOnce(
  filter: (answer: object) => unknown,
): (answer: object) => JsonWithEtag {
  const serialized = new WeakMap<object, JsonWithEtag>()
  return (answer) => {
    const text = serialized.get(answer) ?? withEtag(JSON.stringify(filter(answer)))
    serialized.set(answer, text)
    return text
  }
}

/** Answers 304 without a body when the client already has this version. rule: unchanged-reads */
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
