import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { JsonObject } from '#server/db/types.ts'
import { recordEvent } from '#server/events/record.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { refuseIfSuspended } from '#server/http/calls/suspended.ts'
import { enqueue } from '#server/queue/queue.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { lockPeople, suspensionOf } from '#server/people/person/lock-people.ts'
import { lockAcceptances } from '#server/calendar/free/lock-acceptances.ts'
import { bookingToShow, lockSeriesRow, pairState, sidesOfSeries } from './series.queries.ts'
import type { LockedSeries } from './series.queries.ts'
import { refuseLocked } from '#server/money/leads/leads.ts'

/**
 * Locks the people, the professional and a series of this person, in this order. Refuses 'series_not_found', and
 * 'lead_locked' for a professional whose lead is locked, unless the command is free. Refuses 'account_suspended' also
 * if the actor came by a letter's link or was suspended a moment ago. rule: series, suspension
 */
export async function lockOwnSeries(
  tx: Db,
  actor: Side,
  id: string,
  { now, isFree = false }: { now: Date; isFree?: boolean },
): Promise<LockedSeries> {
  const sides = Id.safeParse(id).success ? await sidesOfSeries(tx, actor, id) : undefined
  if (!sides) refuse('series_not_found')
  await lockPeople(tx, sides.client_id, sides.professional_id)
  refuseIfSuspended({ suspension: await suspensionOf(tx, actor.id) }, {})
  await lockAcceptances(tx, sides.professional_id)
  const series = (await lockSeriesRow(tx, id, now)) ?? refuse('series_not_found')
  if (!isFree) await refuseUnlessLeadOpen(tx, actor, series)
  return series
}

/** Refuses 'lead_locked' to a professional whose lead is locked. */
export async function refuseUnlessLeadOpen(
  tx: Db,
  { role }: Side,
  series: LockedSeries,
): Promise<void> {
  if (role === 'client' || (await pairState(tx, series)).open) return
  await refuseLocked(tx, { professionalId: series.professional_id, clientId: series.client_id })
}

/**
 * Locks a series as `lockOwnSeries` does, and refuses 'series_not_active' unless it is running. `checkInput` refuses
 * wrong input of the command, before the lead and the state are checked.
 */
export async function lockActiveSeries(
  tx: Db,
  actor: Side,
  id: string,
  {
    now,
    isFree = false,
    checkInput,
  }: { now: Date; isFree?: boolean; checkInput?: (series: LockedSeries) => void },
): Promise<LockedSeries> {
  const series = await lockOwnSeries(tx, actor, id, { now, isFree: true })
  checkInput?.(series)
  if (!isFree) await refuseUnlessLeadOpen(tx, actor, series)
  if (series.status !== 'active') refuse('series_not_active')
  return series
}

type SeriesEventKind =
  | 'changed'
  | 'ended'
  | 'paused'
  | 'resumed'
  | 'proposed'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'skipped'
  | 'restored'

/**
 * Records what one side did: one entry in the thread, and one notice to the other side. `from`: when the first visit
 * that is cancelled or moved was to begin. rule: series-notices
 */
export async function recordSeriesEvent(
  tx: Db,
  what: SeriesEventKind,
  { id }: LockedSeries,
  actor: Side | null,
  now: Date,
  {
    booking_id,
    from,
    ...data
  }: JsonObject & { booking_id?: string | undefined; from?: string | undefined } = {},
): Promise<void> {
  const event_id = await recordEvent(tx, {
    kind: `series.${what}`,
    subjectId: id,
    actorId: actor?.id ?? null,
    at: now,
    data: {
      ...data,
      ...(from === undefined ? {} : { from }),
      booking_id: booking_id ?? (await bookingToShow(tx, id, now)),
    },
  })
  if (what !== 'withdrawn') await enqueue(tx, 'notify-booking', { event_id })
}
