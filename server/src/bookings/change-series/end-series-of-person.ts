import type { Language } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { recordSeriesEvent } from '../series/lock-series.ts'
import { byPair, finishSeries, firstStartOf } from './series-commands.ts'
import type { Cancelled } from './series-commands.ts'
import { FIRST_DATE, lockSeriesRow } from '../series/series.queries.ts'
import { dateIn } from '#server/calendar/plan/own-date.ts'

/**
 * Ends the running series of a person whose account is deleted, or suspended without their visits, and cancels their
 * coming visits that have not begun. Each other side is told once. The caller holds the lock of the account.
 * Returns the ids of the bookings. rule: series-end, series-notices
 */
export async function endSeriesOfPerson(
  tx: Db,
  side: Side,
  reasons: Record<Language, string>,
  now: Date,
): Promise<string[]> {
  const isClient = side.role === 'client'
  const own = await tx
    .selectFrom('series')
    .innerJoin('users', 'users.id', isClient ? 'professional_id' : 'client_id')
    .select(['series.id', 'users.language'])
    .where(isClient ? 'client_id' : 'professional_id', '=', side.id)
    .where('series.status', '=', 'active')
    .orderBy('professional_id')
    .orderBy('series.id')
    .execute()
  const ended: Cancelled[] = []
  for (const { id, language } of own) {
    const series = (await lockSeriesRow(tx, id, now))!
    const last_date = dateIn(series.time_zone, now).toString()
    const ending = { last: last_date, later: FIRST_DATE, reason: reasons[language as Language] }
    ended.push({ series, visits: await finishSeries(tx, side, series, ending, now) })
  }
  for (const ofPair of byPair(ended)) {
    // Where it is past midnight already, the date is another one.
    const dates = ofPair.map(({ series }) => dateIn(series.time_zone, now).toString())
    const data = { last_date: [...new Set(dates)].join(','), from: firstStartOf(ofPair) }
    await recordSeriesEvent(tx, 'ended', ofPair[0]!.series, side, now, data)
  }
  return ended.flatMap(({ visits }) => visits.map(({ id }) => id))
}

/** Removes street and notes from a client's series, as from their bookings. rule: booking-moves */
export async function deleteHomesOfSeries(
  tx: Db,
  clientId: string,
  address: string,
): Promise<void> {
  await tx
    .updateTable('series')
    .set({ address, notes: '', home_facts: null, home_rooms: null, home_parking: null })
    .where('client_id', '=', clientId)
    .execute()
}
