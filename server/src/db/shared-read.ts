import { setImmediate as endOfTurn } from 'node:timers/promises'

/** A statement without an answer, as of a lost connection, holds up the next one for so long. */
const PATIENCE_MS = 250

/**
 * Reads with one statement at a time, if it is answered in time. Whoever asks while one runs, or in the same turn of
 * the event loop, shares the next one: it begins after all of them have asked, so it knows whatever was committed by
 * then.
 */
export class SharedRead<Asked, Found> {
  readonly #read: (asked: Asked[]) => Promise<Found[]>
  #last: Promise<unknown> = Promise.resolve()
  #next: { asked: Asked[]; found: Promise<Found[]> } | undefined

  /** `read` returns what it found in the order in which it was asked. */
  constructor(read: (asked: Asked[]) => Promise<Found[]>) {
    this.#read = read
  }

  async read(asked: Asked): Promise<Found> {
    this.#next ??= this.#begin()
    const { asked: all, found } = this.#next
    const position = all.push(asked) - 1
    return (await found)[position]!
  }

  #begin() {
    const asked: Asked[] = []
    const found = patiently(this.#last)
      .then(() => endOfTurn())
      .then(() => {
        this.#next = undefined
        return this.#read(asked)
      })
    this.#last = found.catch(() => {})
    return { asked, found }
  }
}

async function patiently(last: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  await Promise.race([last, late])
  clearTimeout(timer)
}
