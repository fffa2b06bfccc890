/** Requests of somebody who is known come before those of a stranger, but for so many that wait already. */
const BEFORE_STRANGERS = 10
/** Strangers have every fifth place and a fifth of the queue, so that they can sign in. */
const FOR_STRANGERS = 5

/** The sender of a request. A stranger's id is the network. */
export type Caller = { id: string; isStranger: boolean }
/** A place, which others have while its request waits for something outside. `leave` gives it away for good. */
export type Place = Record<'pause' | 'resume' | 'leave', () => void> & { caller: Caller }
type Limits = { places: number; waitingMax: number; waitMsMax: number }
type Waiting = Caller & { order: number; settle: (isServed: boolean) => void }

/**
 * Serves a bounded number at once; the others wait for a place, a bounded number and time. Undefined: refused. Of equal
 * ones the newest is served, because whoever has waited long will soon give up. rule: admission
 */
export function fairQueue({ places, waitingMax, waitMsMax }: Limits) {
  /** The ids of callers, one for each place. */
  const held: string[] = []
  /** Whoever would come next is the last. */
  const waiting: Waiting[] = []
  let given = 0

  function fits({ id }: Caller): boolean {
    const hasShare = held.filter((one) => one === id).length >= places / 4
    return held.length < places - (hasShare ? Math.floor(places / 4) : 0)
  }
  function end(one: Waiting, isServed = false): void {
    const index = waiting.indexOf(one)
    if (index >= 0) waiting.splice(index, 1)
    one.settle(isServed)
  }
  function serveNext(): void {
    const next = held.length < places ? waiting.findLast(fits) : undefined
    if (!next) return
    const isForStranger = ++given % FOR_STRANGERS === 0
    const stranger = isForStranger && waiting.findLast((one) => one.isStranger && fits(one))
    held.push((stranger || next).id)
    end(stranger || next, true)
    serveNext()
  }
  function turnOf({ id, isStranger }: Caller): Promise<boolean> {
    const own = waiting.filter((one) => one.id === id).length
    const order = own + (isStranger ? BEFORE_STRANGERS : 0)
    return new Promise((settle) => {
      const one = { id, isStranger, order, settle }
      waiting.splice(waiting.findLastIndex((other) => other.order >= order) + 1, 0, one)
      const areMany = waiting[Math.floor(waitingMax / FOR_STRANGERS)]?.isStranger
      if (waiting.length > waitingMax) end(waiting.find((other) => areMany || !other.isStranger)!)
      setTimeout(end, waitMsMax, one).unref()
    })
  }

  return async (caller: Caller): Promise<Place | undefined> => {
    if (fits(caller)) held.push(caller.id)
    else if (!(await turnOf(caller))) return undefined
    /** How many things it waits for; Infinity once it has ended. */
    let waits = 0
    const pause = () => {
      if (waits++ > 0) return
      held.splice(held.indexOf(caller.id), 1)
      serveNext()
    }
    // It goes on even if no place is free, because what was begun has to be finished.
    const resume = () => void (--waits === 0 && held.push(caller.id))
    return { caller, pause, resume, leave: () => void (pause(), (waits = Infinity)) }
  }
}
