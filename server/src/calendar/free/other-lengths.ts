import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { firstFreeTimes } from './free-times.ts'
import type { Schedule, Slot, WantedVisit } from './free-times.ts'

/** A visit of some hours at a free time. */
export type FreeVisit = { hours: number; slot: Slot }

/**
 * The longest shorter visit that has a free time from a date of the home on, at its first one. Undefined without one.
 * rule: no-free-time
 */
export function shorterVisit(
  schedule: Schedule,
  wanted: WantedVisit,
  from: string,
): FreeVisit | undefined {
  for (const hours of lengthsOf(wanted).filter((hours) => hours < wanted.hours)) {
    const slot = firstOf(schedule, { ...wanted, hours }, from)
    if (slot) return { hours, slot }
  }
  return undefined
}

/**
 * Visits on two dates that together make the hours, those of the most equal lengths, by date. None if no two do.
 * rule: no-free-time
 */
export function twoVisits(schedule: Schedule, wanted: WantedVisit, from: string): FreeVisit[] {
  const lengths = lengthsOf(wanted)
  for (const longer of lengths.toReversed()) {
    const shorter = wanted.hours - longer
    if (longer < shorter || !lengths.includes(shorter)) continue
    const first = firstOf(schedule, { ...wanted, hours: longer }, from)
    const after = first && dateAfter(first.date)
    const second = after && firstOf(schedule, { ...wanted, hours: shorter }, after)
    if (first && second) {
      return [
        { hours: longer, slot: first },
        { hours: shorter, slot: second },
      ]
    }
  }
  return []
}

/** The lengths that the professional comes for, longest first. */
function lengthsOf({ minHours = 1 }: WantedVisit): number[] {
  return BOOKING_HOURS.filter((hours) => hours >= minHours).toReversed()
}

function firstOf(schedule: Schedule, wanted: WantedVisit, from: string): Slot | undefined {
  return firstFreeTimes(schedule, wanted, { from, count: 1 })[0]
}

const dateAfter = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
