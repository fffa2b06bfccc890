import type { BookingRequest, SeriesRequest } from '#contract/bookings/bookings.ts'
import { BOOKING_DAYS_AHEAD_MAX } from '#contract/bookings/booking-rules.ts'
import { SERIES_CHOICES_MAX, SERIES_VISITS_SHOWN } from '#contract/calendar/time-rules.ts'
import type { SeriesFrequency } from '#contract/calendar/time-rules.ts'
import type { PreviewedVisit, SeriesPreviewQuery, SeriesVisit } from '#contract/bookings/series.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { visitTime } from '../lists/visit-time.ts'
import type { Zip } from '#server/places/locations.ts'
import { checkTime, freeTimes, gapMinutes } from '#server/calendar/free/free-times.ts'
import type { Schedule, WantedVisit } from '#server/calendar/free/free-times.ts'
import { isOutsideHours } from '#server/calendar/plan/hours-of-days.ts'
import { addDays, nextSeriesDates, visitOn } from '#server/calendar/free/series-dates.ts'
import type { VisitInstants } from '#server/calendar/free/series-dates.ts'
import { refuseTooShort, refuseUnserved } from '#server/calendar/free/refuse-visit.ts'
import { loadSchedule } from '#server/calendar/free/slots.ts'
import { dateRow } from './series.queries.ts'
import type { DateRow } from './series.queries.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const ALTERNATIVES_MAX = 3
/** How many days before or after a date its alternatives can be. */
const ALTERNATIVE_DAYS = 3
/** The days ahead of the last visit of a preview: the eighth one every 4 weeks, after a first one in a year. */
const DAYS_AHEAD = BOOKING_DAYS_AHEAD_MAX + 7 * 28

type AskedSeries = {
  date: string
  time: string
  hours: number
  frequency: SeriesFrequency
  until: string | null
}
type Visit = VisitInstants & { seriesDate: string; isFirst: boolean }

/**
 * The next 8 dates of regular visits, and whether each fits. Refusals: zip_unknown, those of `visitTime`,
 * professional_not_found, service_not_offered, home_not_served, hours_below_minimum, too_many_requests.
 * rule: series-request
 */
export async function previewSeries(
  context: Context,
  actor: Actor | null,
  professionalId: string | undefined,
  query: SeriesPreviewQuery,
): Promise<{ time_zone: string; visits: PreviewedVisit[] }> {
  const now = context.clock.now()
  const home = context.places.zipOf(query.zip_code) ?? refuse('zip_unknown')
  const { booking_date: date, booking_time: time, hours, cleaning_frequency: frequency } = query
  visitTime({ date, time, hours, timeZone: home.timeZone }, now)
  if (professionalId === undefined) refuse('professional_not_found')
  const clientId = actor?.role === 'client' ? actor.id : null
  const { service_type } = query
  const asked = await loadSchedule(
    context,
    { professionalId, clientId, home, serviceType: service_type },
    now,
  )
  if (!asked?.reachable) refuse('professional_not_found')
  if (!asked.offers) refuse('service_not_offered')
  if (!asked.serves) refuseUnserved(home, query)
  if (hours < asked.minHours) refuseTooShort(asked.minHours)
  const drive = clientId === null ? 'public' : 'by_zip'
  const fit = new SeriesFit(asked, { home, hours, drive, now })
  const visits = visitsOf({ date, time, hours, frequency, until: null }, home)
  return { time_zone: home.timeZone, visits: visits.map((visit) => fit.preview(visit)) }
}

function visitsOf(
  { date, time, hours, frequency, until }: AskedSeries,
  { timeZone }: Zip,
  count = SERIES_VISITS_SHOWN,
): Visit[] {
  const terms = [{ fromDate: date, firstDate: date, frequency, time, hours }]
  return nextSeriesDates({ terms, until }, date, count).map((one, index) => ({
    ...visitOn({ date: one.date, time, hours }, timeZone),
    seriesDate: one.date,
    isFirst: index === 0,
  }))
}

/** Whether the visits of a series fit into a professional's time. rule: series-request */
class SeriesFit {
  readonly #schedule: Schedule
  /** Notice, horizon and the limits of a day hold for the first visit only. */
  readonly #laterSchedule: Schedule
  readonly #wanted: WantedVisit
  readonly #earliest: number

  constructor(
    { schedule, isKnown }: { schedule: Schedule; isKnown: boolean },
    { home, hours, drive, now }: Pick<WantedVisit, 'hours' | 'drive'> & { home: Zip; now: Date },
  ) {
    const { rules } = schedule
    this.#schedule = schedule
    this.#laterSchedule = {
      ...schedule,
      pausedUntil: null,
      rules: {
        ...rules,
        noticeHours: 0,
        horizonDays: DAYS_AHEAD,
        maxVisitsADay: null,
        maxHoursADay: null,
      },
    }
    this.#wanted = { home, hours, isKnown, drive, now: +now }
    this.#earliest = +now + rules.noticeHours * HOUR_MS
  }

  preview(visit: Visit): PreviewedVisit {
    const { state, why } = this.#stateOf(visit)
    return {
      date: visit.seriesDate,
      booking_time: visit.time,
      starts_at: new Date(visit.startsAt).toISOString(),
      state,
      why,
      alternatives: state === 'conflict' ? this.#alternativesTo(visit) : [],
    }
  }

  /** Whether a visit can be moved to this time: a free one, or where no hours are stated one that is not taken. */
  canMoveTo(visit: VisitInstants, isFirst: boolean): boolean {
    const ahead = visit.startsAt - this.#wanted.now
    if (ahead <= 0 || ahead > DAYS_AHEAD * 86_400_000) return false
    const { state } = this.#stateOf({ ...visit, seriesDate: visit.date, isFirst })
    return state === 'free' || state === 'not_stated'
  }

  /** Why a visit that is asked for does not fit, whatever holds for a first one; null: it fits. */
  misfitOf(visit: VisitInstants): SeriesVisit['misfit'] {
    const { state, why } = this.#stateOf({ ...visit, seriesDate: visit.date, isFirst: false })
    return state === 'request' ? state : why
  }

  /** Whether two visits of the series leave no pause between them. */
  areTooClose(one: VisitInstants, other: VisitInstants): boolean {
    const gapMs = gapMinutes(this.#schedule.rules, this.#wanted, undefined) * MINUTE_MS
    return one.startsAt < other.endsAt + gapMs && other.startsAt < one.endsAt + gapMs
  }

  #stateOf(visit: Visit): Pick<PreviewedVisit, 'state' | 'why'> {
    const schedule = visit.isFirst ? this.#schedule : this.#laterSchedule
    const { isFree, outside } = checkTime(schedule, this.#wanted, visit.startsAt)
    if (isFree) return { state: 'free', why: null }
    const isOff = schedule.plan
      ? outside.includes('off')
      : isOutsideHours({ ...schedule, plan: null }, visit)
    if (isOff) return { state: 'conflict', why: 'off' }
    const isTaken = outside.some((one) => one === 'busy' || one === 'overlap' || one === 'gap')
    if (isTaken) return { state: 'conflict', why: 'taken' }
    return { state: schedule.plan ? 'request' : 'not_stated', why: null }
  }

  #alternativesTo({ date, startsAt, isFirst }: Visit): PreviewedVisit['alternatives'] {
    const range = { from: addDays(date, -ALTERNATIVE_DAYS), to: addDays(date, ALTERNATIVE_DAYS) }
    return freeTimes(isFirst ? this.#schedule : this.#laterSchedule, this.#wanted, range)
      .flatMap(({ slots }) => slots)
      .filter((slot) => slot.startsAt >= this.#earliest)
      .toSorted((a, b) => Math.abs(a.startsAt - startsAt) - Math.abs(b.startsAt - startsAt))
      .slice(0, ALTERNATIVES_MAX)
      .map((slot) => ({
        booking_date: slot.date,
        booking_time: slot.time,
        starts_at: new Date(slot.startsAt).toISOString(),
      }))
  }
}

/**
 * Why each visit of a series that its professional has not answered does not fit; null where it fits. It refuses
 * nothing: they are asked for, whatever has become of the profile since. rule: series-request
 */
export async function misfitsOf(
  context: Context,
  professionalId: string,
  zip: string,
  visits: readonly VisitInstants[],
): Promise<SeriesVisit['misfit'][]> {
  const now = context.clock.now()
  const home = context.places.zipOf(zip)
  // Without a client nothing counts as a question of theirs.
  const asked = home && (await loadSchedule(context, { professionalId, clientId: null, home }, now))
  if (!asked) return visits.map(() => null)
  return visits.map((visit) => {
    const hours = (visit.endsAt - visit.startsAt) / HOUR_MS
    return new SeriesFit(asked, { home, hours, drive: 'by_zip', now }).misfitOf(visit)
  })
}

/**
 * The regular visits that a request asks for. `first`: when its first visit is to be, which the client may have moved.
 */
export type RequestedSeries = {
  firstDate: string
  frequency: SeriesFrequency
  time: string
  until: string | null
  dates: DateRow[]
  first: { date: string; time: string }
  choices: SeriesRequest['choices']
}

/** The series of a booking request; undefined without one. Refuses 'series_invalid'. rule: series-request */
export function requestedSeries(request: BookingRequest): RequestedSeries | undefined {
  if (!request.series) return undefined
  const { booking_date: date, booking_time: time, cleaning_frequency: frequency } = request
  const { choices, until = null } = request.series
  if (request.instant) refuse('series_invalid')
  if (frequency === 'one_time' || (until !== null && until < date)) refuse('series_invalid')
  const terms = [
    { fromDate: date, firstDate: date, frequency, time, hours: request.estimated_hours },
  ]
  const known = nextSeriesDates({ terms, until }, date, SERIES_CHOICES_MAX).map((one) => one.date)
  const chosen = new Set(choices.map((choice) => choice.date))
  if (chosen.size < choices.length || [...chosen].some((one) => !known.includes(one))) {
    refuse('series_invalid')
  }
  const ofFirst = choices.find((choice) => choice.date === date)
  if (ofFirst?.action === 'skip') refuse('series_invalid')
  const later = choices.filter((choice) => choice !== ofFirst)
  return {
    firstDate: date,
    frequency,
    time,
    until,
    dates: [dateRow(date, 'booked'), ...later.map(rowOfChoice)],
    first: ofFirst ? { date: ofFirst.booking_date, time: ofFirst.booking_time } : { date, time },
    choices,
  }
}

function rowOfChoice(choice: SeriesRequest['choices'][number]): DateRow {
  if (choice.action === 'skip') return dateRow(choice.date, 'skipped', 'client')
  const { date, booking_date: movedDate, booking_time: movedTime } = choice
  return { ...dateRow(date, 'planned'), movedDate, movedTime }
}

/**
 * Refuses 'series_conflicts', with the next 8 dates, if one of them does not fit and is neither skipped nor moved to a
 * free time, if a later one is moved to a time that is not free, or if two of them are too close to each other.
 * rule: series-request
 */
export async function refuseConflicts(
  context: Pick<Context, 'db' | 'config' | 'places' | 'clock'>,
  { professionalId, clientId }: { professionalId: string; clientId: string },
  home: Zip,
  hours: number,
  { firstDate: date, time, frequency, until, choices }: RequestedSeries,
): Promise<void> {
  const now = context.clock.now()
  const asked = await loadSchedule(context, { professionalId, clientId, home }, now)
  if (!asked) refuse('professional_not_accepting')
  const fit = new SeriesFit(asked, { home, hours, drive: 'by_zip', now })
  const all = visitsOf({ date, time, hours, frequency, until }, home, SERIES_CHOICES_MAX)
  const lastChosen = all.findLastIndex((visit) =>
    choices.some((one) => one.date === visit.seriesDate),
  )
  const dates = all.slice(0, Math.max(SERIES_VISITS_SHOWN, lastChosen + 1))
  const visits = dates.slice(0, SERIES_VISITS_SHOWN).map((one) => fit.preview(one))
  const fits = dates.every((visit, index) => {
    const choice = choices.find((one) => one.date === visit.seriesDate)
    if (!choice) return visits[index]?.state !== 'conflict'
    if (choice.action === 'skip') return true
    const wall = { date: choice.booking_date, time: choice.booking_time, hours }
    const moved = visitOn(wall, home.timeZone)
    // A change of the clock skips some times.
    return moved.time === wall.time && fit.canMoveTo(moved, choice.date === date)
  })
  const wanted = dates.flatMap((visit): VisitInstants[] => {
    const choice = choices.find((one) => one.date === visit.seriesDate)
    if (choice?.action === 'skip') return []
    if (!choice) return [visit]
    return [visitOn({ date: choice.booking_date, time: choice.booking_time, hours }, home.timeZone)]
  })
  const areApart = wanted.every((one, index) =>
    wanted.slice(index + 1).every((other) => !fit.areTooClose(one, other)),
  )
  if (!fits || !areApart) refuse('series_conflicts', { answerFields: { visits } })
}
