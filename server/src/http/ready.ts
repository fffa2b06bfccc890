const READY = Symbol('ready')

/** JSON text whose fields were named in SQL: it goes out as it is. */
export type Ready = { readonly [READY]: true; text: string }

/** Marks an answer as finished JSON text, for hot reads alone; every other answer is filtered by its schema. */
export function ready(text: string): Ready {
  return { [READY]: true, text }
}

export function isReady(answer: unknown): answer is Ready {
  return typeof answer === 'object' && answer !== null && READY in answer
}
