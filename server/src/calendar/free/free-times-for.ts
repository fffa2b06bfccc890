import { sql } from 'kysely'
import type { ServiceType } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/db.ts'
import { hasBlockSql } from '#server/people/person/blocked-pair.ts'
import type { Zip } from '#server/places/locations.ts'
import { checkTime, firstFreeTimes } from './free-times.ts'
import { dateIn } from '../plan/own-date.ts'
import { scheduleOf } from './slots.ts'
import { readSlotFacts } from './slots.queries.ts'

/** The visit that a client looks for. */
export type FreeTimesOf = {
  clientId: string
  home: Zip
  serviceType: ServiceType
  hours: number
  /** The professional has accepted a visit at this home. */
  wasAccepted: boolean
}

/**
 * The free times of a professional for one client's visit. They are no question of the client, so they count no home.
 * They tell nothing about the drives to a home that the client has neither asked for nor had accepted. Undefined if the
 * professional is not reachable, does not offer the service, does not serve the home or comes for longer visits only.
 * Undefined also if one has blocked the other. rule: free-times, free-times-limits, alternatives
 */
export async function freeTimesFor(
  context: Context,
  professionalId: string,
  { clientId, home, serviceType, hours, wasAccepted }: FreeTimesOf,
): Promise<{ next(count: number): Date[]; isFree(startsAt: Date): boolean } | undefined> {
  if (await areBlocked(context.db, clientId, professionalId)) return undefined
  const now = context.clock.now()
  const facts = await readSlotFacts(context.db, {
    professionalId,
    clientId,
    zip: home.zip,
    placeIds: [home.placeId, home.cityPlaceId],
    serviceType,
    now,
    homesADayMax: null,
  })
  if (!facts?.reachable || !facts.offers || !facts.serves) return undefined
  const { times, minHours } = facts
  if (hours < minHours) return undefined
  const schedule = scheduleOf(context, times, facts, now)
  const wanted = {
    home,
    hours,
    isKnown: facts.isKnown,
    drive: wasAccepted || facts.mayAsk ? ('by_zip' as const) : ('public' as const),
    now: now.getTime(),
  }
  const today = dateIn(home.timeZone, now).toString()
  return {
    next: (count) =>
      firstFreeTimes(schedule, wanted, { from: today, count }).map(
        ({ startsAt }) => new Date(startsAt),
      ),
    isFree: (startsAt) => checkTime(schedule, wanted, startsAt.getTime()).isFree,
  }
}

async function areBlocked(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ blocked: boolean }>`
    select ${hasBlockSql(sql`${one}::uuid`, sql`${other}::uuid`)} as blocked`.execute(db)
  return rows[0]!.blocked
}
