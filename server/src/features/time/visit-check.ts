import type { NextSlot, OutsideReason } from '#contract/slots.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { refuse, refuseForSeconds } from '#server/http/refusal.ts'
import type { Zip } from '../locations/locations.ts'
import { checkTime, firstFreeTimes } from './free-times.ts'
import { dateIn } from './own-date.ts'
import { HOMES_A_DAY_MAX, LIMIT_SECONDS, scheduleOf } from './slots.ts'
import { readSlotFacts } from './slots.queries.ts'
import { loadTimes } from './times.ts'

const NEXT_SLOTS_MAX = 6

type CheckedVisit = {
  professionalId: string
  /** The client who asks; null: the professional, or nobody in particular. */
  clientId: string | null
  home: Zip
  hours: number
  /** The date at the home. */
  date: string
  startsAt: Date
  /** A booking that is left out of account, because it is the one that moves. */
  movedId?: string
}

/** What a time means for the hours of a professional. */
export type VisitCheck = {
  /** Whether it is a free time, or the professional has not stated their hours. rule: outside-hours */
  isInside: boolean
  /** Whether the visit begins at a free time. */
  isFree: boolean
  /** Why it is not free; empty without stated hours. */
  outside: OutsideReason[]
}

/**
 * Checks a time that somebody wishes. A client's question counts as one about free times; the caller has counted it for
 * the client (`free_time_by_client`) if it can be refused. Refusals, to a client only: professional_paused, too_many_requests, and
 * outside_hours with the next free times from that day on, if the professional takes no other requests.
 * rule: outside-hours, only-inside-hours, paused-clients, free-times-limits
 */
export async function checkVisit(
  context: Context,
  db: Db,
  visit: CheckedVisit,
): Promise<VisitCheck> {
  const { professionalId, clientId, home, hours, date, startsAt, movedId } = visit
  const now = context.clock.now()
  const facts = await readSlotFacts(db, {
    professionalId,
    clientId,
    zip: home.zip,
    placeIds: [home.placeId, home.cityPlaceId],
    serviceType: null,
    now,
    cachedVersion: null,
    homesADayMax: HOMES_A_DAY_MAX * context.config.rateLimitScale,
    movedId: movedId ?? null,
  })
  const times = await loadTimes(db, professionalId, now)
  if (!facts || !times) refuse('professional_not_accepting')
  const isKnown = clientId === null || facts.isKnown
  const { pausedUntil: paused_until } = times
  if (!isKnown && paused_until && dateIn(times.ownZone, startsAt).toString() < paused_until) {
    refuse('professional_paused', { params: { paused_until } })
  }
  const schedule = scheduleOf(context, times, facts)
  // Who may not ask for another home learns nothing about the drives from there.
  const drive = facts.mayAsk ? ('by_zip' as const) : ('public' as const)
  const wanted = { home, hours, isKnown, drive, now: now.getTime() }
  const { isFree, outside } = checkTime(schedule, wanted, startsAt.getTime())
  const isInside = isFree || !times.plan
  if (!isInside && clientId !== null && times.rules.onlyInsideHours) {
    if (!facts.mayAsk) refuseForSeconds('too_many_requests', LIMIT_SECONDS)
    const next = firstFreeTimes(schedule, wanted, { from: date, count: NEXT_SLOTS_MAX })
    refuse('outside_hours', { also: { next_slots: next.map(toNextSlot) } })
  }
  return { isInside, isFree, outside: isInside ? [] : outside }
}

function toNextSlot(slot: { date: string; time: string; startsAt: number }): NextSlot {
  return {
    booking_date: slot.date,
    booking_time: slot.time,
    starts_at: new Date(slot.startsAt).toISOString(),
  }
}
