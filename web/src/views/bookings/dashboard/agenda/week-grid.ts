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

type Span = { starts_at: string; ends_at: string }

/**
 * The lane of each visit of a day, in the order of their starts, and how many lanes lie beside each other there: visits
 * at the same time share the width of the day, so that none covers another.
 */
export function lanesOf(visits: readonly Span[]): { lane: number; lanes: number }[] {
  const groups: { lanes: string[] }[] = []
  const placed = visits.map(({ starts_at, ends_at }) => {
    const last = groups.at(-1)
    const group = last?.lanes.some((end) => end > starts_at) ? last : { lanes: [] }
    if (group !== last) groups.push(group)
    const free = group.lanes.findIndex((end) => end <= starts_at)
    const lane = free < 0 ? group.lanes.length : free
    group.lanes[lane] = ends_at
    return { lane, group }
  })
  return placed.map(({ lane, group }) => ({ lane, lanes: group.lanes.length }))
}
