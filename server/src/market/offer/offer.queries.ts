import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { cents } from '#contract/bookings/booking-price.ts'
import type { OfferChange } from '#contract/market/offer.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import type { NewService } from './offer-document.ts'

/** Locks the professional's profile until the transaction ends: its services decide what an offer can have. */
export async function lockProfileOf(tx: Db, professionalId: string): Promise<void> {
  await sql`select from professionals where user_id = ${professionalId}::uuid for no key update`.execute(
    tx,
  )
}

/** Writes the row of an offer and raises its version. */
export async function writeOffer(
  tx: Db,
  { professional_id, ...columns }: Omit<Insertable<DB['offers']>, 'version'>,
): Promise<void> {
  await tx
    .insertInto('offers')
    .values({ professional_id, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('professional_id')
        .doUpdateSet({ ...columns, version: sql`offers.version + 1` }),
    )
    .execute()
}

export async function replaceServices(
  tx: Db,
  professionalId: string,
  services: readonly NewService[],
): Promise<void> {
  await tx.deleteFrom('offer_services').where('professional_id', '=', professionalId).execute()
  if (services.length === 0) return
  await tx
    .insertInto('offer_services')
    .values(
      services.map(({ type, ownRateCents, ownMinimumHours, included }) => ({
        professional_id: professionalId,
        service_type: type,
        hourly_rate_cents: ownRateCents,
        minimum_hours: ownMinimumHours,
        included,
      })),
    )
    .execute()
}

/** Replaces the extras. Own extras of this professional keep the ids that are sent; an unknown id is a new extra. */
export async function replaceExtras(
  tx: Db,
  professionalId: string,
  extras: NonNullable<OfferChange['extras']>,
): Promise<void> {
  const removed = await tx
    .deleteFrom('offer_extras')
    .where('professional_id', '=', professionalId)
    .returning('id')
    .execute()
  if (extras.length === 0) return
  const known = new Set(removed.map(({ id }) => id))
  await tx
    .insertInto('offer_extras')
    .values(
      extras.map(({ code, id, name, minutes, price }, position) => ({
        id: id && known.has(id) ? id : randomUUID(),
        professional_id: professionalId,
        position,
        code: code ?? null,
        name: name ?? null,
        minutes,
        price_cents: cents(price),
      })),
    )
    .execute()
}
