import { SearchFilters } from '#contract/market/search.ts'
import type { PublicProfessional } from '#contract/market/professionals.ts'
import type { ServiceType } from '#contract/product.ts'
import type { Context } from '#server/context.ts'
import type { Zip } from '#server/places/locations.ts'
import { blockedPeople } from './blocked-people.ts'
import { refreshDueOf } from './search-times.ts'
import { findTimedPage } from './timed-search.queries.ts'
import { wantedStarts } from './wanted-starts.ts'

type LostVisit = {
  clientId: string
  /** The professional who cannot come. */
  professionalId: string
  home: Zip
  serviceType: ServiceType
  hours: number
  /** Date and time at the home. */
  date: string
  time: string
}

/** The professionals who are free at the very time of a visit, and the address of the search that finds them all. */
export type OthersFree = { total: number; search: string; cards: PublicProfessional[] }

/**
 * Finds other professionals who are free at the very time of a visit, best rated first, as a search for that time finds
 * them. Leaves out everybody who has blocked the client or is blocked by them. `total` counts all that are left.
 * rule: search-by-time
 */
export async function othersFree(
  context: Pick<Context, 'db' | 'pool' | 'places' | 'clock' | 'log'>,
  { clientId, professionalId, home, serviceType, hours, date, time }: LostVisit,
  count: number,
): Promise<OthersFree> {
  const asked = { zip_code: home.zip, service_type: serviceType, date, time, hours: String(hours) }
  const search = `/search?${new URLSearchParams(asked)}`
  const filters = SearchFilters.safeParse({ ...asked, page_size: count })
  // A time off the grid is free for nobody.
  if (!filters.success) return { total: 0, search, cards: [] }
  await refreshDueOf(context, home, { queries: context.pool, isPrimary: true })
  const wanted = wantedStarts(home.timeZone, { ...filters.data, date })
  const now = context.clock.now().getTime()
  const leftOut = [professionalId, ...(await blockedPeople(context.db, clientId))]
  const page = await findTimedPage(context.pool, home, filters.data, wanted, now, leftOut)
  const cards = page.cards.map(({ card }) => JSON.parse(card) as PublicProfessional)
  return { total: page.freeTotal, search, cards }
}
