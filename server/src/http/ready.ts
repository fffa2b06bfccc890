const READY = Symbol('ready')

/** JSON text whose fields were named in SQL: it goes out as it is. */
export type Ready = { readonly [READY]: true; bytes: Buffer }

/** Marks an answer as finished JSON text, for hot reads alone; every other answer is filtered by its schema. */
export function ready(bytes: Buffer): Ready {
  return { [READY]: true, bytes }
}

export function isReady(answer: unknown): answer is Ready {
  return typeof answer === 'object' && answer !== null && READY in answer
}
