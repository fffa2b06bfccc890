import { performance } from 'node:perf_hooks'

/** Milliseconds that single things took. */
export class Delays {
  readonly #each: number[] = []

  add(ms: number): void {
    this.#each.push(ms)
  }

  get count(): number {
    return this.#each.length
  }

  /** The time in ms that a share of them took at most. */
  at(share: number): number {
    const sorted = this.#each.toSorted((a, b) => a - b)
    return sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  }
}

/** What one way of asking took over all its rounds: milliseconds each, and the seconds that passed. */
export class Times {
  readonly #each = new Delays()
  #seconds = 0

  /** Runs each worker over and over for some seconds, all at once, and keeps how long every run took. */
  async measure(workers: (() => Promise<void>)[], seconds: number): Promise<void> {
    const begin = performance.now()
    const end = begin + seconds * 1000
    await Promise.all(
      workers.map(async (work) => {
        for (let before = performance.now(); before < end;) {
          await work()
          const after = performance.now()
          this.#each.add(after - before)
          before = after
        }
      }),
    )
    this.#seconds += (performance.now() - begin) / 1000
  }

  get perSecond(): number {
    return this.#each.count / this.#seconds
  }

  /** The time in ms that a share of the runs took at most. */
  at(share: number): number {
    return this.#each.at(share)
  }
}
