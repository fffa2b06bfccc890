import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { SearchFilters } from '#contract/search.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/db/replicas.ts'
import { applyChanges } from './changed-entries.ts'
import { findFreeEntries } from './free-entries.ts'
import { askedDays, bytesOf } from './place-entries.ts'
import type { PlaceEntries, PlaceVersions } from './place-entries.ts'
import {
  placeVersions,
  readPlace,
  readPlaceChanges,
  readPlaceDay,
} from './place-entries.queries.ts'
import { readCards } from './search.queries.ts'
import type { ResultsPage, SearchedPlaces } from './search.queries.ts'
import { findEntries } from './sorted-entries.ts'
import { MAY_BE_FREE_SHOWN, readTimedCards } from './timed-search.queries.ts'
import type { TimedPage } from './timed-search.queries.ts'
import type { WantedStarts } from './wanted-starts.ts'

type Log = Pick<Context['log'], 'warn'>

const BYTES_MAX = 64 * 1024 * 1024
/** The days that are kept of a place. */
const DAYS_MAX = 14

/**
 * The search entries of places in the memory of this process, so that a search reads nothing but its cards from the
 * database, however many professionals serve the places. The statement that reads the cards reads the version too, so
 * what is out of date answers nothing, and what was read from one database serves at another that has the same version.
 * rule: search-cached-answers
 */
export class CachedPlaces {
  readonly #log: Log
  readonly #places = new LRUCache<number, PlaceEntries>({
    maxSize: BYTES_MAX,
    sizeCalculation: bytesOf,
  })
  /** The version of the last search that was answered without memory. */
  readonly #missed = new LRUCache<string, string>({ max: 10_000 })
  readonly #following = new Map<PlaceEntries, Promise<boolean>>()
  #isLoading = false

  constructor(log: Log) {
    this.#log = log
  }

  /** The page of a search without a time, or undefined if the places are not in memory as they are now. */
  async find(
    queries: Queries,
    places: SearchedPlaces,
    filters: SearchFilters,
    now: number,
  ): Promise<ResultsPage | undefined> {
    return this.#findCurrent(queries, places, false, async (entries) => {
      const expected = cardsVersionOf(entries)
      const { ids, total } = findEntries(entries, filters)
      const read = await readCards(queries, places, filters, ids, now)
      return { expected, page: { ...read, total } }
    })
  }

  /** The page of a search by time, or undefined if the places are not in memory as they are now. */
  async findFree(
    queries: Queries,
    places: SearchedPlaces,
    filters: SearchFilters,
    wanted: WantedStarts,
    now: number,
  ): Promise<TimedPage | undefined> {
    return this.#findCurrent(queries, places, true, async (entries) => {
      if (!entries.every((place) => hasDays(place, wanted))) return undefined
      const expected = versionOf(entries)
      const found = findFreeEntries(entries, filters, wanted, now, MAY_BE_FREE_SHOWN)
      const { page, mayBeFree, ...totals } = found
      const ids = [...page.map(({ id }) => id), ...mayBeFree]
      const read = await readTimedCards(queries, places, filters, ids, now)
      return {
        expected,
        page: {
          ...totals,
          cards: page.map(({ free }, index) => ({ card: read.cards[index]!, free })),
          mayBeFree: read.cards.slice(page.length),
          postConstruction: read.postConstruction,
          version: read.version,
        },
      }
    })
  }

  /** Finds a page, and once more if meanwhile the entries of a few professionals have changed. */
  async #findCurrent<Page extends { version: string }>(
    queries: Queries,
    places: SearchedPlaces,
    isTimed: boolean,
    find: (entries: PlaceEntries[]) => Promise<{ expected: string; page: Page } | undefined>,
  ): Promise<Page | undefined> {
    for (let tries = 2; ; tries--) {
      const entries = this.#entriesOf(places)
      const found = entries && (await find(entries))
      if (!entries || !found) return undefined
      const { expected, page } = found
      if (page.version === expected) return page
      if (tries > 1 && (await this.#follow(queries, entries, placeIds(places)))) continue
      this.#missed.set(keyOf(places, isTimed), page.version)
      for (const placeId of placeIds(places)) this.#places.delete(placeId)
      return undefined
    }
  }

  /** Whether the entries could be brought up to date. */
  async #follow(queries: Queries, entries: PlaceEntries[], ids: number[]): Promise<boolean> {
    const followed = entries.map(async (place, index) => {
      // One at a time: an older answer must not undo a newer one.
      const running = this.#following.get(place)
      if (running) return running
      const following = readPlaceChanges(queries, ids[index]!, place)
        .then((read) => applyChanges(place, read))
        .finally(() => this.#following.delete(place))
      this.#following.set(place, following)
      return following
    })
    return (await Promise.all(followed)).every(Boolean)
  }

  /**
   * Notes that a search was answered without memory. With the second one at the same version, it reads the places into
   * memory: what changes more often than it is searched for is not worth it. One at a time. `wanted`: of a search by
   * time. A search needs not wait for it.
   */
  async noteMiss(
    pool: pg.Pool,
    places: SearchedPlaces,
    version: string,
    wanted?: WantedStarts,
  ): Promise<void> {
    const key = keyOf(places, wanted !== undefined)
    const isSecond = this.#missed.get(key) === version
    this.#missed.set(key, version)
    if (!isSecond || this.#isLoading) return
    this.#isLoading = true
    try {
      for (const placeId of placeIds(places)) await this.#load(pool, placeId, wanted)
    } catch (error) {
      this.#log.warn({ err: error }, 'The entries of a place could not be read into memory.')
    } finally {
      this.#isLoading = false
    }
  }

  async #load(pool: pg.Pool, placeId: number, wanted: WantedStarts | undefined): Promise<void> {
    const known = this.#places.get(placeId)
    const isCurrent = known && areSame(known.versions, await placeVersions(pool, placeId))
    const entries = isCurrent ? known : await readPlace(pool, placeId)
    for (const day of wanted ? askedDays(entries, wanted) : []) {
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

function keyOf({ placeId, cityPlaceId }: SearchedPlaces, isTimed: boolean): string {
  return `${placeId} ${cityPlaceId} ${isTimed}`
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

/** As `search.queries.ts` reads it. */
function cardsVersionOf(places: PlaceEntries[]): string {
  return String(places.reduce((version, { versions }) => version ^ versions.cards, 0n))
}

/** As `timed-search.queries.ts` reads it. */
function versionOf(places: PlaceEntries[]): string {
  const times = places.reduce((version, { versions }) => version ^ versions.times, 0n)
  return `${cardsVersionOf(places)} ${times}`
}
