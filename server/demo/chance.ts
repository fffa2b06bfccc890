/** A random number generator with a seed. The same seed gives the same numbers, so every drawing can be reproduced. */
export type Chance = {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  pick<T>(choices: readonly [T, ...T[]]): T
  /** True with the given probability, 0 to 1. */
  happens(probability: number): boolean
}

export function chance(seed: number): Chance {
  let state = Math.imul((seed | 0) ^ 0x9e3779b9, 0x85ebca6b)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    happens: (probability) => next() < probability,
  }
}
