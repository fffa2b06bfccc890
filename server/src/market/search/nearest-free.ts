import type { SearchFilters } from '#contract/market/search.ts'
import type { Queries } from '#server/db/replicas.ts'
import type { Zip } from '#server/places/locations.ts'
import { findTimedPage } from './timed-search.queries.ts'
import type { FoundCard } from './timed-search.queries.ts'
import { earliestStart, wantedStarts } from './wanted-starts.ts'
import type { WantedStarts } from './wanted-starts.ts'

/** The days that are searched from the asked one on. Each is one statement. */
const DAYS = 7

type Asked = {
  home: Zip
  filters: SearchFilters & { date: string }
  count: number
  now: number
  /** Professionals who are not meant. */
  leftOut?: readonly string[]
}

/**
 * The professionals who match the other filters and are free soonest, at any time from the asked date on, as JSON
 * texts of cards. `count` at most, and nobody twice. rule: search-by-time, no-free-time
 */
export async function nearestFree(
  queries: Queries,
  { home, filters, count, now, leftOut = [] }: Asked,
): Promise<string[]> {
  const { time: _time, part: _part, availability: _availability, ...rest } = filters
  const found: string[] = []
  const known = [...leftOut]
  let date = Temporal.PlainDate.from(filters.date)
  for (let days = 0; days < DAYS && found.length < count; days++) {
    const wanted = wantedStarts(home.timeZone, { date: date.toString() })
    const asked = { ...rest, date: date.toString(), page: 1, page_size: count - found.length }
    const page = await findTimedPage(queries, home, asked, wanted, now, known)
    // Nobody serves this place on another day either.
    if (!page.isServed) break
    for (const { card, free } of page.cards) {
      found.push(withFree({ card, free }, wanted))
      known.push((JSON.parse(card) as { user_id: string }).user_id)
    }
    date = date.add({ days: 1 })
  }
  return found
}

/** The card with the earliest free time. */
export function withFree({ card, free }: FoundCard, wanted: WantedStarts): string {
  const start = free && earliestStart(wanted, free)
  if (!start) return card
  const { time: booking_time, startsAt } = start
  const starts_at = new Date(startsAt).toISOString()
  const text = JSON.stringify({ booking_date: wanted.date, booking_time, starts_at })
  return `${card.slice(0, -1)},"free":${text}}`
}
