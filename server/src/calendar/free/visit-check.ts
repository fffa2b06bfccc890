import type { NextSlot, OutsideReason } from '#contract/calendar/slots.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { helpOfSolution, limitScale } from '#server/http/limits/limit-scale.ts'
import { refuse, refuseForSeconds } from '#server/http/calls/refusal.ts'
import type { Zip } from '#server/places/locations.ts'
import { checkTime, firstFreeTimes } from './free-times.ts'
import { mayBookInstantly } from './instant-booking.ts'
import { dateIn } from '../plan/own-date.ts'
import { refusePaused } from './refuse-visit.ts'
import { HOMES_A_DAY_MAX, LIMIT_SECONDS, scheduleOf } from './slots.ts'
import { readOccupiedTimes, readSlotFacts } from './slots.queries.ts'

const NEXT_SLOTS_MAX = 6
const HOUR_MS = 3_600_000

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
  /** Whether the client wants this time at once, or nothing. rule: instant-booking */
  isInstantOnly?: boolean
}

/** The result of checking a time against the hours of a professional. */
export type VisitCheck = {
  /** Whether it is a free time, or the professional has not stated their hours. rule: outside-hours */
  isInside: boolean
  /** Why it is not free; empty without stated hours. */
  outside: OutsideReason[]
  /** Whether the client may book it at once, if a credit opens the lead. rule: instant-booking */
  isInstant: boolean
  /** The rules that a visit keeps from its acceptance on. rule: visit-rules, cancellation */
  terms: { bufferMinutes: number; noticeHours: number }
}

/**
 * Checks a requested time. A client's question counts as one about free times; the caller has counted it for the client
 * (`free_time_by_client`) if it can be refused. Refusals, to a client only: professional_paused, too_many_requests;
 * with `isInstantOnly` email_not_verified, instant_not_offered, slot_taken; and outside_hours if the professional takes
 * no other requests. The last two have the next free times from that day on.
 * rule: outside-hours, paused-clients, instant-booking, free-times-limits
 */
export async function checkVisit(
  context: Context,
  db: Db,
  visit: CheckedVisit,
): Promise<VisitCheck> {
  const { professionalId, clientId, home, hours, date, startsAt, movedId, isInstantOnly } = visit
  const now = context.clock.now()
  const askFacts = (one: Db) =>
    readSlotFacts(one, {
      professionalId,
      clientId,
      zip: home.zip,
      placeIds: [home.placeId, home.cityPlaceId],
      serviceType: null,
      now,
      range: { from: startsAt, to: new Date(startsAt.getTime() + hours * HOUR_MS) },
      homesADayMax: HOMES_A_DAY_MAX * limitScale(context.config),
      movedId,
    })
  const facts = await askFacts(db)
  if (!facts) refuse('professional_not_accepting')
  const { mayAsk, times } = facts
  const isKnown = clientId === null || facts.isKnown
  const { pausedUntil: paused_until, rules } = times
  if (!isKnown && paused_until && dateIn(times.ownZone, startsAt).toString() < paused_until) {
    refusePaused(paused_until)
  }
  const instant = mayBookInstantly(times.instantBooking, facts.standing)
  if (isInstantOnly && instant === 'verify_email') refuse('email_not_verified')
  if (isInstantOnly && instant === 'no') refuse('instant_not_offered')

  const schedule = scheduleOf(context, times, facts, now)
  // A client who may not ask for another home learns nothing about the drives from there.
  const drive = mayAsk ? ('by_zip' as const) : ('public' as const)
  const wanted = { home, hours, isKnown, drive, now: now.getTime() }
  const { isFree, outside } = checkTime(schedule, wanted, startsAt.getTime())
  const isInside = isFree || !times.plan
  const needsFree = isInstantOnly || (clientId !== null && rules.onlyInsideHours && times.plan)
  const isHelpedBySolution = helpOfSolution(async (tx) =>
    (await askFacts(tx))?.mayAsk ? null : LIMIT_SECONDS,
  )
  if (needsFree && !mayAsk)
    refuseForSeconds('too_many_requests', LIMIT_SECONDS, { isHelpedBySolution })
  if (needsFree && !isFree) {
    const moved = { movedId: movedId ?? null, clientId }
    const occupied = await readOccupiedTimes(db, professionalId, { from: now, to: null }, moved)
    const all = scheduleOf(context, times, occupied, now)
    const next = firstFreeTimes(all, wanted, { from: date, count: NEXT_SLOTS_MAX })
    const answerFields = { next_slots: next.map(toNextSlot) }
    refuse(isInstantOnly ? 'slot_taken' : 'outside_hours', { answerFields })
  }
  return {
    isInside,
    outside: isInside ? [] : outside,
    isInstant: isFree && mayAsk && facts.reachable && instant === 'yes',
    terms: { bufferMinutes: rules.bufferMinutes, noticeHours: rules.noticeHours },
  }
}

function toNextSlot(slot: { date: string; time: string; startsAt: number }): NextSlot {
  return {
    booking_date: slot.date,
    booking_time: slot.time,
    starts_at: new Date(slot.startsAt).toISOString(),
  }
}
