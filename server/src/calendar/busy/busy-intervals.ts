import type { BusyInterval, ReadCalendar, UnsureZone } from '#server/outside/calendars/calendars.ts'
import { CALENDAR_EVENTS_MAX, CALENDAR_INTERVALS_MAX } from '#contract/calendar/time-rules.ts'
import { Zones, eventOf, momentsOf } from './calendar-events.ts'
import type { Event, Length, Moment, Options } from './calendar-events.ts'
import { CalendarProblem, calendarParts } from './calendar-lines.ts'
import type { Part } from './calendar-lines.ts'
import type { CalendarZone } from './calendar-zones.ts'
import { occurrencesOf } from './recurring-rules.ts'
import { DAY_MS } from '../plan/zone-clock.ts'

export { CalendarProblem } from './calendar-lines.ts'

/** The events that Lustra's own calendar has: the visits are known already. */
const OWN_UID = /@lustra$/i
const UNSURE_ZONES_MAX = 5

/**
 * The busy times of an iCalendar text between two instants, each once, by UID and start. What cannot be read is left
 * out and counted. Throws CalendarProblem. rule: busy-times, calendar-lines
 */
export function busyIntervals(text: string, options: Options): ReadCalendar {
  const parts = calendarParts(text, CALENDAR_EVENTS_MAX)
  if (parts === undefined) throw new CalendarProblem('unreadable')
  if (parts === 'many') throw new CalendarProblem('too_large')
  options.checkCost()
  const zones = new Zones(parts.zones, options)
  const unread = new Set<Part>()
  const events = parts.events.flatMap((part, index) => {
    options.checkCost()
    if (part.damaged.size > 0) unread.add(part)
    return whatCanBeRead(part, unread, () => eventOf(part, zones, index)) ?? []
  })
  const found = new FoundTimes(unread, options)
  for (const [uid, versions] of Map.groupBy(events, (event) => event.uid)) {
    if (OWN_UID.test(uid)) continue
    options.checkCost()
    found.add(uid, intervalsOf(versions, unread, options), {
      parts: versions.map(({ part }) => part),
      unsure: versions.flatMap((event) => event.unsure),
    })
  }
  for (const [index, part] of parts.freeBusy.entries()) {
    options.checkCost()
    if (part.damaged.has('FREEBUSY')) unread.add(part)
    zones.takeUnsure()
    const intervals = whatCanBeRead(part, unread, () => periodsOf(part, zones)) ?? []
    found.add(`freebusy-${index}`, intervals, { parts: [part], unsure: zones.takeUnsure() })
  }
  // Where no event can be read, the busy times of the last reading are better than none.
  const isDamaged = [...unread].some(({ damaged }) => damaged.size > 0)
  if (isDamaged && events.length + found.count === 0) throw new CalendarProblem('unreadable')
  return {
    intervals: found.intervals,
    unread: unread.size + (parts.isCut ? 1 : 0),
    unsureZones: found.unsureZones,
  }
}

type Source = { parts: readonly Part[]; unsure: readonly UnsureZone[] }

/** The busy times by UID. Of too many, those of the UID that has the most are left out and counted as unread. */
class FoundTimes {
  readonly #groups = new Map<string, Source & { intervals: BusyInterval[] }>()
  readonly #unread: Set<Part>
  readonly #options: Pick<Options, 'from' | 'to'>
  count = 0

  constructor(unread: Set<Part>, options: Pick<Options, 'from' | 'to'>) {
    this.#unread = unread
    this.#options = options
  }

  add(uid: string, spans: readonly [number, number][], source: Source): void {
    const { from, to } = this.#options
    const inside = spans.filter(
      ([startsAt, endsAt]) => endsAt > startsAt && endsAt > from && startsAt < to,
    )
    const distinct = new Map(
      inside.map(([startsAt, endsAt]) => [`${startsAt} ${endsAt}`, { uid, startsAt, endsAt }]),
    )
    if (distinct.size === 0) return
    this.#groups.set(uid, { ...source, intervals: [...distinct.values()] })
    this.count += distinct.size
    while (this.count > CALENDAR_INTERVALS_MAX) this.#leaveOutLargest()
  }

  #leaveOutLargest(): void {
    const [uid, { parts, intervals }] = [...this.#groups].reduce((most, group) =>
      group[1].intervals.length > most[1].intervals.length ? group : most,
    )
    for (const part of parts) this.#unread.add(part)
    this.#groups.delete(uid)
    this.count -= intervals.length
  }

  get intervals(): BusyInterval[] {
    return [...this.#groups.values()].flatMap(({ intervals }) => intervals)
  }

  get unsureZones(): UnsureZone[] {
    const zones = [...this.#groups.values()].flatMap(({ unsure }) => unsure)
    return [...new Map(zones.map((zone) => [zone.name, zone])).values()].slice(0, UNSURE_ZONES_MAX)
  }
}

/** Reads a part, or notes that it cannot be read: no part ends the whole calendar. */
function whatCanBeRead<Result>(
  part: Part,
  unread: Set<Part>,
  read: () => Result,
): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof CalendarProblem && error.problem === 'too_large') throw error
    unread.add(part)
    return undefined
  }
}

/** The busy periods of a VFREEBUSY. */
function periodsOf({ component }: Part, zones: Zones): [number, number][] {
  return component
    .getAllProperties('freebusy')
    .filter((property) => property.getFirstParameter('fbtype')?.toUpperCase() !== 'FREE')
    .flatMap((property) => momentsOf(property, zones))
    .flatMap(({ start, length }) => (length ? [spanOf(start.wall, start.zone, length)] : []))
}

/**
 * The busy times of the events of one UID. Of each version the highest SEQUENCE counts. Several events with one UID and
 * one SEQUENCE are several events: some programs give all of theirs the same UID.
 */
function intervalsOf(
  versions: readonly Event[],
  unread: Set<Part>,
  options: Options,
): [number, number][] {
  const all = versions.filter(({ replaces }) => !replaces)
  const sequence = Math.max(...all.map((event) => event.sequence))
  const series = all.filter((event) => event.sequence === sequence)
  const isExcluded = series.map(({ excluded }) => exclusion(excluded))
  const newest = new Map<number, Event & { replaces: Moment }>()
  for (const event of versions) {
    const { replaces } = event
    if (!replaces) continue
    // A newer version of the series has removed this occurrence.
    const isRemoved =
      event.sequence < sequence && isExcluded.some((test) => test(replaces.wall, replaces.zone))
    const known = newest.get(replaces.instant)
    if (isRemoved || (known && event.sequence < known.sequence)) continue
    newest.set(replaces.instant, { ...event, replaces })
  }
  const changes = [...newest.entries()].toSorted(([a], [b]) => a - b)
  const changedDays = new Set(
    changes.filter(([, { replaces }]) => replaces.isDate).map(([, { replaces }]) => replaces.wall),
  )
  const intervals: [number, number][] = changes
    .filter(([, event]) => event.isBusy)
    .map(([, { start, length }]) => spanOf(start.wall, start.zone, length))
  for (const one of series.filter(({ isBusy }) => isBusy)) {
    for (const { start, length } of startsOf(one, unread, options)) {
      const instant = start.zone.instantOf(start.wall)
      const day = Math.floor(start.wall / DAY_MS) * DAY_MS
      if (newest.has(instant) || changedDays.has(day)) continue
      const change = changes.findLast(([at, { andFuture }]) => andFuture && at <= instant)
      if (!change) {
        intervals.push(spanOf(start.wall, start.zone, length))
        continue
      }
      const [, event] = change
      const shift = event.start.wall - event.replaces.wall
      if (event.isBusy) intervals.push(spanOf(start.wall + shift, event.start.zone, event.length))
    }
  }
  return intervals
}

function spanOf(wall: number, zone: CalendarZone, { days, ms }: Length): [number, number] {
  return [zone.instantOf(wall), zone.instantOf(wall + days * DAY_MS) + ms]
}

/** Every start of an event that can touch the window, without those that it excludes. */
function startsOf(
  event: Event,
  unread: Set<Part>,
  options: Options,
): { start: Pick<Moment, 'wall' | 'zone'>; length: Length }[] {
  const { start, length, rules, excludedBy, dates, excluded } = event
  const walls = new Set([start.wall, ...wallsOf(rules, event, unread, options)])
  const isExcluded = exclusion(excluded)
  const excludedWalls = wallsOf(excludedBy, event, unread, options, false)
  const isExcludedByRule = (wall: number, zone: CalendarZone) =>
    excludedWalls.size > 0 && excludedWalls.has(start.zone.wallOf(zone.instantOf(wall)))
  return [
    ...[...walls].map((wall) => ({ start: { wall, zone: start.zone }, length })),
    ...dates.map((date) => ({ start: date.start, length: date.length ?? length })),
  ].filter(({ start: { wall, zone } }) => !isExcluded(wall, zone) && !isExcludedByRule(wall, zone))
}

/** The wall times of rules. A rule that has too many, or costs too much, is left out. */
function wallsOf(
  rules: readonly string[],
  { part, start, length }: Event,
  unread: Set<Part>,
  { from, to, checkCost, hasTimeForRules = () => true }: Options,
  includesStart = true,
): Set<number> {
  const reach = length.days * DAY_MS + length.ms + 2 * DAY_MS
  const walls = new Set<number>()
  for (const rule of rules) {
    checkCost()
    const found = whatCanBeRead(part, unread, () => {
      if (!hasTimeForRules()) throw new CalendarProblem('unreadable')
      return occurrencesOf(rule, start, { from: from - reach, to: to + DAY_MS, includesStart })
    })
    for (const wall of found ?? []) walls.add(wall)
  }
  return walls
}

function exclusion(excluded: readonly Moment[]) {
  const instants = new Set(excluded.filter(({ isDate }) => !isDate).map(({ instant }) => instant))
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(({ wall }) => wall / DAY_MS))
  return (wall: number, zone: CalendarZone) =>
    days.has(Math.floor(wall / DAY_MS)) || instants.has(zone.instantOf(wall))
}
