import ICAL from 'ical.js'
import { CALENDAR_EVENTS_MAX, CALENDAR_INTERVALS_MAX } from '#contract/time-rules.ts'
import { UTC, ianaZone, namedZone, occurrences, ownDefinedZone } from './calendar-zones.ts'
import type { CalendarZone, Observance } from './calendar-zones.ts'

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
  /** Instants: busy times outside of them are left out. */
  from: number
  to: number
  /** Called after each step of the reading; it throws when the calendar has cost enough. */
  checkCost: () => void
}

const DAY_MS = 86_400_000
/** The events that Lustra's own calendar has: the visits are known already. */
const OWN_UID = /@lustra$/i
/** Rules that count from a far past or future are a mistake. Address books date birthdays without a year to 1604. */
const YEAR_MS = 366 * DAY_MS
const AGE_MS_MAX = 450 * YEAR_MS

/**
 * The busy times of an iCalendar text between two instants, each once, by UID and start. Throws CalendarProblem.
 * rule: busy-times
 */
export function busyIntervals(text: string, options: Options): BusyInterval[] {
  const calendars = calendarsOf(text)
  options.checkCost()
  const components = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  if (components.length > CALENDAR_EVENTS_MAX) throw new CalendarProblem('too_large')
  const zones = new Zones(calendars, options)
  const events = components.flatMap((component, index) => {
    options.checkCost()
    return eventOf(component, zones, index) ?? []
  })
  const found = new Map<string, BusyInterval>()
  for (const [uid, versions] of Map.groupBy(events, (event) => event.uid)) {
    if (OWN_UID.test(uid)) continue
    options.checkCost()
    for (const [startsAt, endsAt] of intervalsOf(versions, options)) {
      if (endsAt <= startsAt || endsAt <= options.from || startsAt >= options.to) continue
      found.set(`${uid}\n${startsAt} ${endsAt}`, { uid, startsAt, endsAt })
    }
    if (found.size > CALENDAR_INTERVALS_MAX) throw new CalendarProblem('too_large')
  }
  return [...found.values()]
}

function calendarsOf(text: string): ICAL.Component[] {
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF/, '').trim()) as unknown[]
    const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][]
    const calendars = roots.map((root) => new ICAL.Component(root))
    if (calendars.length > 0 && calendars.every(({ name }) => name === 'vcalendar'))
      return calendars
  } catch (error) {
    throw new CalendarProblem('unreadable', { cause: error })
  }
  throw new CalendarProblem('unreadable')
}

/** A date or time as the calendar writes it. */
type Moment = { wall: number; isDate: boolean; zone: CalendarZone; instant: number }
/** A length: nominal days, then elapsed milliseconds. */
type Length = { days: number; ms: number }

type Event = {
  uid: string
  sequence: number
  isBusy: boolean
  start: Moment
  length: Length
  rules: string[]
  /** Further starts, with their own length if they have one. */
  dates: { start: Moment; length: Length | undefined }[]
  excluded: Moment[]
  /** Which occurrence this event replaces. */
  replaces: Moment | undefined
  /** Whether it changes the later ones too. */
  andFuture: boolean
}

/** The busy times of the events of one UID: of each version the one with the highest SEQUENCE counts. */
function intervalsOf(versions: readonly Event[], options: Options): [number, number][] {
  const newest = new Map<number | 'series', Event>()
  for (const event of versions) {
    const key = event.replaces?.instant ?? 'series'
    const known = newest.get(key)
    if (!known || event.sequence >= known.sequence) newest.set(key, event)
  }
  const series = newest.get('series')
  newest.delete('series')
  const changes = [...newest.entries()].toSorted(([a], [b]) => Number(a) - Number(b))
  const intervals: [number, number][] = changes
    .filter(([, event]) => event.isBusy)
    .map(([, { start, length }]) => spanOf(start.wall, start.zone, length))
  if (!series?.isBusy) return intervals
  for (const { start, length } of startsOf(series, options)) {
    const instant = start.zone.instantOf(start.wall)
    if (newest.has(instant)) continue
    const change = changes.findLast(([at, { andFuture }]) => andFuture && Number(at) <= instant)
    if (!change) {
      intervals.push(spanOf(start.wall, start.zone, length))
      continue
    }
    const [, event] = change
    const shift = event.start.wall - event.replaces!.wall
    if (event.isBusy) intervals.push(spanOf(start.wall + shift, event.start.zone, event.length))
  }
  return intervals
}

function spanOf(wall: number, zone: CalendarZone, { days, ms }: Length): [number, number] {
  return [zone.instantOf(wall), zone.instantOf(wall + days * DAY_MS) + ms]
}

/** Every start of an event that can touch the window, without those that it excludes. */
function startsOf(
  event: Event,
  { from, to, checkCost }: Options,
): { start: Pick<Moment, 'wall' | 'zone'>; length: Length }[] {
  const { start, length, rules, dates, excluded } = event
  const reach = length.days * DAY_MS + length.ms + 2 * DAY_MS
  const walls = new Set([start.wall])
  for (const rule of rules) {
    checkCost()
    for (const wall of occurrencesOf(rule, start, from - reach, to + DAY_MS)) walls.add(wall)
    if (walls.size > CALENDAR_INTERVALS_MAX) throw new CalendarProblem('too_large')
  }
  const isExcluded = exclusion(excluded)
  return [
    ...[...walls].map((wall) => ({ start: { wall, zone: start.zone }, length })),
    ...dates.map((date) => ({ start: date.start, length: date.length ?? length })),
  ].filter(({ start: { wall, zone } }) => !isExcluded(wall, zone))
}

function exclusion(excluded: readonly Moment[]) {
  const instants = new Set(excluded.filter(({ isDate }) => !isDate).map(({ instant }) => instant))
  const days = new Set(excluded.filter(({ isDate }) => isDate).map(({ wall }) => wall / DAY_MS))
  return (wall: number, zone: CalendarZone) =>
    days.has(Math.floor(wall / DAY_MS)) || instants.has(zone.instantOf(wall))
}

function occurrencesOf(rule: string, { wall, zone }: Moment, from: number, to: number): number[] {
  if (Math.abs(from - wall) > AGE_MS_MAX) throw new CalendarProblem('unreadable')
  try {
    return occurrences(ruleInWallTime(rule, zone), wall, from, to)
  } catch (error) {
    const isLimit = error instanceof Error && /exceeded|iterations/i.test(error.message)
    throw new CalendarProblem(isLimit ? 'too_large' : 'unreadable', { cause: error })
  }
}

/** The rule with an UNTIL on the clock of the event. A date alone includes its whole day. */
function ruleInWallTime(rule: string, zone: CalendarZone): string {
  return rule.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?/i,
    (_, year, month, day, hour = '23', minute = '59', second = '59', utc = '') => {
      const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
      if (Number.isNaN(ms)) throw new CalendarProblem('unreadable')
      const wall = utc ? zone.wallOf(ms) : ms
      return `UNTIL=${new Date(wall).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    },
  )
}

function eventOf(component: ICAL.Component, zones: Zones, index: number): Event | undefined {
  const property = component.getFirstProperty('dtstart')
  if (!property) return undefined
  const start = momentsOf(property, zones)[0]!.start
  const recurrence = component.getFirstProperty('recurrence-id')
  const text = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase()
  return {
    // Without a UID an event is one of its own.
    uid: String(component.getFirstPropertyValue('uid') ?? `without-uid-${index}`),
    sequence: Number(component.getFirstPropertyValue('sequence') ?? 0) || 0,
    isBusy: text('transp') !== 'TRANSPARENT' && text('status') !== 'CANCELLED',
    start,
    length: lengthOf(component, start, zones),
    rules: component.getAllProperties('rrule').map((rule) => {
      const [data] = valuesOf(rule)
      return ICAL.Recur.fromData(data as Parameters<typeof ICAL.Recur.fromData>[0]).toString()
    }),
    dates: component.getAllProperties('rdate').flatMap((one) => momentsOf(one, zones)),
    excluded: component
      .getAllProperties('exdate')
      .flatMap((one) => momentsOf(one, zones).map((moment) => moment.start)),
    replaces: recurrence ? momentsOf(recurrence, zones)[0]!.start : undefined,
    andFuture: recurrence?.getFirstParameter('range')?.toUpperCase() === 'THISANDFUTURE',
  }
}

/** The length of an event. A date alone lasts its whole day, a time alone lasts no time. */
function lengthOf(component: ICAL.Component, start: Moment, zones: Zones): Length {
  const end = component.getFirstProperty('dtend')
  if (end) return lengthBetween(start, momentsOf(end, zones)[0]!.start)
  const duration = component.getFirstProperty('duration')
  if (duration) return lengthOfText(String(valuesOf(duration)[0]))
  return { days: start.isDate ? 1 : 0, ms: 0 }
}

function lengthBetween(start: Moment, end: Moment): Length {
  // Whole days are days of the calendar: one of them can have 23 or 25 hours.
  if (start.isDate && end.isDate) return { days: (end.wall - start.wall) / DAY_MS, ms: 0 }
  return { days: 0, ms: end.instant - start.instant }
}

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

function lengthOfText(text: string): Length {
  const match = DURATION.exec(text)
  if (!match) throw new CalendarProblem('unreadable')
  const [weeks, days, hours, minutes, seconds] = match.slice(2).map((part) => Number(part ?? 0))
  if (match[1] === '-') return { days: 0, ms: 0 }
  return {
    days: weeks! * 7 + days!,
    ms: ((hours! * 60 + minutes!) * 60 + seconds!) * 1000,
  }
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

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(Z?))?$/

function momentOf(value: unknown, zoneName: string | undefined, zones: Zones): Moment {
  const [, date, time, utc] = MOMENT.exec(String(value)) ?? []
  // A leap second does not exist on our clock.
  const wall = Date.parse(`${date}T${(time ?? '00:00:00').replace(/:60$/, ':59')}Z`)
  if (date === undefined || Number.isNaN(wall)) throw new CalendarProblem('unreadable')
  const zone = utc ? UTC : zones.of(time === undefined ? undefined : zoneName)
  return { wall, isDate: time === undefined, zone, instant: zone.instantOf(wall) }
}

/** The values of a property as ical.js has read them: texts, rules or pairs. */
function valuesOf(property: ICAL.Property): unknown[] {
  return (property.toJSON() as unknown[]).slice(3)
}

/** The zones that a calendar names. Unknown ones are the own zone, as if the time were floating. */
class Zones {
  readonly #own: CalendarZone
  readonly #defined: Map<string, ICAL.Component>
  readonly #known = new Map<string, CalendarZone>()
  readonly #options: Options

  constructor(calendars: readonly ICAL.Component[], options: Options) {
    this.#options = options
    this.#own = ianaZone(options.ownZone)
    this.#defined = new Map(
      calendars
        .flatMap((calendar) => calendar.getAllSubcomponents('vtimezone'))
        .map((zone) => [String(zone.getFirstPropertyValue('tzid')), zone]),
    )
  }

  of(name: string | undefined): CalendarZone {
    if (name === undefined) return this.#own
    const known = this.#known.get(name)
    if (known) return known
    this.#options.checkCost()
    const zone = namedZone(name) ?? this.#defineZone(name) ?? this.#own
    this.#known.set(name, zone)
    return zone
  }

  #defineZone(name: string): CalendarZone | undefined {
    const observances = this.#defined
      .get(name)
      ?.getAllSubcomponents()
      .filter((part) => part.name === 'standard' || part.name === 'daylight')
      .slice(0, OBSERVANCES_MAX)
      .map(observanceOf)
    return observances?.length ? ownDefinedZone(observances, this.#options) : undefined
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
