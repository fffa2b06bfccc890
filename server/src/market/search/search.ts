import { SEARCH_DAYS_AHEAD_MAX } from '#contract/calendar/time-rules.ts'
import type { SearchFilters } from '#contract/market/search.ts'
import { withEtag } from '#server/http/headers/etag.ts'
import type { JsonWithEtag } from '#server/http/headers/etag.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { ReadSource } from '#server/db/replicas.ts'
import type { PublicRead } from '#server/http/headers/public-reads.ts'
import { dayOfDate, ZoneClock } from '#server/calendar/plan/zone-clock.ts'
import type { Zip } from '#server/places/locations.ts'
import { nearbyZips } from './nearby.ts'
import { nearestFree, withFree } from './nearest-free.ts'
import { nextFree } from './next-free.ts'
import { findPage } from './search.queries.ts'
import type { PlaceFacts } from './search.queries.ts'
import { refresh, refreshDueOf } from './search-times.ts'
import { findTimedPage } from './timed-search.queries.ts'
import { wantedStarts } from './wanted-starts.ts'

type Deps = Pick<Context, 'db' | 'places' | 'clock' | 'log'>

/**
 * Answers searches as JSON text: the listed professionals who serve the ZIP or its city. If the ZIP is unknown, or
 * nobody serves it, the list is empty and `nearby` contains the closest served ZIPs. Each answer that is sent counts as
 * a search. rule: search-finds-listed, marketplace-health, read-replicas
 */
export function searchOf(context: Deps & Pick<Context, 'counts' | 'meters'>) {
  const { places, clock, counts, meters } = context
  return async (filters: SearchFilters, read: PublicRead): Promise<JsonWithEtag> => {
    const zip = places.zipOf(filters.zip_code)
    const { date, page } = filters
    if (date) refuseUnlessInDays(date, zip?.timeZone ?? FALLBACK_ZONE, clock.now())
    const { found, text } = await read((source) => answerOf(context, source, zip, filters))
    return withEtag(text, (viewer) => {
      meters.searches.count(found ? 'found' : 'empty')
      if (zip) counts.countSearch(zip.zip, { page, found, viewer })
    })
  }
}

/** The professionals that an empty search by time offers at other times. */
const NEAREST_SHOWN = 3

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
): Promise<{ found: boolean; text: string }> {
  const list = zip ? await find(context, source, zip, filters) : NOBODY
  const { isFound, isServed, lists, postConstruction } = list
  const nearby = isServed ? undefined : await nearbyZips(source.db, filters.zip_code, zip)
  const hasOthers = filters.date !== undefined && filters.availability !== 'may_be_free'
  const parts = [
    lists,
    !isFound && hasOthers ? '"may_be_free":{"total":0,"professionals":[]}' : '',
    // rule: service-types
    postConstruction ? '"post_construction":true' : '',
    nearby ? `"nearby":${JSON.stringify(nearby)}` : '',
  ]
  return { found: isFound, text: `{${parts.filter((part) => part !== '').join()}}` }
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
  const now = context.clock.now().getTime()
  if (date) return findFree(context, source, zip, { ...filters, date }, now)
  // rule: search-by-time
  if (filters.instant === 'true') await refreshDueOf(context, zip, source)
  const { cards, times, total, ...facts } = await findPage(source.queries, zip, filters, now)
  const asked = { service: filters.service_type, homeZone: zip.timeZone, now }
  const free = (times ?? []).flatMap((stored) => {
    const next = nextFree(stored, asked)
    return next ? [[stored.id, next] as const] : []
  })
  const nextFreeText =
    free.length > 0 ? `,"next_free":${JSON.stringify(Object.fromEntries(free))}` : ''
  const lists = `"professionals":${cards},"total":${total}${nextFreeText}`
  return { ...facts, isFound: total > 0, lists }
}

/** The professionals who are free then, and the first ones who have not stated their hours. rule: search-by-time */
async function findFree(
  context: Deps,
  source: ReadSource,
  zip: Zip,
  filters: SearchFilters & { date: string },
  now: number,
): Promise<Lists> {
  const wanted = wantedStarts(zip.timeZone, filters)
  const { queries } = source
  const find = () => findTimedPage(queries, zip, filters, wanted, now)
  const found = await find()
  await refresh(context, found.due, source)
  const page = found.due.length === 0 ? found : await find()
  const { isServed, postConstruction, freeTotal, mayBeFreeTotal, mayBeFree } = page
  const facts = { isServed, postConstruction }
  const isFreeList = filters.availability !== 'may_be_free'
  const asked = { home: zip, filters, count: NEAREST_SHOWN, now }
  const nearest = isServed && isFreeList && freeTotal === 0 ? await nearestFree(queries, asked) : []
  const near = nearest.length > 0 ? `,"nearest":[${nearest.join()}]` : ''
  if (freeTotal + mayBeFreeTotal === 0) {
    return { ...NOBODY, ...facts, lists: `${NOBODY.lists}${near}` }
  }
  const cards = page.cards.map((found) => withFree(found, wanted)).join()
  const total = isFreeList ? freeTotal : mayBeFreeTotal
  const others = isFreeList
    ? `,"may_be_free":{"total":${mayBeFreeTotal},"professionals":[${mayBeFree.join()}]}`
    : ''
  return {
    ...facts,
    isFound: true,
    lists: `"professionals":[${cards}],"total":${total}${others}${near}`,
  }
}
