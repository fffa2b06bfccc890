import { performance } from 'node:perf_hooks'

/** Durations in milliseconds. */
export class Delays {
  readonly #each: number[] = []

  add(ms: number): void {
    this.#each.push(ms)
  }

  get count(): number {
    return this.#each.length
  }

  /** The percentile: `at(0.95)` is the time in ms that 95 % did not exceed. */
  at(share: number): number {
    const sorted = this.#each.toSorted((a, b) => a - b)
    return sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  }
}

/** The durations of one variant over all rounds, and its total time. */
export class Times extends Delays {
  #seconds = 0

  /**
   * Runs all workers at once, each again and again for some seconds, and records every run. A worker that returns false
   * had nothing left to do, and ends.
   */
  async measure(workers: (() => Promise<void | false>)[], seconds: number): Promise<void> {
    const start = performance.now()
    const end = start + seconds * 1000
    await Promise.all(
      workers.map(async (work) => {
        for (let before = performance.now(); before < end;) {
          if ((await work()) === false) return
          const after = performance.now()
          this.add(after - before)
          before = after
        }
      }),
    )
    this.#seconds += (performance.now() - start) / 1000
  }

  get perSecond(): number {
    return this.count / this.#seconds
  }
}

/** The durations of each variant at each number of connections. */
export type TimesByVariant<Variant extends string> = (
  variant: Variant,
  connections: number,
) => Times

/**
 * Measures the variants in turns, round after round, so that a busy machine slows all of them equally. The first round
 * is a warm-up and does not count.
 */
export async function measureInTurns<Variant extends string>(
  {
    rounds,
    connections,
    variants,
  }: { rounds: number; connections: readonly number[]; variants: readonly Variant[] },
  measure: (variant: Variant, connections: number, into: Times) => Promise<void>,
): Promise<TimesByVariant<Variant>> {
  const times = new Map<string, Times>()
  const timesOf: TimesByVariant<Variant> = (variant, count) => {
    const key = `${variant} ${count}`
    return times.get(key) ?? times.set(key, new Times()).get(key)!
  }
  for (let round = 0; round <= rounds; round++) {
    for (const count of connections) {
      for (const variant of variants) {
        await measure(variant, count, round === 0 ? new Times() : timesOf(variant, count))
      }
    }
  }
  return timesOf
}
