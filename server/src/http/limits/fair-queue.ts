import { Place } from './place.ts'

/** Requests of somebody who is known come before those of a stranger, but for so many that wait already. */
const BEFORE_STRANGERS = 10
/** Every tenth place goes to whoever has waited longest, so that strangers are served too. */
const FOR_OLDEST_EVERY = 10

/** The sender of a request. A stranger's id is the network. */
export type Caller = { id: string; isStranger: boolean }

type Limits = { places: number; waitingMax: number; waitMsMax: number }
type Waiting = { id: string; order: number; settle: (isServed: boolean) => void }

/**
 * Serves a bounded number at once; the others wait, a bounded number and time. Callers take turns: the first request
 * that waits of each comes before the second one of any, and of equal ones the newest, because whoever has waited long
 * will soon give up. In a full queue whoever would come last is refused. Whoever has a quarter of the places gets
 * another one only while a quarter is free. rule: admission
 */
export class FairQueue {
  readonly #limits: Limits
  /** In the order in which they came. */
  readonly #waiting: Waiting[] = []
  readonly #held = new Map<string, number>()
  #taken = 0
  #given = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Waits for a place. Undefined: there is none, and the caller is refused. */
  async enter(caller: Caller): Promise<Place | undefined> {
    if (this.#fits(caller.id)) this.take(caller)
    else if (!(await this.#turn(caller))) return undefined
    return new Place(this, caller)
  }

  /** Takes a place even if none is free. */
  take({ id }: Pick<Caller, 'id'>): void {
    this.#taken += 1
    this.#held.set(id, (this.#held.get(id) ?? 0) + 1)
  }

  /** Gives a place to the next one. */
  leave({ id }: Caller): void {
    this.#taken -= 1
    const held = this.#held.get(id)! - 1
    if (held > 0) this.#held.set(id, held)
    else this.#held.delete(id)
    for (let next = this.#next(); next; next = this.#next()) {
      this.take(next)
      this.#end(next, true)
    }
  }

  #turn({ id, isStranger }: Caller): Promise<boolean> {
    const own = this.#waiting.filter((one) => one.id === id).length
    const order = own + (isStranger ? BEFORE_STRANGERS : 0)
    return new Promise((settle) => {
      const one = { id, order, settle }
      this.#waiting.push(one)
      if (this.#waiting.length > this.#limits.waitingMax)
        this.#end(this.#waiting.reduce((last, other) => (other.order > last.order ? other : last)))
      setTimeout(() => this.#end(one), this.#limits.waitMsMax).unref()
    })
  }

  #fits(id: string): boolean {
    const quarter = this.#limits.places / 4
    const hasShare = (this.#held.get(id) ?? 0) >= quarter
    return this.#taken < this.#limits.places - (hasShare ? Math.floor(quarter) : 0)
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
