import { dateIn } from '../plan/own-date.ts'
import { addDays, seriesDates, visitOn } from './series-dates.ts'
import type { SeriesTerms } from './series-dates.ts'

/** More days ahead than any free time, or any visit of a preview. */
const DAYS_AHEAD = 600

/** A series whose coming dates take time away. `dates`: those that are settled, or planned for another time. */
export type PlannedSeries = {
  timeZone: string
  zip: string
  until: string | null
  /** Every date before it is settled. */
  nextDate: string
  terms: SeriesTerms[]
  dates: { date: string; status: string; movedDate: string | null; movedTime: string | null }[]
}

/** The visits of series that have no booking yet, as instants in milliseconds. rule: free-times, series */
export function plannedVisits(
  series: readonly PlannedSeries[],
  now: Date,
): [startsAt: number, endsAt: number, zip: string][] {
  return series.flatMap(({ timeZone, zip, dates, nextDate, ...one }) => {
    const today = dateIn(timeZone, now).toString()
    const from = nextDate > today ? nextDate : today
    const rows = new Map(dates.map((row) => [row.date, row]))
    return seriesDates(one, { from, to: addDays(today, DAYS_AHEAD) }).flatMap(
      ({ date, terms: { time, hours } }) => {
        const row = rows.get(date)
        if (row && row.status !== 'planned') return []
        const wall = { date: row?.movedDate ?? date, time: row?.movedTime ?? time, hours }
        const { startsAt, endsAt } = visitOn(wall, timeZone)
        return [[startsAt, endsAt, zip] as [number, number, string]]
      },
    )
  })
}
