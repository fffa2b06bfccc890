import { AsyncResource } from 'node:async_hooks'
import { answerLimit, runWithin } from '#server/db/timed-client.ts'
import type { AnswerLimit } from '#server/db/timed-client.ts'

/** Small numbers first. Of one rank, who came first is first. */
const RANKS = 6
/** Every tenth place goes to whoever has waited longest, so that nobody waits for ever. */
const FOR_OLDEST_EVERY = 10
/** Longer than the wait for a lock, and shorter than browsers and proxies wait for an answer. */
const STATEMENT_MS_MAX = 20_000

type Waiting = { since: number; enter(): void; refuse(): void }

/** A request that is served: it has a place, except while it waits for something outside. */
export type Admitted = AnswerLimit & {
  /** Gives the place to others while the request needs neither this process nor the database. May be nested. */
  pause(): void
  /** Has a place again: the next one that is free. */
  resume(): Promise<void>
  /** Gives the place away for good. */
  leave(): void
}

/**
 * How many requests are served at once. The others wait in a bounded queue by rank, and are refused at once when it is
 * full of requests that come before them, or after `waitMsMax`. So what was begun is finished, instead of everything
 * becoming late together. rule: admission
 */
export class AdmissionQueue {
  readonly #size: number
  readonly #waitingMax: number
  readonly #waitMsMax: number
  readonly #queues = Array.from({ length: RANKS }, () => new Queue())
  /** Requests that were served already and come back. They are never refused. */
  readonly #returning: (() => void)[] = []
  readonly #places: Places = { free: () => this.#free(), returned: () => this.#returned() }
  #taken = 0
  #waiting = 0
  #given = 0
  #timer: ReturnType<typeof setInterval> | undefined

  constructor({
    size,
    waitingMax,
    waitMsMax,
  }: {
    size: number
    waitingMax: number
    waitMsMax: number
  }) {
    this.#size = size
    this.#waitingMax = waitingMax
    this.#waitMsMax = waitMsMax
  }

  /** Runs one of the two, now or later. */
  ask(rank: number, serve: (admitted: Admitted) => void, refuse: () => void): void {
    if (this.#taken < this.#size) {
      this.#taken += 1
      return serve(new Entry(this.#places))
    }
    if (this.#waiting >= this.#waitingMax) {
      const worse = this.#queues.findLast((queue, other) => other > rank && queue.size > 0)
      if (!worse) return refuse()
      this.#waiting -= 1
      worse.takeNewest()!.refuse()
    }
    this.#waiting += 1
    // In its own context, and not in that of the request that leaves.
    const enter = AsyncResource.bind(() => serve(new Entry(this.#places)))
    this.#queues[rank]!.add({ since: performance.now(), enter, refuse })
    this.#timer ??= setInterval(() => this.#refuseLate(), this.#waitMsMax / 10).unref()
  }

  #returned(): Promise<void> {
    if (this.#taken >= this.#size) return new Promise((resolve) => this.#returning.push(resolve))
    this.#taken += 1
    return Promise.resolve()
  }

  /** The next one gets the place. */
  #free(): void {
    const next = this.#returning.shift() ?? this.#nextQueue()?.takeOldest()?.enter
    if (next) queueMicrotask(next)
    else this.#taken -= 1
  }

  #nextQueue(): Queue | undefined {
    if (this.#waiting === 0) return undefined
    this.#waiting -= 1
    const filled = this.#queues.filter((queue) => queue.size > 0)
    if (++this.#given % FOR_OLDEST_EVERY > 0) return filled[0]
    return filled.toSorted((one, other) => one.oldestSince - other.oldestSince)[0]
  }

  #refuseLate(): void {
    const before = performance.now() - this.#waitMsMax
    for (const queue of this.#queues) {
      while (queue.oldestSince < before) {
        this.#waiting -= 1
        queue.takeOldest()!.refuse()
      }
    }
    if (this.#waiting > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

type Places = { free(): void; returned(): Promise<void> }

class Entry implements Admitted {
  readonly msMax = STATEMENT_MS_MAX
  readonly #places: Places
  #hasPlace = true
  #pauses = 0
  #hasLeft = false

  constructor(places: Places) {
    this.#places = places
  }

  pause(): void {
    this.#pauses += 1
    this.#giveUp()
  }

  async resume(): Promise<void> {
    if (--this.#pauses > 0 || this.#hasLeft) return
    await this.#places.returned()
    this.#hasPlace = true
    // The connection may have ended, or another wait begun, meanwhile.
    if (this.#hasLeft || this.#pauses > 0) this.#giveUp()
  }

  leave(): void {
    this.#hasLeft = true
    this.#giveUp()
  }

  #giveUp(): void {
    if (this.#hasPlace) this.#places.free()
    this.#hasPlace = false
  }
}

/** First in, first out, without moving the rest. */
class Queue {
  #items: Waiting[] = []
  #start = 0

  get size(): number {
    return this.#items.length - this.#start
  }

  get oldestSince(): number {
    return this.#items[this.#start]?.since ?? Infinity
  }

  add(item: Waiting): void {
    this.#items.push(item)
  }

  takeOldest(): Waiting | undefined {
    const oldest = this.#items[this.#start]
    if (oldest) this.#start += 1
    if (this.#start * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#start)
      this.#start = 0
    }
    return oldest
  }

  takeNewest(): Waiting | undefined {
    return this.size > 0 ? this.#items.pop() : undefined
  }
}

/**
 * Runs what serves a request, so that what it calls can give its place away for a while. Its statements have the limit
 * of requests. rule: admission, database-lost
 */
export function servedAs<Answer>(admitted: Admitted, serve: () => Answer): Answer {
  return runWithin(admitted, serve)
}

/** Waits for something outside, such as the body of a form, without a place meanwhile. rule: admission */
export async function withoutPlace<Answer>(wait: () => Promise<Answer>): Promise<Answer> {
  const limit = answerLimit()
  const admitted = limit instanceof Entry ? limit : undefined
  admitted?.pause()
  try {
    return await wait()
  } finally {
    await admitted?.resume()
  }
}

/** The same service. A request that waits for one of its calls has no place meanwhile. rule: admission */
export function outsideAdmission<Service extends object>(service: Service): Service {
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
