import { chance } from '../../server/demo/chance.ts'
import { SCENARIOS } from './scenarios.ts'

/** Scenarios that can happen beside another fault, because none of them has to find the leader. */
const BESIDE = ['web-killed', 'pooler-killed', 'proxy-reloaded', 'etcd-member-lost']
const BESIDE_SHARE = 0.3

/** Scenarios by chance, the same for the same seed: one, or one and a smaller one beside it. */
export class Chance {
  readonly skipped: { name: string; lacks: string }[] = []
  readonly names: string[] = []
  readonly #random

  constructor(seed: number) {
    this.#random = chance(seed)
    for (const [name, { lacks }] of Object.entries(SCENARIOS)) {
      const missing = lacks?.()
      if (missing === undefined) this.names.push(name)
      else this.skipped.push({ name, lacks: missing })
    }
  }

  next(): string[] {
    const first = this.#oneOf(this.names)
    if (first === 'rolling-deploy' || !this.#random.happens(BESIDE_SHARE)) return [first]
    return [first, this.#oneOf(BESIDE.filter((name) => name !== first))]
  }

  #oneOf(names: readonly string[]): string {
    return this.#random.pick(names as [string, ...string[]])
  }
}
