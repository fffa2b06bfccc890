import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import { OUTSIDE_REASONS } from '#contract/calendar/slots.ts'
import type { DayState, OutsideReason, TooLong } from '#contract/calendar/slots.ts'
import { distanceMiles } from '#server/places/distance.ts'
import type { Point } from '#server/places/distance.ts'
import {
  byStart,
  exceptionsOn,
  gapsIn,
  hoursOfDay,
  isInside,
  isOverBreaks,
  isWholeDayOff,
  joined,
  lastStarting,
  minutesOn,
  overlaps,
  overlapsAny,
  spansOf,
} from '../plan/hours-of-days.ts'
import type { DatedException, DayRange, HoursException, Span } from '../plan/hours-of-days.ts'
import type { Times } from '../plan/times.ts'
import { DAY_MS, dateOfDay, dayOfDate, ZoneClock } from '../plan/zone-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MINUTES = 24 * 60
const GRID_MINUTES = 30
const GRID_MS = GRID_MINUTES * MINUTE_MS
/** The drive that everybody but a signed-in client is answered with: it does not depend on where a visit is. */
const PUBLIC_DRIVE_MINUTES = 30
const DRIVE_MINUTES_MAX = 240
/** Mostly the next free time is near, so few days are prepared first, and then twice as many each time. */
const DAYS_AT_FIRST = 8

/**
 * An accepted visit, or a completed one (`isOver`), which counts for the limits of its day alone. `place` is the
 * centroid of its ZIP; an unknown one counts as next to the home.
 */
export type BookedVisit = Span & { place: Point | undefined; isOver?: boolean }

/** The facts that decide which times of a professional are free for one visit. */
export type Schedule = Pick<Times, 'plan' | 'pausedUntil' | 'ownZone'> & {
  exceptions: readonly HoursException[]
  rules: Omit<Times['rules'], 'minHours' | 'onlyInsideHours'>
  busy: readonly Span[]
  visits: readonly BookedVisit[]
}
type TimeRules = Schedule['rules']

/** The visit that a client looks for. */
export type WantedVisit = {
  home: Point & { timeZone: string }
  hours: number
  /** The hours of the shortest visit, where it is more than one. */
  minHours?: number | undefined
  /** Whether the caller is a known client: a pause does not hold for them. */
  isKnown: boolean
  /** 'by_zip': for a signed-in client. 'public': every drive counts the same. rule: visit-rules */
  drive: 'by_zip' | 'public'
  now: number
}

/** A free time: date and time on the home's clock. `breaks`: those over which the visit would run. */
export type Slot = { date: string; time: string; startsAt: number; breaks?: Span[] }

export type FreeDay = { date: string; state: DayState; slots: Slot[] }

/**
 * The days of the home from `from` to `to` in order, each with its state and its free times. It reads nothing and
 * writes nothing. rule: free-times, slot-picker
 */
export function freeTimes(
  schedule: Schedule,
  wanted: WantedVisit,
  { from, to }: { from: string; to: string },
): FreeDay[] {
  const range = { first: dayOfDate(from), last: dayOfDate(to) }
  const time = new FreeTime(schedule, wanted, range)
  return Array.from({ length: range.last - range.first + 1 }, (_, index) =>
    time.dayOf(range.first + index),
  )
}

/** The first `count` free times from a date of the home on, as far as the professional takes visits. */
export function firstFreeTimes(
  schedule: Schedule,
  wanted: WantedVisit,
  { from, count }: { from: string; count: number },
): Slot[] {
  if (!schedule.plan) return []
  const last = lastDay(schedule, wanted.now) + 1
  const found: Slot[] = []
  let day = dayOfDate(from)
  for (let days = DAYS_AT_FIRST; day <= last && found.length < count; days *= 2) {
    const range = { first: day, last: Math.min(last, day + days - 1) }
    const time = new FreeTime(schedule, wanted, range)
    for (; day <= range.last && found.length < count; day++) found.push(...time.slotsOf(day))
  }
  return found.slice(0, count)
}

/**
 * Whether the visit is longer than the professional ever works at a stretch, or in a day, from a date of the home on
 * and as far as they take visits. rule: slot-picker
 */
export function tooLong(
  schedule: Schedule,
  wanted: WantedVisit,
  from: string,
): TooLong | undefined {
  if (wanted.hours > (schedule.rules.maxHoursADay ?? Infinity)) return 'day'
  const range = { first: dayOfDate(from), last: lastDay(schedule, wanted.now) + 1 }
  const time = new FreeTime(schedule, wanted, range)
  for (let day = range.first; day <= range.last; day++) if (time.hasRoomOn(day)) return undefined
  return 'stretch'
}

/**
 * Whether a visit can begin at this instant, and the reasons why it cannot. A time off the grid, and one before the end
 * of a pause, is not free without a reason of the list. Without a plan nothing is free. rule: free-times
 */
export function checkTime(
  schedule: Schedule,
  wanted: WantedVisit,
  startsAt: number,
): { isFree: boolean; outside: OutsideReason[] } {
  const wallTime = ZoneClock.of(wanted.home.timeZone).wallTime(startsAt)
  const day = Math.floor(wallTime / DAY_MS)
  const time = new FreeTime(schedule, wanted, { first: day, last: day })
  const isFree = time.slotsOf(day).some((slot) => slot.startsAt === startsAt)
  return { isFree, outside: isFree ? [] : time.reasonsAt(startsAt) }
}

/**
 * For each of these own days, one bit for each half hour after its midnight at which a visit of `hours` can begin, for
 * everybody but a signed-in client. Notice, horizon and pauses do not count, because they move with the moment that
 * somebody asks. `days` follow each other. rule: search-by-time
 */
export function startsOfDays(
  schedule: Schedule,
  lengths: readonly number[],
  days: DayRange,
): { day: number; starts: bigint[] }[] {
  const timeless = {
    ...schedule,
    pausedUntil: null,
    rules: { ...schedule.rules, noticeHours: 0, horizonDays: Infinity },
  }
  const home = { latitude: 0, longitude: 0, timeZone: schedule.ownZone }
  const hours = Math.max(...lengths)
  const wanted = { home, hours, isKnown: true, drive: 'public' as const, now: 0 }
  const time = new FreeTime(timeless, wanted, days)
  return Array.from({ length: days.last - days.first + 1 }, (_, index) => ({
    day: days.first + index,
    starts: lengths.map((length) => time.startBitsOf(days.first + index, length * HOUR_MS)),
  }))
}

/** The minutes of a drive between the centroids of two ZIPs, rounded up to `step`. rule: visit-rules */
export function driveMinutes(from: Point, to: Point, step: number): number {
  const minutes = Math.min(DRIVE_MINUTES_MAX, 10 + 2.6 * distanceMiles(from, to))
  return Math.ceil(minutes / step) * step
}

/** The last own day with free times. */
function lastDay({ ownZone, rules }: Schedule, now: number): number {
  return ZoneClock.of(ownZone).dayOf(now) + rules.horizonDays
}

type Visit = Span & { gapMs: number }
type DayTotal = { visits: number; ms: number }

/** The free times of a range of the home's days, prepared so that each half hour is quick to check. */
class FreeTime {
  readonly #own: ZoneClock
  readonly #home: ZoneClock
  readonly #schedule: Schedule
  readonly #exceptions: DatedException[]
  readonly #durationMs: number
  readonly #shortestMs: number
  readonly #earliest: number
  /** Own days: before the first only known clients book, after the last nobody does. */
  readonly #firstDay: number
  readonly #lastDay: number
  /** The hours, joined where they touch, also over midnight. */
  readonly #hours: Span[]
  /** The hours of the own days on which this caller can book, joined where they touch. */
  readonly #bookableHours: Span[]
  readonly #busy: Span[]
  readonly #visits: Visit[]
  readonly #totals = new Map<number, DayTotal>()

  constructor(schedule: Schedule, wanted: WantedVisit, { first, last }: DayRange) {
    const { rules, pausedUntil } = schedule
    this.#schedule = schedule
    this.#own = ZoneClock.of(schedule.ownZone)
    this.#home = ZoneClock.of(wanted.home.timeZone)
    this.#durationMs = wanted.hours * HOUR_MS
    this.#shortestMs = (wanted.minHours ?? BOOKING_HOURS[0]) * HOUR_MS
    this.#earliest = wanted.now + rules.noticeHours * HOUR_MS
    this.#firstDay = pausedUntil && !wanted.isKnown ? dayOfDate(pausedUntil) : -Infinity
    this.#lastDay = lastDay(schedule, wanted.now)

    const window = {
      startsAt: this.#home.instantOf(first * DAY_MS).instant,
      endsAt: this.#home.instantOf((last + 1) * DAY_MS).instant + this.#durationMs,
    }
    // A stretch that begins on the last own day may go on over its midnight.
    const lastOwnDay = this.#own.dayOf(window.endsAt) + (rules.overBreaks ? 1 : 0)
    const days = { first: this.#own.dayOf(window.startsAt), last: lastOwnDay }
    this.#exceptions = exceptionsOn(schedule.exceptions, days)
    const hours = spansOf(this.#own, days, (day) =>
      hoursOfDay(schedule.plan, this.#exceptions, day),
    )
    this.#hours = joined(hours.map(({ span }) => span))
    const bookable = hours.filter(({ day }) => this.#isBookable(day))
    this.#bookableHours = joined(bookable.map(({ span }) => span))
    this.#busy = joined(schedule.busy.filter((span) => overlaps(span, window)))
    this.#visits = schedule.visits
      .filter(({ isOver }) => !isOver)
      .map(({ startsAt, endsAt, place }) => ({
        startsAt,
        endsAt,
        gapMs: gapMinutes(rules, wanted, place) * MINUTE_MS,
      }))
      .toSorted(byStart)
    for (const { startsAt, endsAt } of schedule.visits) {
      const day = this.#own.dayOf(startsAt)
      const { visits, ms } = this.#totals.get(day) ?? { visits: 0, ms: 0 }
      this.#totals.set(day, { visits: visits + 1, ms: ms + endsAt - startsAt })
    }
  }

  dayOf(day: number): FreeDay {
    const slots = this.slotsOf(day)
    return { date: dateOfDay(day), state: this.#stateOf(day, slots), slots }
  }

  /** The free times of a day of the home. Wall times that a clock change skips are none. rule: free-times */
  slotsOf(day: number): Slot[] {
    if (!this.#hasBookableHours(day)) return []
    const date = dateOfDay(day)
    const slots: Slot[] = []
    for (let minute = 0; minute < DAY_MINUTES; minute += GRID_MINUTES) {
      const { instant, skipped } = this.#home.instantOf(day * DAY_MS + minute * MINUTE_MS)
      if (skipped || !this.#isFree(instant)) continue
      const breaks = gapsIn({ startsAt: instant, endsAt: instant + this.#durationMs }, this.#hours)
      slots.push({
        date,
        time: timeOfMinute(minute),
        startsAt: instant,
        ...(breaks.length > 0 && { breaks }),
      })
    }
    return slots
  }

  /** Whether some visit that begins on a day of the home lies in the hours, whatever else is in its way. */
  hasRoomOn(day: number): boolean {
    return this.#startsInHours(day).length > 0
  }

  /** One bit for each half hour after the midnight of a day of the home at which a visit can begin. */
  startBitsOf(day: number, durationMs: number): bigint {
    if (!this.#hasBookableHours(day)) return 0n
    const midnight = this.#home.instantOf(day * DAY_MS).instant
    const end = this.#home.instantOf((day + 1) * DAY_MS).instant
    let bits = 0n
    for (let instant = midnight, bit = 1n; instant < end; instant += GRID_MS, bit <<= 1n) {
      if (this.#isFree(instant, durationMs)) bits |= bit
    }
    return bits
  }

  reasonsAt(startsAt: number): OutsideReason[] {
    const visit = { startsAt, endsAt: startsAt + this.#durationMs }
    const nearby = this.#visits.filter((other) => isTooClose(visit, other))
    const isOverlapping = nearby.some((other) => overlaps(visit, other))
    const applies: Record<OutsideReason, boolean> = {
      hours: !this.#isInHoursWithoutOff(visit),
      off: !this.#isInHours(visit) && this.#isOffDuring(visit),
      busy: this.#isBusy(visit),
      overlap: isOverlapping,
      gap: nearby.some((other) => !overlaps(visit, other)),
      notice: startsAt < this.#earliest,
      horizon: this.#own.dayOf(startsAt) > this.#lastDay,
      day_full: this.#isDayFull(startsAt),
    }
    return OUTSIDE_REASONS.filter((reason) => applies[reason])
  }

  #isFree(startsAt: number, durationMs = this.#durationMs): boolean {
    const visit = { startsAt, endsAt: startsAt + durationMs }
    return (
      startsAt >= this.#earliest &&
      this.#isBookable(this.#own.dayOf(startsAt)) &&
      this.#isInHours(visit) &&
      !this.#isBusy(visit) &&
      !this.#isTooCloseToVisits(visit) &&
      !this.#isDayFull(startsAt, durationMs)
    )
  }

  /** Whether a visit lies in one stretch of hours, or may run over the breaks between two. rule: free-times */
  #isInHours(visit: Span, hours = this.#hours, exceptions = this.#exceptions): boolean {
    if (isInside(visit, hours)) return true
    return this.#schedule.rules.overBreaks && isOverBreaks(visit, hours, exceptions, this.#own)
  }

  #isBookable(ownDay: number): boolean {
    return ownDay >= this.#firstDay && ownDay <= this.#lastDay
  }

  #isBusy(visit: Span): boolean {
    return overlapsAny(visit, this.#busy)
  }

  #isTooCloseToVisits(visit: Span): boolean {
    // Visits neither overlap nor last long, so only those that start within half a day of this one can be too close.
    const reach = DAY_MS / 2
    let index = lastStarting(this.#visits, visit.endsAt + reach)
    for (; index >= 0; index--) {
      const other = this.#visits[index]!
      if (other.startsAt < visit.startsAt - reach) return false
      if (isTooClose(visit, other)) return true
    }
    return false
  }

  #isDayFull(startsAt: number, durationMs = this.#durationMs): boolean {
    const { maxVisitsADay, maxHoursADay } = this.#schedule.rules
    if (maxVisitsADay === null && maxHoursADay === null) return false
    const { visits, ms } = this.#totals.get(this.#own.dayOf(startsAt)) ?? { visits: 0, ms: 0 }
    return (
      visits + 1 > (maxVisitsADay ?? Infinity) ||
      ms + durationMs > (maxHoursADay ?? Infinity) * HOUR_MS
    )
  }

  /** rule: slot-picker */
  #stateOf(day: number, slots: Slot[]): DayState {
    if (slots.length > 0) return 'open'
    if (this.#schedule.plan) {
      if (!this.#hasBookableHours(day)) return 'off'
      const starts = this.#startsInHours(day)
      if (starts.length === 0 || this.#hasShorterOn(day)) return 'short'
      return starts.some((startsAt) => startsAt >= this.#earliest) ? 'full' : 'soon'
    }
    const { instant: noon } = this.#home.instantOf(day * DAY_MS + DAY_MS / 2)
    const ownDay = this.#own.dayOf(noon)
    return ownDay < this.#firstDay || isWholeDayOff(this.#exceptions, ownDay) ? 'off' : 'not_stated'
  }

  /** Whether a shorter visit can begin on a day of the home. */
  #hasShorterOn(day: number): boolean {
    return this.#shortestMs < this.#durationMs && this.startBitsOf(day, this.#shortestMs) !== 0n
  }

  /** When a visit on a day of the home could begin by the hours alone. */
  #startsInHours(day: number): number[] {
    const { maxHoursADay } = this.#schedule.rules
    if (this.#durationMs > (maxHoursADay ?? Infinity) * HOUR_MS) return []
    const starts: number[] = []
    for (let minute = 0; minute < DAY_MINUTES; minute += GRID_MINUTES) {
      const { instant, skipped } = this.#home.instantOf(day * DAY_MS + minute * MINUTE_MS)
      const visit = { startsAt: instant, endsAt: instant + this.#durationMs }
      const isBookable = !skipped && this.#isBookable(this.#own.dayOf(instant))
      if (isBookable && this.#isInHours(visit)) starts.push(instant)
    }
    return starts
  }

  #hasBookableHours(day: number): boolean {
    const span = {
      startsAt: this.#home.instantOf(day * DAY_MS).instant,
      endsAt: this.#home.instantOf((day + 1) * DAY_MS).instant,
    }
    return overlapsAny(span, this.#bookableHours)
  }

  /** Whether a visit would lie in the hours if nothing was off. */
  #isInHoursWithoutOff(visit: Span): boolean {
    const extra = this.#exceptions.filter(({ kind }) => kind === 'extra')
    const { plan } = this.#schedule
    const hours = spansOf(this.#own, this.#daysOf(visit), (day) => hoursOfDay(plan, extra, day))
    return this.#isInHours(visit, joined(hours.map(({ span }) => span)), extra)
  }

  #isOffDuring(visit: Span): boolean {
    const off = spansOf(this.#own, this.#daysOf(visit), (day) =>
      minutesOn(this.#exceptions, 'off', day),
    )
    return off.some(({ span }) => overlaps(span, visit))
  }

  #daysOf({ startsAt, endsAt }: Span): DayRange {
    return { first: this.#own.dayOf(startsAt), last: this.#own.dayOf(endsAt) + 1 }
  }
}

/** The pause between a visit and one at this place; without a place, at the same home. rule: visit-rules */
export function gapMinutes(
  { bufferMinutes, travel }: TimeRules,
  wanted: WantedVisit,
  place: Point | undefined,
): number {
  if (!travel) return bufferMinutes
  const drive =
    wanted.drive === 'public'
      ? PUBLIC_DRIVE_MINUTES
      : driveMinutes(wanted.home, place ?? wanted.home, GRID_MINUTES)
  return Math.max(bufferMinutes, drive)
}

function isTooClose(visit: Span, { startsAt, endsAt, gapMs }: Visit): boolean {
  return visit.startsAt < endsAt + gapMs && startsAt < visit.endsAt + gapMs
}

function timeOfMinute(minute: number): string {
  return [Math.floor(minute / 60), minute % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
