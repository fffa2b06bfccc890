import type { UnsureZone } from '#server/outside/calendars/calendars.ts'
import { RRuleTemporal } from 'rrule-temporal'
import { findIana } from 'windows-iana'
import { lastStarting } from '../plan/hours-of-days.ts'
import { ZoneClock } from '../plan/zone-clock.ts'

/** Converts the wall times of a calendar: milliseconds since 1970-01-01T00:00 of the zone's own clock. */
export type CalendarZone = {
  instantOf(wall: number): number
  wallOf(instant: number): number
  /** Its name in a calendar, where we are not sure of its zone, and the zone that we took. */
  unsure?: UnsureZone
}

export const UTC: CalendarZone = { instantOf: (wall) => wall, wallOf: (instant) => instant }

/**
 * The IANA name of the zone that a TZID names: itself, also at the end of a path, or what Windows calls so. Undefined
 * for any other name. rule: busy-times
 */
export function namedZone(name: string): string | undefined {
  // 'EST' is a zone of its own without summer time, and seldom meant so.
  if (SHORT_NAMES.has(name.toUpperCase())) return undefined
  const parts = name.replaceAll(' ', '_').split('/')
  const candidates = [
    name,
    ...findIana(name),
    parts.slice(-2).join('/'),
    parts.slice(-3).join('/'),
    ...(/^(utc|gmt)$/i.test(parts.at(-1)!) ? ['UTC'] : []),
  ]
  return candidates.find((candidate) => /^[a-z]/i.test(candidate) && isZone(candidate))
}

/** The zones that American calendars mean by these names. Elsewhere some of them name other zones. */
const SHORT_NAMES = new Map(
  Object.entries({
    'America/New_York': ['ET', 'EST', 'EDT'],
    'America/Chicago': ['CT', 'CST', 'CDT'],
    'America/Denver': ['MT', 'MST', 'MDT'],
    'America/Los_Angeles': ['PT', 'PST', 'PDT'],
    'America/Anchorage': ['AKT', 'AKST', 'AKDT'],
    'Pacific/Honolulu': ['HT', 'HST', 'HDT'],
    'America/Puerto_Rico': ['AT', 'AST', 'PRT'],
    'America/Phoenix': ['PNT'],
    'America/Indiana/Indianapolis': ['IET'],
    'Pacific/Pago_Pago': ['SST'],
    'America/Sao_Paulo': ['BET', 'BRT'],
  }).flatMap(([zone, names]) => names.map((name) => [name, zone] as const)),
)

const LONG_NAMES: [RegExp, string][] = [
  [/\barizona\b/i, 'America/Phoenix'],
  [/\bindiana\b/i, 'America/Indiana/Indianapolis'],
  [/\beastern (?:daylight )?time\b/i, 'America/New_York'],
  [/\bcentral (?:daylight )?time\b/i, 'America/Chicago'],
  [/\bmountain (?:daylight )?time\b/i, 'America/Denver'],
  [/\bpacific (?:daylight )?time\b/i, 'America/Los_Angeles'],
  [/\balaska\b/i, 'America/Anchorage'],
  [/\bhawaii\b/i, 'Pacific/Honolulu'],
]

/**
 * The zone that a name means most likely, as an IANA name or an offset: 'CST', '(UTC-05:00) Eastern Time', 'GMT-0500'.
 * rule: calendar-lines
 */
export function likelyZone(name: string): string | undefined {
  const short = SHORT_NAMES.get(name.toUpperCase()) ?? (/^[A-Z]{3}$/.test(name) && shortZone(name))
  if (short) return short
  const long = LONG_NAMES.find(([pattern]) => pattern.test(name))
  if (long) return long[1]
  const [, sign, hours, minutes = '00'] =
    /^\(?(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d\d)?\b/i.exec(name) ?? []
  const offset = hours && `${sign}${hours.padStart(2, '0')}:${minutes}`
  return offset && isZone(offset) ? offset : undefined
}

/** The zone that JavaScript knows by a short name, such as 'JST'. */
function shortZone(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    return isZone(timeZone) ? timeZone : undefined
  } catch {
    return undefined
  }
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

function isZone(name: string): boolean {
  try {
    return Boolean(new Temporal.ZonedDateTime(0n, name))
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
      // When an hour comes twice, the first pass counts; a skipped time counts with the offset before.
      return [before, after].find((instant) => instant + offsetAt(instant) === wall) ?? before
    },
  }
}

function onsetsOf(onset: number, rule: string | undefined, from: number, to: number): number[] {
  if (rule === undefined) return []
  // Two years before, so that the offset at the beginning of the window is known.
  const begin = Math.max(onset, from - 2 * 366 * 86_400_000)
  return occurrences(rule, onset, { from: begin, to })
}

/** The wall times between two others at which a rule recurs. Its UNTIL is a wall time with 'Z'. */
export function occurrences(
  rule: string,
  start: number,
  { from, to, includesStart = true }: { from: number; to: number; includesStart?: boolean },
): number[] {
  const wall = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO('UTC')
  return new RRuleTemporal({
    rruleString: rule,
    dtstart: wall(start),
    temporal: Temporal,
    includeDtstart: includesStart,
    maxCandidateEvaluations: 200_000,
  })
    .between(new Date(from), new Date(to), true)
    .map((found) => found.epochMilliseconds)
}
