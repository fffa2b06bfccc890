import { SCENARIOS } from './scenarios.ts'

/** Scenarios that can happen beside another fault, because none of them has to find the leader. */
const BESIDE = ['web-killed', 'pooler-killed', 'proxy-reloaded', 'etcd-member-lost']
const BESIDE_SHARE = 0.3

/** Scenarios by chance, the same for the same seed: one, or one and a smaller one beside it. */
export class Chance {
  readonly skipped: { name: string; lacks: string }[] = []
  readonly #names: string[] = []
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
    for (const [name, { lacks }] of Object.entries(SCENARIOS)) {
      const missing = lacks?.()
      if (missing === undefined) this.#names.push(name)
      else this.skipped.push({ name, lacks: missing })
    }
  }

  next(): string[] {
    const first = this.#oneOf(this.#names)
    if (this.#number() >= BESIDE_SHARE || first === 'rolling-deploy') return [first]
    return [first, this.#oneOf(BESIDE.filter((name) => name !== first))]
  }

  get names(): readonly string[] {
    return this.#names
  }

  #oneOf(names: readonly string[]): string {
    return names[Math.floor(this.#number() * names.length)]!
  }

  /** The next random number, from 0 up to but not including 1 (mulberry32). */
  #number(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
