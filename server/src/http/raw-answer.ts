import type { Readable } from 'node:stream'

const READY = Symbol('ready')

/** An answer that goes out as it is, at once or as it comes. */
export type RawAnswer = { readonly [READY]: true; bytes: Buffer | Readable }

/** Marks an answer as finished: JSON text of hot reads whose fields were named in SQL, and texts too long to be held. Every other answer is filtered by its schema. */
export function rawAnswer(bytes: Buffer | Readable): RawAnswer {
  return { [READY]: true, bytes }
}

export function isRawAnswer(answer: unknown): answer is RawAnswer {
  return typeof answer === 'object' && answer !== null && READY in answer
}
