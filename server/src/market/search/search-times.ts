import { lockProfessionals } from '#server/people/listing/search-entries.ts'
import { BOOKING_HOURS } from '#contract/bookings/booking-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { NeedsPrimary } from '#server/db/replicas.ts'
import type { ReadSource } from '#server/db/replicas.ts'
import { changeBatch, repeatWhileFull } from '#server/queue/run-batches.ts'
import { daysBesidePlan, planBits } from '#server/calendar/free/days-beside-plan.ts'
import { loadSchedules } from '#server/calendar/free/load-schedules.ts'
import { DAY_MS, dayOfDate, ZoneClock } from '#server/calendar/plan/zone-clock.ts'
import {
  deletePastDays,
  dueOf,
  dueProfessionals,
  PLANS,
  takeDue,
  writeDays,
  writePlans,
} from './search-times.queries.ts'
import type { DayRow, PlanRow } from './search-times.queries.ts'
import type { SearchedPlaces } from './search.queries.ts'
import { lengthBit, OVER_BREAKS_BIT, zoneNumber } from './time-keys.ts'

/** Exceptions lie at most 730 days ahead; a search asks for at most 365. */
const DAYS_AHEAD = 735
const BATCH = 200
/** Past days that one statement deletes. */
const PAST_DAYS_BATCH = 500
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

type Deps = Pick<Context, 'db' | 'clock' | 'log' | 'places'>

async function write(
  context: Pick<Deps, 'clock' | 'places'>,
  tx: Db,
  professionalIds: string[],
): Promise<void> {
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
      lengths: allowed.reduce(
        (bits, hours) => bits | lengthBit(hours),
        rules.overBreaks ? OVER_BREAKS_BIT : 0,
      ),
      first_day: pausedUntil ? dayOfDate(pausedUntil) : 0,
      ...Object.fromEntries(
        PLANS.map((name, index) => [name, String(planBits(plan ?? [], index + 1))]),
      ),
    })
    const today = ZoneClock.of(one.ownZone).dayOf(now)
    const range = { first: today - 1, last: today + DAYS_AHEAD }
    for (const { day, starts } of daysBesidePlan(one.schedule, BOOKING_HOURS, range)) {
      const bitsOf = BOOKING_HOURS.map((hours, index) => [
        `starts_${hours}`,
        String(isAllowed(hours) ? starts[index] : 0),
      ])
      days.push({ professional_id: id, day, ...Object.fromEntries(bitsOf) })
    }
  }
  await writePlans(tx, plans)
  await writeDays(tx, professionalIds, days)
}

/**
 * Writes all that is due of the professionals who serve these places, however many they are, so that the search that
 * follows is exact. What becomes due meanwhile was changed after the search began.
 */
export async function refreshDueOf(
  context: Deps,
  places: SearchedPlaces,
  source: Pick<ReadSource, 'queries' | 'isPrimary'>,
): Promise<void> {
  await refresh(context, await dueOf(source.queries, places), source)
}

/**
 * Writes what is due of these professionals. Throws NeedsPrimary where the search reads from a replica: it follows what
 * is written only later. rule: read-replicas
 */
export async function refresh(
  context: Deps,
  due: readonly string[],
  { isPrimary }: Pick<ReadSource, 'isPrimary'>,
): Promise<void> {
  if (due.length > 0 && !isPrimary) throw new NeedsPrimary()
  for (let from = 0; from < due.length; from += BATCH) {
    await refreshBatch(context, due.slice(from, from + BATCH))
  }
}

/** The job 'refresh-search-times': writes what is due of everybody. rule: search-by-time */
export async function refreshAllDue(context: Deps & Pick<Context, 'shutdown'>): Promise<void> {
  let last = FIRST_ID
  while (!context.shutdown.signal.aborted) {
    const due = await dueProfessionals(context.db, last, BATCH)
    await refreshBatch(context, due)
    if (due.length < BATCH) return
    last = due.at(-1)!
  }
}

/**
 * Writes what search by time stores of those of these professionals who are due: their plan and rules in their search
 * entries, and the days that differ from the plan. A professional whose days cannot be written stays due, and stops no
 * other and no search. rule: search-by-time, scheduled-jobs
 */
async function refreshBatch(
  { db, log, ...context }: Deps,
  professionalIds: string[],
): Promise<void> {
  const change = (ids: readonly string[]) =>
    db.transaction().execute(async (tx) => {
      // The lock comes before the marks and the reading, so that the last of two writers has read everything. Whoever
      // is not due any more was written while we waited for the lock.
      await lockProfessionals(tx, ids)
      const due = await takeDue(tx, ids)
      if (due.length > 0) await write(context, tx, due)
    })
  await changeBatch(log, professionalIds, { row: 'professional in search', change })
}

/**
 * Deletes days that are over in every zone. After a clock change it notes as due who had a day around it, so that the
 * days of clock changes that come into reach are written. Part of the job 'forget-busy'.
 */
export async function clearPastDays({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = Math.floor(clock.now().getTime() / DAY_MS) - 1
  await repeatWhileFull(PAST_DAYS_BATCH, async () => deletePastDays(db, before, PAST_DAYS_BATCH))
}
