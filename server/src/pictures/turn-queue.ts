/**
 * A queue in which those who wait take turns: `shift` returns the oldest entry of whoever was served longest ago. One
 * who adds many entries makes the others wait for one of them each time, not for all.
 */
export class TurnQueue<Entry> {
  /** The entries of each turn. The next turn is first; no list is empty. */
  readonly #entries = new Map<string, Entry[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  lengthOf(turn: string): number {
    return this.#entries.get(turn)?.length ?? 0
  }

  push(turn: string, entry: Entry): void {
    const own = this.#entries.get(turn)
    if (own) own.push(entry)
    else this.#entries.set(turn, [entry])
    this.#length += 1
  }

  shift(): Entry | undefined {
    const [next] = this.#entries
    if (!next) return undefined
    const [turn, own] = next
    const entry = own.shift()
    this.#entries.delete(turn)
    if (own.length > 0) this.#entries.set(turn, own)
    this.#length -= 1
    return entry
  }
}
