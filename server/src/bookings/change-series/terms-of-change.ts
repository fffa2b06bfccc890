import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import { addDays, nextSeriesDates, weekdayOf } from '#server/calendar/free/series-dates.ts'
import type { Terms } from '../series/series.queries.ts'

/** The fields that a change names; null: it stays as it is. */
export type ChangedFields = {
  weekday: number | null
  booking_time: string | null
  estimated_hours: number | null
  cleaning_frequency: string | null
  hourly_rate_cents: number | null
}
export type ChangeOfTerms = ChangedFields & { from_date: string }

/** `terms`: all that hold from a date on, in order. `isRateAlone`: dates, times and lengths are the same as before. */
export type NewTerms = { from: string; terms: Terms[]; isRateAlone: boolean }

export function isRateAlone(fields: ChangedFields): boolean {
  const { weekday, booking_time, estimated_hours, cleaning_frequency } = fields
  return [weekday, booking_time, estimated_hours, cleaning_frequency].every((one) => one === null)
}

/**
 * All terms of a series from the date of a change on; `terms` hold at that date without it. Terms that the two sides
 * agreed on for a later date get what the change names and keep the rest. If the rate falls, terms that are cheaper
 * already stay so. rule: series-changes
 */
export function termsFrom(
  series: { terms: readonly Terms[] },
  terms: Terms,
  change: ChangeOfTerms,
): NewTerms {
  const { from_date: from, hourly_rate_cents: rate } = change
  const isLower = rate !== null && rate < terms.rateCents
  // The present ones begin after `from` if the ones before them have no date any more.
  const later = series.terms.filter((one) => one.fromDate > from && one.fromDate > terms.fromDate)
  const hasNewDates = change.weekday !== null || change.cleaning_frequency !== null
  let last = newTerms(terms, change)
  const all = [last]
  for (const one of later) {
    const named = {
      ...change,
      from_date: one.fromDate,
      hourly_rate_cents: isLower ? Math.min(rate, one.rateCents) : rate,
    }
    last = hasNewDates ? nextInInterval(last, one, named) : newTerms(one, named)
    all.push(last)
  }
  return { from, terms: all, isRateAlone: isRateAlone(change) }
}

/** Later terms whose first date continues the interval of those before, so that no two visits are too near. */
function nextInInterval(before: Terms, terms: Terms, change: ChangeOfTerms): Terms {
  const weekday = change.weekday ?? weekdayOf(terms.firstDate)
  return newTerms(terms, { ...change, weekday }, firstFrom(before, terms.fromDate))
}

/** The terms after a change. The first date is in the week of the first old one, or the week after. */
export function newTerms(terms: Terms, change: ChangeOfTerms, firstOld?: string): Terms {
  const { from_date } = change
  const old = firstOld ?? firstFrom(terms, from_date)
  const shifted = change.weekday === null ? old : addDays(old, change.weekday - weekdayOf(old))
  return {
    fromDate: from_date,
    firstDate: shifted < from_date ? addDays(shifted, 7) : shifted,
    frequency: (change.cleaning_frequency as SeriesFrequency | null) ?? terms.frequency,
    time: change.booking_time ?? terms.time,
    hours: change.estimated_hours ?? terms.hours,
    rateCents: change.hourly_rate_cents ?? terms.rateCents,
  }
}

/** The first date of these terms on or after `from`. */
function firstFrom(terms: Terms, from: string): string {
  return nextSeriesDates({ terms: [terms], until: null }, from, 1)[0]!.date
}
