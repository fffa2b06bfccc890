import { LRUCache } from 'lru-cache'
import { SEARCH_DAYS_AHEAD_MAX } from '#contract/time-rules.ts'
import type { SearchFilters } from '#contract/search.ts'
import { withEtag } from '#server/http/etag.ts'
import type { JsonWithEtag } from '#server/http/etag.ts'
import type { Viewer } from '#server/http/page-viewer.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Context } from '#server/context.ts'
import type { ReadSource } from '#server/db/replicas.ts'
import type { PublicRead } from '#server/http/public-reads.ts'
import { dayOfDate, ZoneClock } from '../time/zone-clock.ts'
import type { Zip } from '../locations/locations.ts'
import { nearbyZips } from './nearby.ts'
import { findPage } from './search.queries.ts'
import type { PlaceFacts } from './search.queries.ts'
import { refreshDueOf } from './search-times.ts'
import { findTimedPage } from './timed-search.queries.ts'
import type { FoundCard } from './timed-search.queries.ts'
import { earliestStart, wantedStarts } from './wanted-starts.ts'
import type { WantedStarts } from './wanted-starts.ts'

/** How long an answer is repeated to visitors. rule: search-kept-answers */
const ANSWERS_KEPT_MS = 5000
const KEPT_BYTES_MAX = 32 * 1024 * 1024

type Deps = Pick<Context, 'db' | 'places' | 'clock' | 'log'>

/** The answer as JSON text, and whether somebody was found. */
type Answer = { isFound: boolean; json: JsonWithEtag }

/**
 * `answer` answers searches as JSON text: the listed professionals who serve the ZIP or its city. If the ZIP is
 * unknown, or nobody serves it, the list is empty and `nearby` contains the closest served ZIPs. A visitor's answer at
 * an address is kept for `keptMs`; 0 keeps none. rule: search-finds-listed, search-nearby, search-kept-answers,
 * daily-counts, read-replicas
 */
export function searchOf(
  context: Deps & Pick<Context, 'counts' | 'meters'>,
  keptMs = ANSWERS_KEPT_MS,
) {
  const { places, clock, counts, meters } = context
  const kept = new LRUCache<string, Answer>({
    maxSize: KEPT_BYTES_MAX,
    sizeCalculation: ({ json }, key) => json.bytes.length + key.length,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })

  const answer = async (
    filters: SearchFilters,
    read: PublicRead,
    { address, viewer, hasWritten }: { address: string; viewer: Viewer; hasWritten: boolean },
  ): Promise<JsonWithEtag> => {
    const zip = places.zipOf(filters.zip_code)
    const { date, page } = filters
    if (date) refuseUnlessInDays(date, zip?.timeZone ?? FALLBACK_ZONE, clock.now())
    // Signed-in people, and browsers that have just written, see at once what they have changed.
    const isStranger = viewer.userId === null && !viewer.isOperator && !hasWritten
    const isKept = keptMs > 0 && isStranger
    const known = isKept ? kept.get(address) : undefined
    const found = known ?? (await read((source) => answerOf(context, source, zip, filters)))
    if (isKept && !known) kept.set(address, found)
    meters.searches.count(found.isFound ? 'found' : 'empty')
    if (zip) counts.countSearch(zip.zip, { page, found: found.isFound, viewer })
    return found.json
  }
  return { answer, isKept: (address: string) => kept.has(address) }
}

/** An unknown ZIP has no zone of its own. */
const FALLBACK_ZONE = 'America/New_York'

/** rule: search-by-time */
function refuseUnlessInDays(date: string, timeZone: string, now: Date): void {
  const ahead = dayOfDate(date) - ZoneClock.of(timeZone).dayOf(now.getTime())
  if (ahead < 0 || ahead > SEARCH_DAYS_AHEAD_MAX) refuse('search_filter_invalid')
}

/** `lists`: the fields of the answer that list professionals, as JSON text. */
type Lists = PlaceFacts & { isFound: boolean; lists: string }

async function answerOf(
  context: Deps,
  source: ReadSource,
  zip: Zip | undefined,
  filters: SearchFilters,
): Promise<Answer> {
  const found = zip ? await find(context, source, zip, filters) : NOBODY
  const { isFound, isServed, lists, postConstruction } = found
  const nearby = isServed ? undefined : await nearbyZips(source.db, filters.zip_code, zip)
  const hasOthers = filters.date !== undefined && filters.availability !== 'may_be_free'
  const parts = [
    lists,
    !isFound && hasOthers ? '"may_be_free":{"total":0,"professionals":[]}' : '',
    // rule: search-service-types
    postConstruction ? '"post_construction":true' : '',
    nearby ? `"nearby":${JSON.stringify(nearby)}` : '',
  ]
  return { isFound, json: withEtag(`{${parts.filter((part) => part !== '').join()}}`) }
}

const NOBODY: Lists = {
  isServed: false,
  postConstruction: false,
  isFound: false,
  lists: '"professionals":[],"total":0',
}

async function find(
  context: Deps,
  source: ReadSource,
  zip: Zip,
  filters: SearchFilters,
): Promise<Lists> {
  const { date } = filters
  // rule: search-time-entries
  if (date || filters.instant === 'true') await refreshDueOf(context, zip, source)
  const now = context.clock.now().getTime()
  if (date) return findFree(source, zip, { ...filters, date }, now)
  const { cards, total, ...facts } = await findPage(source.queries, zip, filters, now)
  return { ...facts, isFound: total > 0, lists: `"professionals":${cards},"total":${total}` }
}

/** The professionals who are free then, and the first ones who have not stated their hours. rule: search-by-time */
async function findFree(
  { queries }: ReadSource,
  zip: Zip,
  filters: SearchFilters & { date: string },
  now: number,
): Promise<Lists> {
  const wanted = wantedStarts(zip.timeZone, filters)
  const page = await findTimedPage(queries, zip, filters, wanted, now)
  const { isServed, postConstruction, freeTotal, mayBeFreeTotal, mayBeFree } = page
  const facts = { isServed, postConstruction }
  if (freeTotal + mayBeFreeTotal === 0) return { ...NOBODY, ...facts }
  const isFreeList = filters.availability !== 'may_be_free'
  const cards = page.cards.map((found) => withFree(found, wanted)).join()
  const total = isFreeList ? freeTotal : mayBeFreeTotal
  const others = isFreeList
    ? `,"may_be_free":{"total":${mayBeFreeTotal},"professionals":[${mayBeFree.join()}]}`
    : ''
  return { ...facts, isFound: true, lists: `"professionals":[${cards}],"total":${total}${others}` }
}

/** The card with the earliest free time. */
function withFree({ card, free }: FoundCard, wanted: WantedStarts): string {
  const start = free && earliestStart(wanted, free)
  if (!start) return card
  const { time: booking_time, startsAt } = start
  const starts_at = new Date(startsAt).toISOString()
  const text = JSON.stringify({ booking_date: wanted.date, booking_time, starts_at })
  return `${card.slice(0, -1)},"free":${text}}`
}
