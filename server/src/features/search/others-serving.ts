import { sql } from 'kysely'
import type { ServiceType } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'
import type { Zip } from '../locations/locations.ts'
import { serviceBit } from './search-keys.ts'

/**
 * Listed professionals who have stated their hours, serve a home and offer a service, best rated first, without
 * `exceptId` and without those who are blocked, or have blocked the client.
 */
export async function othersServing(
  db: Db,
  {
    clientId,
    home,
    serviceType,
    exceptId,
  }: { clientId: string; home: Zip; serviceType: ServiceType; exceptId: string },
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select professionals.user_id as id, full_name as name
    from search_entries
      join professionals on professionals.user_id = search_entries.professional_id
      join professional_times on professional_times.professional_id = search_entries.professional_id
    where place_id = any(${[home.placeId, home.cityPlaceId]}::integer[])
      and search_entries.services & ${serviceBit(serviceType)}::smallint <> 0
      and stated and search_entries.professional_id <> ${exceptId}::uuid
      and not exists (
        select from blocks where (blocker_id, blocked_id) in (
          (${clientId}::uuid, search_entries.professional_id), (search_entries.professional_id, ${clientId}::uuid)))
    order by rating_key desc, search_entries.professional_id limit ${limit}`.execute(db)
  return rows
}
