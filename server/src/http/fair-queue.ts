/** Requests of somebody who is known come before those of a stranger, but for so many that wait already. */
const BEFORE_STRANGERS = 10
/** Every tenth place goes to whoever has waited longest, so that strangers are served too. */
const FOR_OLDEST_EVERY = 10

/** The sender of a request. A stranger's id is the network. */
export type Caller = { id: string; isStranger: boolean }

type Waiting = { id: string; order: number; settle: (isServed: boolean) => void }

/**
 * Serves a bounded number at once; the others wait, a bounded number and time. Callers take turns: the first request
 * that waits of each comes before the second one of any, and of equal ones the newest, because whoever has waited long
 * will soon give up. In a full queue whoever would come last is refused. Whoever has a quarter of the places gets
 * another one only while a quarter is free. rule: admission, hash-queue
 */
export class FairQueue {
  readonly #limits: { places: number; waitingMax: number; waitMsMax: number }
  /** In the order in which they came. */
  readonly #waiting: Waiting[] = []
  readonly #held = new Map<string, number>()
  #taken = 0
  #given = 0

  constructor(limits: { places: number; waitingMax: number; waitMsMax: number }) {
    this.#limits = limits
  }

  /** Waits for a place. Undefined: there is none, and the caller is refused. */
  async enter(caller: Caller): Promise<Place | undefined> {
    const own = this.#waiting.filter(({ id }) => id === caller.id).length
    const order = 1 + own + (caller.isStranger ? BEFORE_STRANGERS : 0)
    const isServed = await this.wait(caller.id, order, this.#limits.waitMsMax)
    return isServed ? new Place(this, caller) : undefined
  }

  /** Whether a place has become free. The smallest order comes first; without a limit of time it is never refused. */
  wait(id: string, order: number, msMax?: number): boolean | Promise<boolean> {
    if (this.#fits(id)) {
      this.#count(id, 1)
      return true
    }
    return new Promise((settle) => {
      const one = { id, order, settle }
      this.#waiting.push(one)
      if (msMax === undefined) return
      if (this.#waiting.length > this.#limits.waitingMax)
        this.#end(this.#waiting.reduce((last, other) => (other.order > last.order ? other : last)))
      setTimeout(() => this.#end(one), msMax).unref()
    })
  }

  /** Gives a place to the next one. */
  leave(id: string): void {
    this.#count(id, -1)
    for (let next = this.#next(); next; next = this.#next()) {
      this.#count(next.id, 1)
      this.#end(next, true)
    }
  }

  #fits(id: string): boolean {
    const { places } = this.#limits
    const hasShare = (this.#held.get(id) ?? 0) >= places / 4
    return this.#taken < places - (hasShare ? Math.floor(places / 4) : 0)
  }

  #count(id: string, change: 1 | -1): void {
    this.#taken += change
    const held = (this.#held.get(id) ?? 0) + change
    if (held > 0) this.#held.set(id, held)
    else this.#held.delete(id)
  }

  #next(): Waiting | undefined {
    const able = this.#waiting.filter(({ id }) => this.#fits(id))
    if (able.length === 0 || ++this.#given % FOR_OLDEST_EVERY === 0) return able[0]
    return able.reduce((one, other) => (other.order <= one.order ? other : one))
  }

  #end(one: Waiting, isServed = false): void {
    const index = this.#waiting.indexOf(one)
    if (index >= 0) this.#waiting.splice(index, 1)
    one.settle(isServed)
  }
}

/** The place of a caller, which may be given away for a while. */
export class Place {
  readonly caller: Caller
  readonly #queue: FairQueue
  #isHeld = true
  #pauses = 0

  constructor(queue: FairQueue, caller: Caller) {
    this.#queue = queue
    this.caller = caller
  }

  /** Gives the place to others for a while. May be nested. */
  pause(): void {
    this.#pauses += 1
    if (this.#isHeld) this.#queue.leave(this.caller.id)
    this.#isHeld = false
  }

  /** Waits for a place before all who have had none, and is never refused. */
  async resume(): Promise<void> {
    if (--this.#pauses > 0) return
    await this.#queue.wait(this.caller.id, 0)
    // The request may have ended, or wait again, or have its place by another wait meanwhile.
    if (this.#isHeld || this.#pauses > 0) this.#queue.leave(this.caller.id)
    else this.#isHeld = true
  }

  /** Gives the place away for good. */
  leave(): void {
    this.#pauses = Infinity
    this.pause()
  }
}
