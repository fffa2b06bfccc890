import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../calls/page-viewer.ts'
import { rawAnswer } from '../calls/raw-answer.ts'
import type { RawAnswer } from '../calls/raw-answer.ts'

/** JSON text as bytes, with its ETag. `count` is called each time that it answers a call. */
export class JsonWithEtag {
  readonly bytes: Buffer
  readonly tag: string
  readonly count: ((viewer: Viewer) => void) | undefined

  constructor(bytes: Buffer, count?: (viewer: Viewer) => void) {
    this.bytes = bytes
    this.tag = `W/"${hash('sha1', bytes, 'base64url')}"`
    this.count = count
  }
}

export function withEtag(text: string, count?: (viewer: Viewer) => void): JsonWithEtag {
  return new JsonWithEtag(Buffer.from(text), count)
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

/** Answers 304 without a body when the client already has this version. */
export function answerWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, tag }: JsonWithEtag,
): RawAnswer {
  reply.header('etag', tag)
  if (!isUnchanged(request, tag)) return rawAnswer(bytes)
  reply.code(304)
  return rawAnswer(Buffer.alloc(0))
}

/** Whether the client already has this version. */
export function isUnchanged({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean {
  return headers['if-none-match']?.includes(tag) ?? false
}
