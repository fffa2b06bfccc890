import { CALENDAR_INTERVALS_MAX } from '#contract/calendar/time-rules.ts'
import { CalendarProblem } from './calendar-lines.ts'
import { occurrences } from './calendar-zones.ts'
import type { CalendarZone } from './calendar-zones.ts'
import { DAY_MS } from '../plan/zone-clock.ts'

/**
 * Longer lengths, and rules that count from a far past or future, are a mistake. Address books date birthdays without a
 * year to 1604.
 */
const YEAR_MS = 366 * DAY_MS
export const AGE_MS_MAX = 450 * YEAR_MS
/** The Gregorian calendar repeats after 400 years, also its weekdays. */
const CYCLE_DAYS = 146_097

type Window = { from: number; to: number; includesStart: boolean }

/** The wall times at which an event recurs, by one of its rules, within a window. rule: busy-times */
export function occurrencesOf(
  rule: string,
  { wall, zone }: { wall: number; zone: CalendarZone },
  window: Window,
): number[] {
  const age = window.from - wall
  const later = laterStart(rule, age)
  const start = wall + later.shift
  if (Math.abs(window.from - start) > AGE_MS_MAX) throw new CalendarProblem('unreadable')
  if (later.rule === undefined) return []
  const found = occurrences(ruleInWallTime(later.rule, zone), start, window)
  if (found.length > CALENDAR_INTERVALS_MAX) throw new CalendarProblem('unreadable')
  return found
}

const UNITS_MS: Record<string, number> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: DAY_MS / 24,
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
}

/**
 * How far a rule from the past can begin later and still have the same dates after it, and the rule from there on:
 * undefined if its COUNT ends before.
 */
function laterStart(rule: string, age: number): { shift: number; rule: string | undefined } {
  const valueOf = (name: string) => new RegExp(`\\b${name}=(\\w+)`).exec(rule)?.[1]
  const unit = UNITS_MS[valueOf('FREQ') ?? '']
  const step = unit && unit * Math.max(1, Number(valueOf('INTERVAL') ?? 1))
  if (age > 0 && step && !/\bBY[A-Z]+=/.test(rule)) {
    const steps = Math.floor(age / step)
    const count = valueOf('COUNT')
    const left = Number(count ?? Infinity) - steps
    const counted = rule.replace(/\bCOUNT=\d+/, `COUNT=${left}`)
    return { shift: steps * step, rule: left > 0 ? counted : undefined }
  }
  return { shift: cyclesBefore(valueOf, age), rule }
}

/** How far a rule from a far past, such as the year 1, can begin later and still have the same dates. */
function cyclesBefore(valueOf: (name: string) => string | undefined, age: number): number {
  const unitsPerCycle = { YEARLY: 400, MONTHLY: 4800, WEEKLY: CYCLE_DAYS / 7, DAILY: CYCLE_DAYS }[
    valueOf('FREQ') ?? ''
  ]
  const repeats =
    unitsPerCycle !== undefined &&
    valueOf('COUNT') === undefined &&
    unitsPerCycle % Number(valueOf('INTERVAL') ?? 1) === 0
  return repeats && age > 0 ? Math.floor(age / DAY_MS / CYCLE_DAYS) * CYCLE_DAYS * DAY_MS : 0
}

/** The last moment that a rule can name: its years have four digits. */
const LAST_UNTIL = Date.parse('9999-12-31T23:59:59Z')

/** The rule with an UNTIL on the clock of the event. A date alone includes its whole day. */
export function ruleInWallTime(rule: string, zone: CalendarZone): string {
  return rule.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/i,
    (_, year, month, day, hour = '23', minute = '59', second = '59', utc = '') => {
      const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
      if (Number.isNaN(ms)) throw new CalendarProblem('unreadable')
      const wall = Math.min(LAST_UNTIL, utc ? zone.wallOf(ms) : ms)
      return `UNTIL=${new Date(wall).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    },
  )
}
