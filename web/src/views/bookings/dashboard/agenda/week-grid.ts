import type { AgendaDay } from '#contract/bookings/agenda.ts'
import { clockOf } from './busy-on-day.ts'

/** A working day, shown also where there is less. */
const FIRST_HOUR = 8
const LAST_HOUR = 18

/** The minutes after midnight of an instant, on the clock of a zone. */
export function minuteOf(instant: string, zone: string): number {
  const [hours = 0, minutes = 0] = clockOf(instant, zone).time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The hours that a week shows: 8 to 18, and further for its hours and visits. Busy times alone show no more. */
export function hoursShown(
  days: readonly AgendaDay[],
  zone: string,
): { first: number; last: number } {
  const starts = [FIRST_HOUR]
  const ends = [LAST_HOUR]
  for (const { hours, visits } of days) {
    for (const { from, to } of hours ?? []) {
      starts.push(Number(from.slice(0, 2)))
      ends.push(Math.ceil(Number(to.slice(0, 2)) + Number(to.slice(3)) / 60))
    }
    for (const { starts_at, ends_at, travel_minutes_before: drive } of visits) {
      const start = minuteOf(starts_at, zone)
      const length = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000
      starts.push(Math.max(0, Math.floor((start - (drive ?? 0)) / 60)))
      ends.push(Math.min(24, Math.ceil((start + length) / 60)))
    }
  }
  return { first: Math.min(...starts), last: Math.max(...ends) }
}
