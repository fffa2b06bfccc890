import type { LRUCache } from 'lru-cache'
import type { SearchFilters } from '#contract/search.ts'
import type { Context } from '#server/context.ts'
import type { ReadSource } from '#server/db/replicas.ts'
import { withEtag } from '#server/http/etag.ts'
import type { JsonWithEtag } from '#server/http/etag.ts'
import type { Zip } from '../locations/locations.ts'
import type { CachedPlaces } from './cached-places.ts'
import { hourOf, keyOf } from './search-key.ts'
import type { CachedAnswer } from './search-key.ts'
import { ifNobodyIsDue, SomebodyIsDue, timedVersionOf } from './place-versions.queries.ts'
import { refreshDueOf } from './search-times.ts'
import type { PlaceFacts } from './search.queries.ts'
import { findTimedPage } from './timed-search.queries.ts'
import type { FoundCard } from './timed-search.queries.ts'
import { earliestStart, wantedStarts } from './wanted-starts.ts'
import type { Start, WantedStarts } from './wanted-starts.ts'

const HALF_HOUR_MS = 30 * 60_000

/** Nobody matches. The empty answer still says whether somebody there offers post-construction. */
export type Nobody = PlaceFacts

/** rule: search-service-types */
export function postConstructionJson(isOffered: boolean): string {
  return isOffered ? ',"post_construction":true' : ''
}

/**
 * Returns a function that answers searches with a date as JSON text: those who are free then, and the first of those
 * who have not stated their hours. Answers are cached until the next half hour.
 * rule: search-by-time, search-cached-answers
 */
export function cachedTimedSearch(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'places'>,
  cache: LRUCache<string, CachedAnswer>,
  places: CachedPlaces,
) {
  const search = timedSearch(context, cache, places)
  return async (
    source: ReadSource,
    zip: Zip,
    filters: SearchFilters & { date: string },
  ): Promise<JsonWithEtag | Nobody> => {
    const writeDue = async () => refreshDueOf(context, zip, source)
    try {
      return await search(source, zip, filters, writeDue)
    } catch (error) {
      if (!(error instanceof SomebodyIsDue)) throw error
      await writeDue()
      // What becomes due from now on was changed after the search began.
      return search(source, zip, filters, undefined)
    }
  }
}

/**
 * Finds the answer in memory, or throws SomebodyIsDue. In the database it is found once `writeDue` has written what is
 * due; undefined says that this is done.
 */
function timedSearch(
  { clock }: Pick<Context, 'clock'>,
  cache: LRUCache<string, CachedAnswer>,
  places: CachedPlaces,
) {
  async function findInDatabase(
    { queries, pool }: ReadSource,
    zip: Zip,
    filters: SearchFilters,
    wanted: WantedStarts,
    now: number,
  ) {
    const page = await findTimedPage(queries, zip, filters, wanted, now)
    void places.noteMiss(pool, zip, page.version, wanted)
    return page
  }

  return async (
    source: ReadSource,
    zip: Zip,
    filters: SearchFilters & { date: string },
    writeDue: (() => Promise<void>) | undefined,
  ): Promise<JsonWithEtag | Nobody> => {
    const isDueWritten = writeDue === undefined
    const now = clock.now().getTime()
    const { date, time, part, hours, availability } = filters
    const key = JSON.stringify([
      keyOf(zip, filters),
      zip.timeZone,
      [date, time, part, hours, availability],
      Math.ceil(now / HALF_HOUR_MS),
      hourOf(zip, now),
    ])
    const cached = cache.get(key)
    if (cached) {
      const version = await timedVersionOf(source.queries, zip)
      if (cached.version === ifNobodyIsDue(version, isDueWritten)) return cached.answer
    }

    const wanted = wantedStarts(zip.timeZone, filters)
    let page = await places.findFree(source.queries, zip, filters, wanted, { now, isDueWritten })
    if (!page) {
      await writeDue?.()
      page = await findInDatabase(source, zip, filters, wanted, now)
    }
    if (page.freeTotal + page.mayBeFreeTotal === 0) {
      return { isServed: page.isServed, postConstruction: page.postConstruction }
    }
    const isFreeList = availability !== 'may_be_free'
    const cards = page.cards.map((found) => withFree(found, wanted)).join()
    const total = isFreeList ? page.freeTotal : page.mayBeFreeTotal
    const mayBeFree = `,"may_be_free":{"total":${page.mayBeFreeTotal},"professionals":[${page.mayBeFree.join()}]}`
    const answer = withEtag(
      `{"professionals":[${cards}],"total":${total}${isFreeList ? mayBeFree : ''}${postConstructionJson(page.postConstruction)}}`,
    )
    cache.set(key, { version: page.version, answer })
    return answer
  }
}

/** The card with the earliest free time. */
function withFree({ card, free }: FoundCard, wanted: WantedStarts): string {
  const start = free && earliestStart(wanted, free)
  if (!start) return card
  return `${card.slice(0, -1)},"free":${startJson(wanted.date, start)}}`
}

/** Starts are kept, and always of the same date. Nearly all cards of an answer have one of a few. */
const startTexts = new WeakMap<Start, string>()

function startJson(booking_date: string, start: Start): string {
  const known = startTexts.get(start)
  if (known !== undefined) return known
  const starts_at = new Date(start.startsAt).toISOString()
  const text = JSON.stringify({ booking_date, booking_time: start.time, starts_at })
  startTexts.set(start, text)
  return text
}
