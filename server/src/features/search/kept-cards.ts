import { LRUCache } from 'lru-cache'
import { SERVICE_TYPES } from '#contract/product.ts'
import type { SearchFilters } from '#contract/search.ts'
import { entryOf } from './changed-entries.ts'
import type { FoundEntry, PlaceEntries } from './place-entries.ts'
import { serviceNumber } from './search-keys.ts'

type Service = SearchFilters['service_type']
type Card = { text: string; hour: number }

/** 7,500 to 13,400 cards of 1,000 characters. */
const BYTES_MAX = 16 * 1024 * 1024
/** The key, the object and their place in the cache. */
const ENTRY_BYTES = 250
/** More than a place can have. */
const ENTRIES_MAX = 2 ** 22
const SERVICES_MAX = 1 + SERVICE_TYPES.length
/** Keys above are not exact. With ten places a second that are read again it is reached in a year. */
const NUMBERS_MAX = Math.floor(Number.MAX_SAFE_INTEGER / (ENTRIES_MAX * SERVICES_MAX)) - 1
/** JavaScript keeps a text in one byte for each character, or in two if one of them needs it. */
const NEEDS_TWO_BYTES = /[\u0100-\uffff]/

/**
 * The cards of places in the memory of this process, as JSON text. A card is current as long as its place's version is:
 * whoever brings a place up to date forgets the cards that have changed. rule: search-cached-answers
 */
export class KeptCards {
  readonly #cards: LRUCache<number, Card>
  /** A place that is read again, or of which any card may have changed, gets another number. */
  #numbers = new WeakMap<PlaceEntries, number>()
  #lastNumber = 0
  readonly #numbersMax: number

  constructor(bytesMax = BYTES_MAX, numbersMax = NUMBERS_MAX) {
    this.#numbersMax = numbersMax
    this.#cards = new LRUCache({
      maxSize: bytesMax,
      sizeCalculation: ({ text }) =>
        ENTRY_BYTES + text.length * (NEEDS_TWO_BYTES.test(text) ? 2 : 1),
    })
  }

  /** `hour`: cards that were read before it are not current, because visits become too old to count. */
  get(found: FoundEntry, service: Service, hour: number): string | undefined {
    const card = this.#cards.get(this.#keyOf(found, service))
    return card?.hour === hour ? card.text : undefined
  }

  set(found: FoundEntry, service: Service, card: Card): void {
    this.#cards.set(this.#keyOf(found, service), card)
  }

  forget(place: PlaceEntries, changed: ReadonlySet<string> | 'any'): void {
    if (changed === 'any') {
      this.#numbers.delete(place)
      return
    }
    for (const id of changed) {
      const entry = entryOf(place, id)
      if (entry === -1) continue
      for (const service of [undefined, ...SERVICE_TYPES]) {
        this.#cards.delete(this.#keyOf({ place, entry }, service))
      }
    }
  }

  /** A number, because texts as keys took longer than all else of a search whose cards are known. */
  #keyOf({ place, entry }: FoundEntry, service: Service): number {
    const number = this.#numbers.get(place) ?? this.#newNumberOf(place)
    return (number * ENTRIES_MAX + entry) * SERVICES_MAX + (service ? serviceNumber(service) : 0)
  }

  #newNumberOf(place: PlaceEntries): number {
    if (this.#lastNumber === this.#numbersMax) {
      this.#cards.clear()
      this.#numbers = new WeakMap()
      this.#lastNumber = 0
    }
    this.#numbers.set(place, ++this.#lastNumber)
    return this.#lastNumber
  }
}
