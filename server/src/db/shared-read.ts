import { setImmediate as endOfTurn } from 'node:timers/promises'

/** A statement without an answer, as of a lost connection, holds up the next one for so long. */
const PATIENCE_MS = 250
/** As long as each turn of the event loop brings somebody, so many more are waited at most. */
const TURNS_MAX = 3

/**
 * Reads with one statement at a time, if it is answered in time. Whoever asks while one runs, or in the same turns of
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
      .then(() => untilNobodyComes(asked))
      .then(() => {
        this.#next = undefined
        return this.#read(asked)
      })
    this.#last = found.catch(() => {})
    return { asked, found }
  }
}

/** Who gets an answer often asks again at once, and a statement for many costs little more than one for a few. */
async function untilNobodyComes(asked: readonly unknown[]): Promise<void> {
  let before: number
  let turns = 0
  await endOfTurn()
  do {
    before = asked.length
    turns += 1
    await endOfTurn()
  } while (asked.length > before && turns < TURNS_MAX)
}

async function patiently(last: Promise<unknown>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PATIENCE_MS)
  await Promise.race([last, late])
  clearTimeout(timer)
}
