import type { Readable } from 'node:stream'

const READY = Symbol('ready')

/** An answer that goes out as it is, at once or as it comes. */
export type Ready = { readonly [READY]: true; bytes: Buffer | Readable }

/** Marks an answer as finished: JSON text of hot reads whose fields were named in SQL, and texts too long to be held. Every other answer is filtered by its schema. */
export function ready(bytes: Buffer | Readable): Ready {
  return { [READY]: true, bytes }
}

export function isReady(answer: unknown): answer is Ready {
  return typeof answer === 'object' && answer !== null && READY in answer
}
