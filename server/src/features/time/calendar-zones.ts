import { RRuleTemporal } from 'rrule-temporal'
import { findIana } from 'windows-iana'
import { lastStarting } from './hours-of-days.ts'
import { ZoneClock } from './zone-clock.ts'

/** Converts the wall times of a calendar: milliseconds since 1970-01-01T00:00 of the zone's own clock. */
export type CalendarZone = { instantOf(wall: number): number; wallOf(instant: number): number }

export const UTC: CalendarZone = { instantOf: (wall) => wall, wallOf: (instant) => instant }

/**
 * The zone that a TZID names: an IANA name, also at the end of a path, or a Windows name. Undefined for any other name.
 * rule: busy-times
 */
export function namedZone(name: string): CalendarZone | undefined {
  const parts = name.split('/')
  const candidates = [name, ...findIana(name), parts.slice(-2).join('/'), parts.slice(-3).join('/')]
  const known = candidates.find((candidate) => isIana(candidate))
  return known === undefined ? undefined : ianaZone(known)
}

export function ianaZone(name: string): CalendarZone {
  const clock = ZoneClock.of(name)
  return {
    wallOf: (instant) => clock.wallTime(instant),
    instantOf(wall) {
      const { instant, skipped } = clock.instantOf(wall)
      // RFC 5545: a skipped wall time counts with the offset before the clock change.
      return skipped ? wall - (clock.wallTime(instant - 1) - (instant - 1)) : instant
    },
  }
}

function isIana(name: string): boolean {
  try {
    // Temporal also knows offsets such as '+05:00'.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** A STANDARD or DAYLIGHT part of a VTIMEZONE: onsets are wall times of the offset before. */
export type Observance = {
  onset: number
  rule: string | undefined
  dates: readonly number[]
  offsetFrom: number
  offsetTo: number
}

/**
 * A zone that the calendar itself defines. Its clock changes are known between two instants. `checkCost` is called
 * after each part of it.
 */
export function ownDefinedZone(
  observances: readonly Observance[],
  { from, to, checkCost }: { from: number; to: number; checkCost: () => void },
): CalendarZone {
  const changes = observances
    .flatMap(({ onset, rule, dates, offsetFrom, offsetTo }) => {
      const onsets = [onset, ...dates, ...onsetsOf(onset, rule, from, to)]
      checkCost()
      return onsets.map((wall) => ({ startsAt: wall - offsetFrom, offsetFrom, offsetTo }))
    })
    .toSorted((a, b) => a.startsAt - b.startsAt)
  const offsetAt = (instant: number) =>
    changes[lastStarting(changes, instant)]?.offsetTo ?? changes[0]?.offsetFrom ?? 0
  return {
    wallOf: (instant) => instant + offsetAt(instant),
    instantOf(wall) {
      const before = wall - offsetAt(wall - 86_400_000)
      const after = wall - offsetAt(wall + 86_400_000)
      // Of an hour that comes twice the first pass counts; a skipped time counts with the offset before.
      return [before, after].find((instant) => instant + offsetAt(instant) === wall) ?? before
    },
  }
}

function onsetsOf(onset: number, rule: string | undefined, from: number, to: number): number[] {
  if (rule === undefined) return []
  // Two years before, so that the offset at the beginning of the window is known.
  const begin = Math.max(onset, from - 2 * 366 * 86_400_000)
  return occurrences(rule, onset, begin, to)
}

/** The wall times between two others at which a rule recurs. Its UNTIL is a wall time with 'Z'. */
export function occurrences(rule: string, start: number, from: number, to: number): number[] {
  const wall = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
  return new RRuleTemporal({
    rruleString: rule,
    dtstart: wall(start),
    temporal: Temporal,
    includeDtstart: true,
    maxCandidateEvaluations: 200_000,
  })
    .between(new Date(from), new Date(to), true)
    .map((found) => found.epochMilliseconds)
}
