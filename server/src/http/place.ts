import { scope } from '#server/scope.ts'
import type { Caller, FairQueue, Leave } from './fair-queue.ts'

/** The place of a request, which it gives away while it waits for something outside. rule: admission */
export class Place {
  readonly caller: Caller
  readonly #queue: FairQueue
  #leave: Leave
  #pauses = 0
  #hasLeft = false

  constructor(queue: FairQueue, caller: Caller, leave: Leave) {
    this.#queue = queue
    this.caller = caller
    this.#leave = leave
  }

  /** Gives the place to others for a while. May be nested. */
  pause(): void {
    this.#pauses += 1
    this.#leave()
  }

  async resume(): Promise<void> {
    if (--this.#pauses > 0 || this.#hasLeft) return
    this.#leave = await this.#queue.comeBack(this.caller)
    // The connection may have ended, or another wait begun, meanwhile.
    if (this.#hasLeft || this.#pauses > 0) this.#leave()
  }

  /** Gives the place away for good. */
  leave(): void {
    this.#hasLeft = true
    this.#leave()
  }
}

/** Waits for something outside, such as the body of a form, without a place meanwhile. rule: admission */
export async function withoutPlace<Answer>(wait: () => Promise<Answer>): Promise<Answer> {
  const { place } = scope()
  place?.pause()
  try {
    return await wait()
  } finally {
    await place?.resume()
  }
}

/** A service whose calls are waited for without a place: others are served meanwhile. rule: admission */
export function withoutPlaceIn<Service extends object>(service: Service): Service {
  return new Proxy(service, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const answer = Reflect.apply(value, target, args) as unknown
        return answer instanceof Promise ? withoutPlace(() => answer) : answer
      }
    },
  })
}
