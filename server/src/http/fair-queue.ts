/** Requests of somebody who is known come before those of a stranger, but for so many that wait already. */
const BEFORE_STRANGERS = 10
/** Every tenth place goes to whoever has waited longest, so that strangers are served too. */
const FOR_OLDEST_EVERY = 10

/** Who asks. A stranger's id is the network. */
export type Caller = { id: string; isStranger: boolean }

/** Gives the place to the next one. */
export type Leave = () => void

type Waiting = { id: string; order: number; settle: (leave?: Leave) => void }

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
  enter({ id, isStranger }: Caller): Promise<Leave | undefined> {
    if (this.#fits(id)) return Promise.resolve(this.#take(id))
    const own = this.#waiting.filter((other) => other.id === id).length
    const order = 1 + own + (isStranger ? BEFORE_STRANGERS : 0)
    return new Promise((settle) => {
      const one = { id, order, settle }
      this.#waiting.push(one)
      const { waitingMax, waitMsMax } = this.#limits
      if (this.#waiting.length > waitingMax)
        this.#end(this.#waiting.reduce((last, other) => (other.order > last.order ? other : last)))
      setTimeout(() => this.#end(one), waitMsMax).unref()
    })
  }

  /** Waits for a place before all others, and is never refused. */
  comeBack({ id }: Caller): Promise<Leave> {
    if (this.#fits(id)) return Promise.resolve(this.#take(id))
    return new Promise((settle) => {
      this.#waiting.push({ id, order: 0, settle: (leave) => settle(leave!) })
    })
  }

  #fits(id: string): boolean {
    const { places } = this.#limits
    const hasShare = (this.#held.get(id) ?? 0) >= places / 4
    return this.#taken < places - (hasShare ? Math.floor(places / 4) : 0)
  }

  #take(id: string): Leave {
    let isHeld = true
    this.#count(id, 1)
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#count(id, -1)
      for (let next = this.#next(); next; next = this.#next()) this.#end(next, this.#take(next.id))
    }
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

  #end(one: Waiting, leave?: Leave): void {
    const index = this.#waiting.indexOf(one)
    if (index >= 0) this.#waiting.splice(index, 1)
    one.settle(leave)
  }
}
