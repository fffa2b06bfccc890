import type { OffersInstead, VisitWithoutTime } from '#contract/market/no-free-time.ts'
import { SearchFilters } from '#contract/market/search.ts'
import { shorterVisit, twoVisits } from '#server/calendar/free/other-lengths.ts'
import type { FreeVisit } from '#server/calendar/free/other-lengths.ts'
import { homeOf, rangeOf, readAsked } from '#server/calendar/free/slots.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import type { Zip } from '#server/places/locations.ts'
import { blockedPeople } from './blocked-people.ts'
import { nearestFree } from './nearest-free.ts'
import { refreshDueOf } from './search-times.ts'

const OTHERS_SHOWN = 3

/**
 * Answers what can be booked in place of a visit that has no free time: a shorter one, two visits, or others for the
 * whole visit. It is limited and refused as the question about free times is. rule: no-free-time
 */
export async function offersInstead(
  context: Context,
  actor: Actor | null,
  professionalId: string | undefined,
  query: VisitWithoutTime,
): Promise<OffersInstead> {
  const now = context.clock.now()
  const home = await homeOf(context, query.zip_code, professionalId)
  const { from } = rangeOf(query, home, now)
  const { schedule, wanted } = await readAsked(context, { actor, professionalId, query, home, now })
  const shorter = shorterVisit(schedule, wanted, from)
  return {
    shorter: shorter ? shown(shorter) : null,
    two_visits: twoVisits(schedule, wanted, from).map(shown),
    others: await othersFor(context, { actor, home, query, from, professionalId: professionalId! }),
  }
}

type Wanted = {
  actor: Actor | null
  home: Zip
  query: VisitWithoutTime
  from: string
  professionalId: string
}

/** The others who are free soonest for the whole visit, without those who have blocked the client or are blocked. */
async function othersFor(
  context: Context,
  { actor, home, query, from, professionalId }: Wanted,
): Promise<OffersInstead['others']> {
  const { hours, service_type } = query
  const asked = { zip_code: home.zip, ...(service_type ? { service_type } : {}) }
  const search = `/search?${new URLSearchParams(asked)}`
  const timed = { ...asked, date: from, hours: String(hours) }
  const filters = SearchFilters.parse(timed)
  await refreshDueOf(context, home, { queries: context.pool, isPrimary: true })
  const cards = await nearestFree(context.pool, {
    home,
    filters: { ...filters, date: from },
    count: OTHERS_SHOWN,
    now: context.clock.now().getTime(),
    leftOut: [professionalId, ...(actor ? await blockedPeople(context.db, actor.id) : [])],
  })
  const professionals = cards.map(
    (card) => JSON.parse(card) as OffersInstead['others']['professionals'][number],
  )
  return { professionals, search }
}

function shown({ hours, slot: { date, time, startsAt } }: FreeVisit) {
  return { hours, date, time, starts_at: new Date(startsAt).toISOString() }
}
