import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { SearchFilters } from '#contract/search.ts'
import type { Queries } from '#server/db/replicas.ts'
import { findFreeEntries } from './free-entries.ts'
import { askedDays, bytesOf } from './place-entries.ts'
import type { PlaceEntries, PlaceVersions } from './place-entries.ts'
import { placeVersions, readPlace, readPlaceDay } from './place-entries.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'
import { MAY_BE_FREE_SHOWN, readTimedCards } from './timed-search.queries.ts'
import type { TimedPage } from './timed-search.queries.ts'
import type { WantedStarts } from './wanted-starts.ts'

const BYTES_MAX = 64 * 1024 * 1024
/** The days that are kept of a place. */
const DAYS_MAX = 14

/**
 * The search entries of places in the memory of this process, so that a search by time reads nothing but its cards from
 * the database. The statement that reads the cards reads the version too, so what is out of date answers nothing, and
 * what was read from one database serves at another that has the same version.
 * rule: search-cached-answers
 */
export class CachedPlaces {
  readonly #places = new LRUCache<number, PlaceEntries>({
    maxSize: BYTES_MAX,
    sizeCalculation: bytesOf,
  })
  /** The version of the last search that was answered without memory. */
  readonly #missed = new LRUCache<string, string>({ max: 10_000 })
  #isLoading = false

  /** The page, or undefined if the places are not in memory as they are now. */
  async find(
    queries: Queries,
    places: SearchedPlaces,
    filters: SearchFilters,
    wanted: WantedStarts,
    now: number,
  ): Promise<TimedPage | undefined> {
    const entries = this.#entriesOf(places)
    if (!entries || !entries.every((place) => hasDays(place, wanted))) return undefined
    const { page, mayBeFree, ...totals } = findFreeEntries(
      entries,
      filters,
      wanted,
      now,
      MAY_BE_FREE_SHOWN,
    )
    const ids = [...page.map(({ id }) => id), ...mayBeFree]
    const read = await readTimedCards(queries, places, filters, ids, now)
    if (read.version !== versionOf(entries)) {
      this.#missed.set(keyOf(places), read.version)
      for (const placeId of placeIds(places)) this.#places.delete(placeId)
      return undefined
    }
    return {
      ...totals,
      cards: page.map(({ free }, index) => ({ card: read.cards[index]!, free })),
      mayBeFree: read.cards.slice(page.length),
      postConstruction: read.postConstruction,
      version: read.version,
    }
  }

  /**
   * Notes that a search was answered without memory. With the second one at the same version, it reads the places into
   * memory: what changes more often than it is searched for is not worth it. One at a time.
   */
  async noteMiss(
    pool: pg.Pool,
    places: SearchedPlaces,
    wanted: WantedStarts,
    version: string,
  ): Promise<void> {
    const key = keyOf(places)
    const isSecond = this.#missed.get(key) === version
    this.#missed.set(key, version)
    if (!isSecond || this.#isLoading) return
    this.#isLoading = true
    try {
      for (const placeId of placeIds(places)) await this.#load(pool, placeId, wanted)
    } finally {
      this.#isLoading = false
    }
  }

  async #load(pool: pg.Pool, placeId: number, wanted: WantedStarts): Promise<void> {
    const known = this.#places.get(placeId)
    const isCurrent = known && areSame(known.versions, await placeVersions(pool, placeId))
    const entries = isCurrent ? known : await readPlace(pool, placeId)
    for (const day of askedDays(entries, wanted)) {
      if (entries.days.has(day)) continue
      const read = await readPlaceDay(pool, placeId, entries, day)
      // Changed meanwhile.
      if (!areSame(entries.versions, read.versions)) return
      entries.days.set(day, read.day)
      if (entries.days.size > DAYS_MAX) entries.days.delete(entries.days.keys().next().value!)
    }
    // A set of the same object would keep its old size.
    this.#places.delete(placeId)
    this.#places.set(placeId, entries)
  }

  #entriesOf(places: SearchedPlaces): PlaceEntries[] | undefined {
    const entries = placeIds(places).map((placeId) => this.#places.get(placeId))
    return entries.every((place) => place !== undefined) ? entries : undefined
  }
}

function keyOf({ placeId, cityPlaceId }: SearchedPlaces): string {
  return `${placeId} ${cityPlaceId}`
}

function placeIds({ placeId, cityPlaceId }: SearchedPlaces): number[] {
  return [...new Set([placeId, cityPlaceId])]
}

function hasDays(place: PlaceEntries, wanted: WantedStarts): boolean {
  return [...askedDays(place, wanted)].every((day) => place.days.has(day))
}

function areSame(a: PlaceVersions, b: PlaceVersions): boolean {
  return a.cards === b.cards && a.times === b.times
}

/** As `timed-search.queries.ts` reads it. */
function versionOf(places: PlaceEntries[]): string {
  const [cards, times] = (['cards', 'times'] as const).map((which) =>
    places.reduce((version, { versions }) => version ^ versions[which], 0n),
  )
  return `${cards} ${times}`
}
