import { createHash } from 'node:crypto'

/**
 * A Bloom filter of breached passwords: it knows each entry, and takes some five in a million other passwords for an
 * entry. No entry can be read from it.
 */
const BITS = 2 ** 22
const POSITIONS = 12

export const FILTER_BYTES = BITS / 8

/** Whether the filter takes the password, exactly as typed, for one of its entries. */
export function filterHas(filter: Uint8Array, password: string): boolean {
  return positionsOf(password).every(
    (position) => ((filter[position >> 3] ?? 0) & (1 << (position & 7))) !== 0,
  )
}

export function addToFilter(filter: Uint8Array, password: string): void {
  for (const position of positionsOf(password)) {
    filter[position >> 3] = (filter[position >> 3] ?? 0) | (1 << (position & 7))
  }
}

/** Double hashing with two parts of the SHA-256. The odd step makes all twelve positions different. */
function positionsOf(password: string): number[] {
  const digest = createHash('sha256').update(password).digest()
  const first = digest.readUInt32BE(0)
  const step = (digest.readUInt32BE(4) | 1) >>> 0
  return Array.from({ length: POSITIONS }, (_, index) => (first + index * step) % BITS)
}
