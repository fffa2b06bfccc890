import ICAL from 'ical.js'
import { CALENDAR_EVENTS_MAX, CALENDAR_INTERVALS_MAX } from '#contract/time-rules.ts'
import { calendarParts } from './calendar-lines.ts'
import type { Part } from './calendar-lines.ts'
import {
  UTC,
  ianaZone,
  likelyZone,
  namedZone,
  occurrences,
  ownDefinedZone,
} from './calendar-zones.ts'
import type { CalendarZone, Observance, UnsureZone } from './calendar-zones.ts'

/** One busy time: instants in milliseconds. */
export type BusyInterval = { uid: string; startsAt: number; endsAt: number }

/** Why a calendar cannot be read. */
export class CalendarProblem extends Error {
  readonly problem: 'unreadable' | 'too_large'
  constructor(problem: 'unreadable' | 'too_large', options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

type Options = {
  /** The IANA zone in which floating times and whole days count. */
  ownZone: string
  /** The zone of times whose own zone is not certain, as the professional chose it. */
  chosenZone?: string | null
  /** Instants: busy times outside of them are left out. */
  from: number
  to: number
  /** Called after each step of the reading; it throws when the calendar has cost enough. */
  checkCost: () => void
  /** Whether there is time left for rules that recur. */
  hasTimeForRules?: () => boolean
}

const DAY_MS = 86_400_000
/** The events that Lustra's own calendar has: the visits are known already. */
const OWN_UID = /@lustra$/i
/**
 * Longer lengths, and rules that count from a far past or future, are a mistake. Address books date birthdays without a
 * year to 1604.
 */
const YEAR_MS = 366 * DAY_MS
const AGE_MS_MAX = 450 * YEAR_MS
/** The Gregorian calendar repeats after 400 years, also its weekdays. */
const CYCLE_DAYS = 146_097
const UNSURE_ZONES_MAX = 5
const ZONE_NAME_LENGTH_MAX = 80

export type BusyCalendar = {
  intervals: BusyInterval[]
  /** How many events could not be read, or not completely. */
  unread: number
  /** The names of zones that we are not sure of, and what we took them for. */
  unsureZones: UnsureZone[]
}

/**
 * The busy times of an iCalendar text between two instants, each once, by UID and start. What cannot be read is left
 * out and counted. Throws CalendarProblem. rule: busy-times, calendar-lines
 */
export function busyIntervals(text: string, options: Options): BusyCalendar {
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

/** A date or time as the calendar writes it. */
type Moment = {
  wall: number
  isDate: boolean
  zone: CalendarZone
  instant: number
  /** The offset that the calendar writes behind the time. */
  offset?: string
}
/** A length: nominal days, then elapsed milliseconds. */
type Length = { days: number; ms: number }

type Event = {
  part: Part
  uid: string
  sequence: number
  isBusy: boolean
  start: Moment
  length: Length
  rules: string[]
  /** Rules of starts that are left out (EXRULE of RFC 2445). */
  excludedBy: string[]
  /** Further starts, with their own length if they have one. */
  dates: { start: Moment; length: Length | undefined }[]
  excluded: Moment[]
  /** Which occurrence this event replaces. */
  replaces: Moment | undefined
  /** Whether it changes the later ones too. */
  andFuture: boolean
  /** The zones of its times that we are not sure of. */
  unsure: UnsureZone[]
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

type Window = { from: number; to: number; includesStart: boolean }

function occurrencesOf(rule: string, { wall, zone }: Moment, window: Window): number[] {
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
function ruleInWallTime(rule: string, zone: CalendarZone): string {
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

function eventOf(part: Part, zones: Zones, index: number): Event {
  const { component, damaged } = part
  const property = component.getFirstProperty('dtstart')
  // Without knowing which occurrence it changes, an event would take the place of its series.
  if (!property || damaged.has('RECURRENCE-ID')) throw new CalendarProblem('unreadable')
  zones.takeUnsure()
  const written = momentsOf(property, zones)[0]!.start
  const recurrence = component.getFirstProperty('recurrence-id')
  const rulesOf = (name: string) =>
    component.getAllProperties(name).map((rule) => {
      const [data] = valuesOf(rule)
      return ICAL.Recur.fromData(data as Parameters<typeof ICAL.Recur.fromData>[0]).toString()
    })
  const rules = rulesOf('rrule')
  const start = rules.length > 0 ? zones.recurring(written) : written
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return {
    part,
    // Without a UID an event is one of its own.
    uid: String(component.getFirstPropertyValue('uid') || `without-uid-${index}`),
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0) || 0,
    isBusy:
      text('transp') !== 'TRANSPARENT' &&
      text('status') !== 'CANCELLED' &&
      text('x-microsoft-cdo-busystatus') !== 'FREE',
    start,
    length: lengthOf(part, start, zones),
    rules,
    excludedBy: rulesOf('exrule'),
    dates: component.getAllProperties('rdate').flatMap((one) => momentsOf(one, zones)),
    excluded: component
      .getAllProperties('exdate')
      .flatMap((one) => momentsOf(one, zones).map((moment) => moment.start)),
    replaces: recurrence ? momentsOf(recurrence, zones)[0]!.start : undefined,
    andFuture: recurrence?.getFirstParameter('range')?.toUpperCase() === 'THISANDFUTURE',
    unsure: zones.takeUnsure(),
  }
}

/** The length of an event. A date alone lasts its whole day, a time alone lasts no time. */
function lengthOf({ component, damaged }: Part, start: Moment, zones: Zones): Length {
  const end = component.getFirstProperty('dtend')
  if (end) return lengthBetween(start, momentsOf(end, zones)[0]!.start)
  const duration = component.getFirstProperty('duration')
  if (duration) return lengthOfText(String(valuesOf(duration)[0]))
  if (start.isDate) return { days: 1, ms: 0 }
  if (damaged.has('DTEND') || damaged.has('DURATION')) throw new CalendarProblem('unreadable')
  return { days: 0, ms: 0 }
}

function lengthBetween(start: Moment, end: Moment): Length {
  // Whole days are days of the calendar: one of them can have 23 or 25 hours. Some programs end them on their last day.
  if (start.isDate && end.isDate)
    return { days: Math.max(1, (end.wall - start.wall) / DAY_MS), ms: 0 }
  if (end.instant < start.instant) throw new CalendarProblem('unreadable')
  return { days: 0, ms: end.instant - start.instant }
}

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

function lengthOfText(text: string): Length {
  const match = DURATION.exec(text)
  if (!match) throw new CalendarProblem('unreadable')
  const [weeks, nominal, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0))
  if (match[1] === '-') return { days: 0, ms: 0 }
  const days = weeks! * 7 + nominal!
  const ms = ((hours! * 60 + minutes!) * 60 + seconds!) * 1000
  // A longer one is a mistake, and can end after the last date that there is.
  if (days * DAY_MS + ms > AGE_MS_MAX) throw new CalendarProblem('unreadable')
  return { days, ms }
}

/** The dates, times or periods of a property. */
function momentsOf(
  property: ICAL.Property,
  zones: Zones,
): { start: Moment; length: Length | undefined }[] {
  const zoneName = property.getFirstParameter('tzid')
  return valuesOf(property).map((value) => {
    if (!Array.isArray(value)) return { start: momentOf(value, zoneName, zones), length: undefined }
    const start = momentOf(value[0], zoneName, zones)
    const end = String(value[1])
    const length = /^[+-]?P/.test(end)
      ? lengthOfText(end)
      : lengthBetween(start, momentOf(end, zoneName, zones))
    return { start, length }
  })
}

const OFFSET = /^[+-]\d\d:\d\d$/
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/

function momentOf(value: unknown, zoneName: string | undefined, zones: Zones): Moment {
  const [, date, time, utc] = MOMENT.exec(String(value)) ?? []
  // A leap second does not exist on our clock.
  const wall = Date.parse(`${date}T${(time ?? '00:00:00').replace(/:60$/, ':59')}Z`)
  if (date === undefined || Number.isNaN(wall)) throw new CalendarProblem('unreadable')
  const isDate = time === undefined
  if (!utc && !isDate && zoneName && OFFSET.test(zoneName)) {
    const zone = ianaZone(zoneName)
    return { wall, isDate, zone, instant: zone.instantOf(wall), offset: zoneName }
  }
  const zone = utc ? UTC : zones.of(isDate ? undefined : zoneName)
  return { wall, isDate, zone, instant: zone.instantOf(wall) }
}

/** The values of a property as ical.js has read them: texts, rules or pairs. */
function valuesOf(property: ICAL.Property): unknown[] {
  return (property.toJSON() as unknown[]).slice(3)
}

/**
 * The zones that a calendar names. A name that is not certain is the zone that the professional chose for this
 * calendar, else the likely one, else the own zone. rule: calendar-zones
 */
class Zones {
  readonly #own: CalendarZone
  readonly #defined: Map<string, Part>
  readonly #known = new Map<string, CalendarZone>()
  readonly #options: Options
  #unsure = new Set<UnsureZone>()

  constructor(zones: readonly Part[], options: Options) {
    this.#options = options
    this.#own = ianaZone(options.ownZone)
    this.#defined = new Map(
      zones.map((part) => [String(part.component.getFirstPropertyValue('tzid')), part]),
    )
  }

  of(name: string | undefined): CalendarZone {
    if (name === undefined) return this.#own
    const zone = this.#known.get(name) ?? this.#find(name)
    this.#known.set(name, zone)
    if (zone.unsure) this.#unsure.add(zone.unsure)
    return zone
  }

  #find(name: string): CalendarZone {
    this.#options.checkCost()
    const iana = namedZone(name)
    return iana ? ianaZone(iana) : (this.#defineZone(name) ?? this.#likely(name))
  }

  /** The zones without certainty that were read since the last call. */
  takeUnsure(): UnsureZone[] {
    const unsure = [...this.#unsure]
    this.#unsure = new Set()
    return unsure
  }

  /**
   * The start of an event that recurs. An offset behind a time says when it is once, and not by which clock it recurs.
   */
  recurring(moment: Moment): Moment {
    if (moment.offset === undefined) return moment
    const isOwn = this.#own.wallOf(moment.instant) === moment.wall
    const zone = this.#likely(moment.offset, isOwn ? this.#options.ownZone : undefined)
    this.#unsure.add(zone.unsure)
    return { ...moment, zone, wall: zone.wallOf(moment.instant) }
  }

  #likely(name: string, likely = likelyZone(name)): CalendarZone & { unsure: UnsureZone } {
    const { ownZone, chosenZone } = this.#options
    const read_as = chosenZone ?? likely ?? ownZone
    return {
      ...ianaZone(read_as),
      unsure: { name: name.slice(0, ZONE_NAME_LENGTH_MAX), read_as },
    }
  }

  #defineZone(name: string): CalendarZone | undefined {
    const part = this.#defined.get(name)
    // A part of a zone would be an hour off for half a year.
    if (!part || part.damaged.size > 0) return undefined
    try {
      const observances = part.component
        .getAllSubcomponents()
        .slice(0, OBSERVANCES_MAX)
        .map(observanceOf)
      return observances.length > 0 ? ownDefinedZone(observances, this.#options) : undefined
    } catch (error) {
      if (error instanceof CalendarProblem && error.problem === 'too_large') throw error
      return undefined
    }
  }
}

const OBSERVANCES_MAX = 200

function observanceOf(part: ICAL.Component): Observance {
  const first = (name: string) => {
    const property = part.getFirstProperty(name)
    return property && valuesOf(property)[0]
  }
  const wallOf = (value: unknown) => {
    const wall = Date.parse(`${String(value)}Z`)
    if (Number.isNaN(wall)) throw new CalendarProblem('unreadable')
    return wall
  }
  const [offsetFrom, offsetTo] = ['tzoffsetfrom', 'tzoffsetto'].map((name) => {
    const match = /^([+-])(\d\d):(\d\d)/.exec(String(first(name)))
    if (!match) throw new CalendarProblem('unreadable')
    const minutes = Number(match[2]) * 60 + Number(match[3])
    return (match[1] === '-' ? -minutes : minutes) * 60_000
  })
  const rule = first('rrule')
  return {
    onset: wallOf(first('dtstart')),
    rule:
      rule === undefined || rule === null
        ? undefined
        : ruleInWallTime(
            ICAL.Recur.fromData(rule).toString(),
            // Its UNTIL is in UTC.
            { instantOf: (wall) => wall, wallOf: (instant) => instant + offsetFrom! },
          ),
    dates: part.getAllProperties('rdate').flatMap(valuesOf).slice(0, OBSERVANCES_MAX).map(wallOf),
    offsetFrom: offsetFrom!,
    offsetTo: offsetTo!,
  }
}
