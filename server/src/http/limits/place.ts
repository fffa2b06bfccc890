import { scope } from '#server/scope.ts'
import type { Caller, FairQueue } from './fair-queue.ts'

/** The place of a caller, which others have while its request waits for something outside. */
export class Place {
  readonly caller: Caller
  readonly #queue: FairQueue
  /** How many things it waits for; Infinity once it has ended. */
  #waits = 0

  constructor(queue: FairQueue, caller: Caller) {
    this.#queue = queue
    this.caller = caller
  }

  pause(): void {
    if (this.#waits++ === 0) this.#queue.leave(this.caller)
  }

  /** Takes a place again at once, even if none is free, because what was begun has to be finished. */
  resume(): void {
    if (--this.#waits === 0) this.#queue.take(this.caller)
  }

  /** Gives the place away for good. */
  leave(): void {
    this.pause()
    this.#waits = Infinity
  }
}

/** Waits for something outside, such as the body of a form, without a place meanwhile. rule: admission */
export async function withoutPlace<Answer>(wait: () => Promise<Answer>): Promise<Answer> {
  const { place } = scope()
  place?.pause()
  try {
    return await wait()
  } finally {
    place?.resume()
  }
}
