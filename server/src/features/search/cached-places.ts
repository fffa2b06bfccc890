import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { SearchFilters } from '#contract/search.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/db/replicas.ts'
import { applyChanges } from './changed-entries.ts'
import type { PlaceChanges } from './changed-entries.ts'
import { findFreeEntries } from './free-entries.ts'
import { askedDays, bytesOf, idOf } from './place-entries.ts'
import type { FoundEntry, PlaceEntries, PlaceVersions } from './place-entries.ts'
import {
  placeVersions,
  readPlace,
  readPlaceChanges,
  readPlaceDay,
} from './place-entries.queries.ts'
import { readCards } from './cards.queries.ts'
import { KeptCards } from './kept-cards.ts'
import { ifNobodyIsDue, timedVersionOf, versionOf } from './place-versions.queries.ts'
import { hourOf } from './search-key.ts'
import type { PlaceFacts, ResultsPage, SearchedPlaces } from './search.queries.ts'
import { findEntries, offerPostConstruction } from './sorted-entries.ts'
import { MAY_BE_FREE_SHOWN } from './timed-search.queries.ts'
import type { TimedPage } from './timed-search.queries.ts'
import type { WantedStarts } from './wanted-starts.ts'

type Log = Pick<Context['log'], 'warn'>

const BYTES_MAX = 64 * 1024 * 1024
/** The days that are kept of a place. */
const DAYS_MAX = 14
/** How often a search is tried while changes come in between. */
const TRIES_MAX = 3

/** A search in these places, for one page of them. */
type Asked = {
  queries: Queries
  places: SearchedPlaces
  filters: SearchFilters
  now: number
  /** Only of a search by time: whether it finds a version also while somebody is due. */
  timed: { isDueWritten: boolean } | undefined
}

/**
 * The search entries of places in the memory of this process, and cards that were read, so that a search reads nothing
 * but the version and new cards from the database, however many professionals serve the places. One statement reads
 * both, so what is out of date answers nothing, and what was read from one database serves at another that has the same
 * version. rule: search-cached-answers
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
  readonly #cards: KeptCards
  #isLoading = false

  constructor(log: Log, cards = new KeptCards()) {
    this.#log = log
    this.#cards = cards
  }

  /** The page of a search without a time, or undefined if the places are not in memory as they are now. */
  async find(
    queries: Queries,
    places: SearchedPlaces,
    filters: SearchFilters,
    now: number,
  ): Promise<ResultsPage | undefined> {
    const asked = { queries, places, filters, now, timed: undefined }
    return this.#findCurrent(asked, async (entries, read) => {
      const { page, total } = findEntries(entries, filters)
      const { cards, ...versions } = await this.#cardsOf(asked, entries, page, read)
      return { ...versions, page: { cards: `[${cards.join()}]`, total, ...factsOf(entries) } }
    })
  }

  /**
   * The page of a search by time, or undefined if the places are not in memory as they are now. Throws SomebodyIsDue
   * while somebody is, unless what was due when the search began is written already.
   */
  async findFree(
    queries: Queries,
    places: SearchedPlaces,
    filters: SearchFilters,
    wanted: WantedStarts,
    { now, isDueWritten }: { now: number; isDueWritten: boolean },
  ): Promise<TimedPage | undefined> {
    const asked = { queries, places, filters, now, timed: { isDueWritten } }
    return this.#findCurrent(asked, async (entries, read) => {
      if (!entries.every((place) => hasDays(place, wanted))) return undefined
      const found = findFreeEntries(entries, filters, wanted, now, MAY_BE_FREE_SHOWN)
      const { page, mayBeFree, ...totals } = found
      const both = [...page, ...mayBeFree]
      const { cards, ...versions } = await this.#cardsOf(asked, entries, both, read)
      return {
        ...versions,
        page: {
          ...totals,
          cards: page.map(({ free }, index) => ({ card: cards[index]!, free })),
          mayBeFree: cards.slice(page.length),
          ...factsOf(entries),
        },
      }
    })
  }

  /**
   * The cards of these professionals, the version that they are of, and the one that the database has: `known`, if the
   * search has read it.
   */
  async #cardsOf(
    { queries, places, filters: { service_type: service }, now, timed }: Asked,
    entries: PlaceEntries[],
    found: readonly FoundEntry[],
    known: string | undefined,
  ): Promise<{ cards: string[]; expected: string; version: string }> {
    const isTimed = timed !== undefined
    const exact = (read: string) => (timed ? ifNobodyIsDue(read, timed.isDueWritten) : read)
    const expected = entriesVersion(entries, isTimed)
    const hour = hourOf(places, now)
    const cards = found.map((entry) => this.#cards.get(entry, service, hour))
    const missing = found.filter((_, index) => cards[index] === undefined)
    if (missing.length === 0) {
      const read = isTimed ? timedVersionOf : versionOf
      const version = known ?? exact(await read(queries, places))
      return { cards: cards as string[], expected, version }
    }
    const ids = missing.map(idOf)
    const read = await readCards(queries, places, { ids, service, now, isTimed })
    const version = exact(read.version)
    // Of another version, they answer nothing: somebody may be gone.
    if (version === expected && read.cards.length !== missing.length) {
      throw new Error(`${missing.length} cards were asked for, and ${read.cards.length} came.`)
    }
    // Whoever has brought the entries up to date meanwhile has forgotten cards that were read before.
    if (version === expected && entriesVersion(entries, isTimed) === expected) {
      for (const [index, text] of read.cards.entries()) {
        this.#cards.set(missing[index]!, service, { text, hour })
      }
    }
    const next = read.cards.values()
    const all = cards.map((card) => card ?? next.next().value!)
    return { cards: all, expected, version }
  }

  /**
   * Finds a page, and again if meanwhile the entries of a few professionals have changed. Entries that have followed to
   * the version that this search has read are current for it, so it need not ask for the version again.
   */
  async #findCurrent<Page extends object>(
    { queries, places, timed }: Asked,
    find: (
      entries: PlaceEntries[],
      read: string | undefined,
    ) => Promise<{ expected: string; version: string; page: Page } | undefined>,
  ): Promise<(Page & { version: string }) | undefined> {
    let read: string | undefined
    for (let tries = TRIES_MAX; ; tries--) {
      const entries = this.#entriesOf(places)
      const found = entries && (await find(entries, read))
      if (!entries || !found) return undefined
      const { expected, version, page } = found
      if (version === expected) return { ...page, version }
      if (tries > 1 && (await this.#follow(queries, entries, placeIds(places)))) {
        read = entriesVersion(entries, timed !== undefined) === version ? version : undefined
        continue
      }
      this.#missed.set(keyOf(places, timed !== undefined), version)
      for (const placeId of placeIds(places)) this.#places.delete(placeId)
      return undefined
    }
  }

  /** Whether the entries could be brought up to date. */
  async #follow(queries: Queries, entries: PlaceEntries[], ids: number[]): Promise<boolean> {
    // One at a time: an older answer must not undo a newer one.
    const still = entries.flatMap((place, index) =>
      this.#following.has(place) ? [] : [{ place, id: ids[index]!, changes: place.changes }],
    )
    if (still.length > 0) {
      const reading = readPlaceChanges(queries, still)
      for (const [index, { place }] of still.entries()) {
        const following = reading
          .then((read) => this.#apply(place, read[index]!))
          .finally(() => this.#following.delete(place))
        this.#following.set(place, following)
      }
    }
    const followed = await Promise.all(entries.map(async (place) => this.#following.get(place)))
    return followed.every(Boolean)
  }

  #apply(place: PlaceEntries, read: PlaceChanges): boolean {
    const changed = applyChanges(place, read)
    if (changed) this.#cards.forget(place, changed)
    return changed !== undefined
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

/** What a page tells whatever the filters are. */
function factsOf(places: PlaceEntries[]): PlaceFacts {
  const isServed = places.some(({ count }) => count > 0)
  return { postConstruction: offerPostConstruction(places), isServed }
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

/** As `place-versions.queries.ts` reads it. */
function entriesVersion(places: PlaceEntries[], isTimed: boolean): string {
  const cards = places.reduce((version, { versions }) => version ^ versions.cards, 0n)
  if (!isTimed) return String(cards)
  const times = places.reduce((version, { versions }) => version ^ versions.times, 0n)
  return `${cards} ${times}`
}
