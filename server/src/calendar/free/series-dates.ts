import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import { DAY_MS, dateOfDay, dayOfDate, ZoneClock } from '../plan/zone-clock.ts'

const HOUR_MS = 3_600_000

/** 'monthly' is every 4 weeks, so that the weekday stays. rule: series */
const DAYS_APART: Record<SeriesFrequency, number> = { weekly: 7, biweekly: 14, monthly: 28 }

/**
 * When the visits of a series are from `fromDate` on, until later terms begin. Dates and times are those of the home.
 */
export type SeriesTerms = {
  fromDate: string
  /** The first of these terms' dates. */
  firstDate: string
  frequency: SeriesFrequency
  time: string
  hours: number
}

export type SeriesDate<Terms extends SeriesTerms = SeriesTerms> = { date: string; terms: Terms }

/**
 * The dates of a series from `from` to `to` in order. `terms` are in order, `until` is the last date, if there is one.
 */
export function seriesDates<Terms extends SeriesTerms>(
  { terms, until }: { terms: readonly Terms[]; until: string | null },
  { from, to }: { from: string; to: string },
): SeriesDate<Terms>[] {
  const last = dayOfDate(until !== null && until < to ? until : to)
  return terms.flatMap((one, index) => {
    const next = terms[index + 1]
    const end = next ? Math.min(last, dayOfDate(next.fromDate) - 1) : last
    const [first, step] = [dayOfDate(one.firstDate), DAYS_APART[one.frequency]]
    const steps = Math.max(0, Math.ceil((dayOfDate(from) - first) / step))
    const dates: SeriesDate<Terms>[] = []
    for (let day = first + steps * step; day <= end; day += step) {
      dates.push({ date: dateOfDay(day), terms: one })
    }
    return dates
  })
}

/** The first `count` dates of a series from a date on; fewer if it ends. */
export function nextSeriesDates<Terms extends SeriesTerms>(
  series: { terms: readonly Terms[]; until: string | null },
  from: string,
  count: number,
): SeriesDate<Terms>[] {
  const last = series.terms.at(-1)
  if (!last) return []
  // The last terms may begin late: from there on each step has a date.
  const start = Math.max(dayOfDate(from), dayOfDate(last.firstDate))
  const to = dateOfDay(start + count * DAYS_APART[last.frequency])
  return seriesDates(series, { from, to }).slice(0, count)
}

export type VisitInstants = {
  /** Date and time that the home's clock shows at the start. */
  date: string
  time: string
  startsAt: number
  endsAt: number
}

/**
 * A visit by the home's clock. A time that a clock change skips moves on by the gap; of an hour that comes twice the
 * first counts. The hours are elapsed ones. rule: series
 */
export function visitOn(
  { date, time, hours }: { date: string; time: string; hours: number },
  timeZone: string,
): VisitInstants {
  const clock = ZoneClock.of(timeZone)
  const [hour, minute] = time.split(':').map(Number)
  const wallTime = dayOfDate(date) * DAY_MS + (hour! * 60 + minute!) * 60_000
  const found = clock.instantOf(wallTime)
  // A day earlier the old offset holds, and the same wall time exists.
  const startsAt = found.skipped
    ? clock.instantOf(wallTime - DAY_MS).instant + DAY_MS
    : found.instant
  const shown = new Date(clock.wallTime(startsAt)).toISOString()
  return {
    date: shown.slice(0, 10),
    time: shown.slice(11, 16),
    startsAt,
    endsAt: startsAt + hours * HOUR_MS,
  }
}

/** The weekday of a date: 1 is Monday. */
export function weekdayOf(date: string): number {
  return ((dayOfDate(date) + 3) % 7) + 1
}

export function addDays(date: string, days: number): string {
  return dateOfDay(dayOfDate(date) + days)
}
