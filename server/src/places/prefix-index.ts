/**
 * Finds items by the first characters of a key, in microseconds: binary search in sorted keys. Results keep the order
 * in which the items were given.
 */
export class PrefixIndex<Item> {
  readonly #items: Item[]
  readonly #keys: string[]
  readonly #ranks: Int32Array

  constructor(items: Item[], keyOf: (item: Item) => string) {
    const keys = items.map(keyOf)
    const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
    this.#items = items
    this.#ranks = Int32Array.from(keys.keys()).sort(
      (one, other) => compare(keys[one]!, keys[other]!) || one - other,
    )
    this.#keys = Array.from(this.#ranks, (rank) => keys[rank]!)
  }

  /** All items whose key begins with this text. */
  beginningWith(prefix: string): Item[] {
    return this.#between(prefix, `${prefix}\uffff`)
  }

  /** All items with exactly this key. */
  called(key: string): Item[] {
    return this.#between(key, `${key}\0`)
  }

  #between(from: string, to: string): Item[] {
    const ranks = this.#ranks.slice(this.#firstAtLeast(from), this.#firstAtLeast(to)).sort()
    return Array.from(ranks, (rank) => this.#items[rank]!)
  }

  #firstAtLeast(key: string): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return low
  }
}
