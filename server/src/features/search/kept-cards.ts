import { LRUCache } from 'lru-cache'
import { SERVICE_TYPES } from '#contract/product.ts'
import type { SearchFilters } from '#contract/search.ts'
import type { PlaceEntries } from './place-entries.ts'

type Service = SearchFilters['service_type']
type Card = { text: string; hour: number }

/** About 8,000 cards. */
const BYTES_MAX = 16 * 1024 * 1024

/**
 * The cards of places in the memory of this process, as JSON text. A card is current as long as its place's version is:
 * whoever brings a place up to date forgets the cards that have changed. rule: search-cached-answers
 */
export class KeptCards {
  readonly #cards: LRUCache<string, Card>
  /** A place that is read again, or of which any card may have changed, gets another number. */
  readonly #numbers = new WeakMap<PlaceEntries, number>()
  #lastNumber = 0

  constructor(bytesMax = BYTES_MAX) {
    this.#cards = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ text }, key) => 2 * (text.length + key.length),
    })
  }

  /** `hour`: cards that were read before it are not current, because visits become too old to count. */
  get(place: PlaceEntries, id: string, service: Service, hour: number): string | undefined {
    const card = this.#cards.get(this.#keyOf(place, id, service))
    return card?.hour === hour ? card.text : undefined
  }

  set(place: PlaceEntries, id: string, service: Service, { text, hour }: Card): void {
    // A part of a text keeps all of it in memory.
    const copy = Buffer.from(text).toString()
    this.#cards.set(this.#keyOf(place, id, service), { text: copy, hour })
  }

  forget(place: PlaceEntries, changed: ReadonlySet<string> | 'any'): void {
    if (changed === 'any') {
      this.#numbers.delete(place)
      return
    }
    for (const id of changed) {
      for (const service of [undefined, ...SERVICE_TYPES]) {
        this.#cards.delete(this.#keyOf(place, id, service))
      }
    }
  }

  #keyOf(place: PlaceEntries, id: string, service: Service): string {
    const number = this.#numbers.get(place) ?? ++this.#lastNumber
    this.#numbers.set(place, number)
    return `${number} ${id} ${service ?? ''}`
  }
}
