import ICAL from 'ical.js'
import { CalendarProblem } from './calendar-lines.ts'
import type { Part } from './calendar-lines.ts'
import { UTC, ianaZone, likelyZone, namedZone, ownDefinedZone } from './calendar-zones.ts'
import type { UnsureZone } from '#server/outside/calendars/calendars.ts'
import type { CalendarZone, Observance } from './calendar-zones.ts'
import { AGE_MS_MAX, ruleInWallTime } from './recurring-rules.ts'
import { DAY_MS } from '../plan/zone-clock.ts'

export type Options = {
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

const ZONE_NAME_LENGTH_MAX = 80

/** A date or time as the calendar writes it. */
export type Moment = {
  wall: number
  isDate: boolean
  zone: CalendarZone
  instant: number
  /** The offset that the calendar writes behind the time. */
  offset?: string
}
/** A length: nominal days, then elapsed milliseconds. */
export type Length = { days: number; ms: number }

export type Event = {
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

/** Reads one event; `index` tells those without a UID apart. Throws CalendarProblem. rule: busy-times */
export function eventOf(part: Part, zones: Zones, index: number): Event {
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
export function momentsOf(
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
 * calendar, else the likely one, else the own zone. rule: calendar-lines
 */
export class Zones {
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
