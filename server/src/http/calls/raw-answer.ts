import type { Readable } from 'node:stream'

const RAW = Symbol('raw')

/** An answer that is sent without filtering and serializing: bytes, or a stream. */
export type RawAnswer = { readonly [RAW]: true; bytes: Buffer | Readable }

/**
 * Marks an answer as ready to send: JSON of frequent reads, whose SQL names its fields, and streams.
 * rule: own-ids-only
 */
export function rawAnswer(bytes: Buffer | Readable): RawAnswer {
  return { [RAW]: true, bytes }
}

export function isRawAnswer(answer: unknown): answer is RawAnswer {
  return typeof answer === 'object' && answer !== null && RAW in answer
}
