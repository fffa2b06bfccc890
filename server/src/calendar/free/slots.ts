import type { ServiceType } from '#contract/product.ts'
import type { Breaks, SlotsAnswer, SlotsQuery, TooLong } from '#contract/calendar/slots.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Zip } from '#server/places/locations.ts'
import { firstFreeTimes, freeTimes, tooLong } from './free-times.ts'
import type { FreeDay, Schedule, Slot, WantedVisit } from './free-times.ts'
import { mayBookInstantly } from './instant-booking.ts'
import { busySpans } from './occupied-times.ts'
import type { AskedRange, MovedBooking, OccupiedTimes } from './occupied-times.ts'
import { dateIn } from '../plan/own-date.ts'
import { plannedVisits } from './planned-visits.ts'
import { refuseTooShort, refuseUnserved } from './refuse-visit.ts'
import { readFirstServedZip, readOccupiedTimes, readSlotFacts } from './slots.queries.ts'
import type { SlotFacts } from './slots.queries.ts'
import type { Span } from '../plan/hours-of-days.ts'
import type { Times } from '../plan/times.ts'
import { DAY_MS, dayOfDate, ZoneClock } from '../plan/zone-clock.ts'

const DAYS_MAX = 31
/** Years after this one have no date of ten characters. */
const YEAR_MAX = 9999
const DEFAULT_DAYS = 14
/** The homes that one signed-in client may ask one professional about in a day, times RATE_LIMIT_SCALE. */
export const HOMES_A_DAY_MAX = 5
export const LIMIT_SECONDS = 24 * 60 * 60

/**
 * Answers which times of a professional are free, in at most three statements. Without a ZIP code a visit in the first
 * of their areas is meant: nobody asks for a home then, and no answer depends on where their visits are. Refusals:
 * zip_unknown, range_invalid, professional_not_found, service_not_offered, home_not_served, hours_below_minimum,
 * too_many_requests. rule: free-times, free-times-limits
 */
export async function findSlots(
  context: Context,
  actor: Actor | null,
  professionalId: string | undefined,
  query: SlotsQuery,
): Promise<SlotsAnswer> {
  const now = context.clock.now()
  const home = await homeOf(context, query.zip_code, professionalId)
  const range = rangeOf(query, home, now)
  const asked = { actor, professionalId, query, home, now, range: instantsOf(range, home) }
  const { facts, schedule, wanted } = await readAsked(context, asked)
  const { times, minHours } = facts
  const clientId = actor?.role === 'client' ? actor.id : null
  const instant = actor ? mayBookInstantly(times.instantBooking, facts.standing) : forVisitor(times)
  const days = freeTimes(schedule, wanted, range)
  const next = days.some(({ slots }) => slots.length > 0)
    ? undefined
    : await nextSlot(context, times, wanted, {
        after: range.to,
        moved: { movedId: (clientId && query.booking_id) ?? null, clientId },
      })
  // Only where hours are too short everywhere it is worth looking at all days ahead.
  const isShort = !next && days.some(({ state }) => state === 'short')
  const isNever = isShort && days.every(({ state }) => state === 'short' || state === 'off')
  const whyNever = isNever ? tooLong(schedule, wanted, range.from) : undefined
  return answerOf(times, wanted, { days, next, minHours, instant, whyNever })
}

type Asked = {
  actor: Actor | null
  professionalId: string | undefined
  query: Pick<SlotsQuery, 'zip_code' | 'hours' | 'service_type' | 'booking_id'>
  home: Zip
  now: Date
  /** Absent: all coming days. */
  range?: AskedRange
}

/**
 * Reads what decides when a visit that somebody asks for is free. Refusals: professional_not_found,
 * service_not_offered, home_not_served, hours_below_minimum, too_many_requests. rule: free-times-limits
 */
export async function readAsked(
  context: Context,
  { actor, professionalId, query, home, now, range }: Asked,
): Promise<{ facts: SlotFacts; schedule: Schedule; wanted: WantedVisit & { home: Zip } }> {
  if (professionalId === undefined) refuse('professional_not_found')
  const isOfHome = query.zip_code !== undefined
  const clientId = actor?.role === 'client' ? actor.id : null
  const found = await readSlotFacts(context.db, {
    professionalId,
    placeIds: [home.placeId, home.cityPlaceId],
    serviceType: query.service_type ?? null,
    clientId,
    zip: home.zip,
    now,
    range,
    homesADayMax: isOfHome ? HOMES_A_DAY_MAX * context.config.rateLimitScale : null,
    movedId: clientId === null ? undefined : query.booking_id,
  })
  const facts = refuseUnlessServed(found, home, query)
  if (isOfHome && !facts.mayAsk) refuseForSeconds('too_many_requests', LIMIT_SECONDS)
  const { minHours } = facts
  if (query.hours < minHours) refuseTooShort(minHours)
  const wanted = {
    home,
    hours: query.hours,
    minHours,
    isKnown: facts.isKnown,
    drive: clientId === null || !isOfHome ? ('public' as const) : ('by_zip' as const),
    now: now.getTime(),
  }
  return { facts, schedule: scheduleOf(context, facts.times, facts, now), wanted }
}

/** The ZIP of the home, or the one that stands for a professional's first area. rule: free-times-limits */
export async function homeOf(
  { db, places }: Pick<Context, 'db' | 'places'>,
  typed: string | undefined,
  professionalId: string | undefined,
): Promise<Zip> {
  if (typed !== undefined) return places.zipOf(typed) ?? refuse('zip_unknown')
  const zip = professionalId && (await readFirstServedZip(db, professionalId))
  return (zip ? places.zipOf(zip) : undefined) ?? refuse('professional_not_found')
}

/** The dates of the home that are asked for. rule: free-times-limits */
export function rangeOf(
  query: Pick<SlotsQuery, 'from'> & { to?: string | undefined },
  { timeZone }: Zip,
  now: Date,
): { from: string; to: string } {
  const today = dateIn(timeZone, now)
  const from = query.from ? Temporal.PlainDate.from(query.from) : today
  const to = query.to ? Temporal.PlainDate.from(query.to) : from.add({ days: DEFAULT_DAYS - 1 })
  const days = from.until(to, { largestUnit: 'days' }).days + 1
  const isPast = Temporal.PlainDate.compare(from, today) < 0
  if (isPast || days < 1 || days > DAYS_MAX || to.year > YEAR_MAX) refuse('range_invalid')
  return { from: from.toString(), to: to.toString() }
}

function refuseUnlessServed(
  facts: SlotFacts | undefined,
  home: Zip,
  query: Asked['query'],
): SlotFacts {
  if (!facts?.reachable) refuse('professional_not_found')
  if (!facts.offers) refuse('service_not_offered')
  if (!facts.serves) refuseUnserved(home, query)
  return facts
}

/** The person, home and service that a question about a professional's free times names. */
type Question = {
  professionalId: string
  clientId: string | null
  home: Zip
  serviceType?: ServiceType | undefined
}

/**
 * Reads what decides which times of a professional are free for a visit at this home. Undefined for an id without a
 * profile. Refuses 'too_many_requests' for too many homes. rule: free-times, free-times-limits
 */
export async function loadSchedule(
  context: Pick<Context, 'db' | 'config' | 'places'>,
  { professionalId, clientId, home, serviceType }: Question,
  now: Date,
) {
  const facts = await readSlotFacts(context.db, {
    professionalId,
    clientId,
    zip: home.zip,
    placeIds: [home.placeId, home.cityPlaceId],
    serviceType: serviceType ?? null,
    now,
    homesADayMax: HOMES_A_DAY_MAX * context.config.rateLimitScale,
  })
  if (!facts) return undefined
  if (!facts.mayAsk) refuseForSeconds('too_many_requests', LIMIT_SECONDS)
  const { isKnown, reachable, offers, serves, minHours, times } = facts
  const schedule = scheduleOf(context, times, facts, now)
  return { schedule, isKnown, reachable, offers, serves, minHours }
}

/** Makes the schedule that decides which times are free, from the rows. */
export function scheduleOf(
  { places }: Pick<Context, 'places'>,
  times: Times,
  { visits, busy, series }: OccupiedTimes,
  now: Date,
): Schedule {
  const all: typeof visits = [...visits, ...plannedVisits(series, now)]
  // Many visits are at few homes.
  const zips = new Set(all.map(([, , zip]) => zip))
  const placeOf = new Map(Array.from(zips, (zip) => [zip, places.zipOf(zip)]))
  return {
    ...times,
    visits: all.map(([startsAt, endsAt, zip, isOver = false]) => ({
      startsAt,
      endsAt,
      place: placeOf.get(zip),
      isOver,
    })),
    busy: busySpans(busy),
  }
}

/** The first free time after a date. Few ranges have none, so what comes later is read only then. */
async function nextSlot(
  context: Context,
  times: Times,
  wanted: WantedVisit & { home: Zip },
  { after, moved }: { after: string; moved: MovedBooking },
): Promise<Slot | undefined> {
  if (!times.plan) return undefined
  const from = Temporal.PlainDate.from(after).add({ days: 1 }).toString()
  const range = { from: instantsOf({ from, to: from }, wanted.home).from, to: null }
  const occupied = await readOccupiedTimes(context.db, times.id, range, moved)
  const schedule = scheduleOf(context, times, occupied, new Date(wanted.now))
  return firstFreeTimes(schedule, wanted, { from, count: 1 })[0]
}

/** The instants from the begin of the first date to the end of the last one, at the home. */
function instantsOf({ from, to }: { from: string; to: string }, { timeZone }: Zip) {
  const clock = ZoneClock.of(timeZone)
  const begin = (day: number) => new Date(clock.instantOf(day * DAY_MS).instant)
  return { from: begin(dayOfDate(from)), to: begin(dayOfDate(to) + 1) }
}

function answerOf(
  { plan, rules, pausedUntil, ownZone }: Times,
  wanted: WantedVisit & { home: Zip },
  {
    days,
    next,
    instant,
    minHours,
    whyNever,
  }: {
    days: FreeDay[]
    next: Slot | undefined
    minHours: number
    whyNever: TooLong | undefined
  } & Pick<SlotsAnswer, 'instant'>,
): SlotsAnswer {
  const today = dateIn(ownZone, new Date(wanted.now)).toString()
  const isPaused = pausedUntil !== null && pausedUntil > today && !wanted.isKnown
  return {
    time_zone: wanted.home.timeZone,
    stated: plan !== null,
    hours: wanted.hours,
    min_hours: minHours,
    ...(plan && rules.onlyInsideHours ? { only_inside_hours: true as const } : {}),
    ...(isPaused ? { paused_until: pausedUntil } : {}),
    instant,
    days: days.map(({ date, state, slots }) => ({
      date,
      state,
      slots: slots.map(({ time, startsAt, breaks }) => ({
        time,
        starts_at: isoOf(startsAt),
        ...(breaks && { breaks: shownBreaks(breaks) }),
      })),
    })),
    ...(whyNever ? { too_long: whyNever } : {}),
    next_slot: next ? { date: next.date, time: next.time, starts_at: isoOf(next.startsAt) } : null,
  }
}

/**
 * A visitor is told to log in only where every client with a confirmed email address can book. rule: instant-booking
 */
function forVisitor({ instantBooking }: Times): SlotsAnswer['instant'] {
  return instantBooking === 'verified' ? 'log_in' : 'no'
}

/** Breaks as answers have them. */
export function shownBreaks(breaks: readonly Span[]): Breaks {
  return breaks.map(({ startsAt, endsAt }) => ({
    starts_at: isoOf(startsAt),
    ends_at: isoOf(endsAt),
  }))
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
