import { BOOKING_HOURS } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { daysBesidePlan, planBits } from '../time/days-beside-plan.ts'
import { loadSchedules } from '../time/load-schedules.ts'
import { DAY_MS, dayOfDate, ZoneClock } from '../time/zone-clock.ts'
import {
  compactPlaceTimeChanges,
  deletePastDays,
  dueOf,
  dueProfessionals,
  lockProfessionals,
  noteTimeChanges,
  takeDue,
  writeDays,
  writePlans,
} from './search-times.queries.ts'
import type { DayRow, PlanRow } from './search-times.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'
import { lengthBit, zoneNumber } from './time-keys.ts'

/** Exceptions lie at most 730 days ahead; a search asks for at most 365. */
const DAYS_AHEAD = 735
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const BATCH = 200
/** Of one place and one search. There are more only for seconds after thousands of profiles were loaded at once. */
const DUE_OF_A_SEARCH_MAX = 2000

type Deps = Pick<Context, 'db' | 'clock' | 'places'>

/**
 * Writes what search by time stores of these professionals: their plan and rules in their search entries, and the days
 * that differ from the plan. A second call changes nothing. It runs after the transaction that changed their time:
 * triggers note in it who is due. rule: search-time-entries
 */
async function refreshSearchTimes(context: Deps, professionalIds: string[]): Promise<void> {
  if (professionalIds.length === 0) return
  await context.db.transaction().execute(async (tx) => {
    // The lock comes before the marks and the reading, so that the last of two writers has read everything.
    await lockProfessionals(tx, professionalIds)
    await takeDue(tx, professionalIds)
    await write(context, tx, professionalIds)
  })
}

async function write(context: Deps, tx: Db, professionalIds: string[]): Promise<void> {
  const plans: PlanRow[] = []
  const days: DayRow[] = []
  const now = context.clock.now().getTime()
  for (const { id, rules, instantBooking, pausedUntil, plan, ...one } of await loadSchedules(
    context,
    tx,
    professionalIds,
  )) {
    const maxHours = plan ? (rules.maxHoursADay ?? Infinity) : Infinity
    const isAllowed = (hours: number) => hours >= rules.minHours && hours <= maxHours
    const allowed = BOOKING_HOURS.filter(isAllowed)
    plans.push({
      professional_id: id,
      stated: plan !== null,
      instant: instantBooking === 'verified',
      zone: zoneNumber(one.ownZone),
      notice_hours: rules.noticeHours,
      horizon_days: rules.horizonDays,
      lengths: allowed.reduce((bits, hours) => bits | lengthBit(hours), 0),
      first_day: pausedUntil ? dayOfDate(pausedUntil) : 0,
      plan: WEEKDAYS.map((weekday) => planBits(plan ?? [], weekday)),
    })
    const today = ZoneClock.of(one.ownZone).dayOf(now)
    const range = { first: today - 1, last: today + DAYS_AHEAD }
    for (const { day, starts } of daysBesidePlan(one.schedule, BOOKING_HOURS, range)) {
      const allowedStarts = starts.map((bits, index) =>
        isAllowed(BOOKING_HOURS[index]!) ? bits : 0n,
      )
      days.push({ professional_id: id, day, starts: allowedStarts })
    }
  }
  await writePlans(tx, plans)
  await writeDays(tx, professionalIds, days)
  await noteTimeChanges(tx, professionalIds)
}

/** Writes what is due of the professionals who serve these places. */
export async function refreshDueOf(context: Deps, places: SearchedPlaces): Promise<void> {
  for (let done = 0; done < DUE_OF_A_SEARCH_MAX; done += BATCH) {
    const due = await dueOf(context.db, places, BATCH)
    await refreshSearchTimes(context, due)
    if (due.length < BATCH) return
  }
}

/** The job 'refresh-search-times': writes what is due of everybody. rule: search-time-entries */
export async function refreshAllDue(context: Deps): Promise<void> {
  for (;;) {
    const due = await dueProfessionals(context.db, BATCH)
    await refreshSearchTimes(context, due)
    if (due.length < BATCH) return
  }
}

/**
 * Deletes days that are over in every zone. After a clock change it notes as due who had a day around it, so that the
 * days of clock changes that come into reach are written. Part of the job 'forget-past-times'.
 */
export async function forgetPastDays({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deletePastDays(db, Math.floor(clock.now().getTime() / DAY_MS) - 1)
}

const CHANGES_PER_PLACE_MAX = 20

/** The job 'gather-place-changes': merges the change rows of places that have many. */
export async function compactSearchTimes({ db }: Pick<Context, 'db'>): Promise<void> {
  await compactPlaceTimeChanges(db, CHANGES_PER_PLACE_MAX)
}
