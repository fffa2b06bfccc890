import type { Insertable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { grantCredits } from '#server/money/leads/ledger.ts'
import { refreshSearchEntries } from '#server/people/listing/search-entries.ts'
import type { TestServer } from '../server.ts'

let count = 0

/** A client; mention only what the test is about. */
export function buildClient(server: TestServer, facts: Partial<Insertable<DB['users']>> = {}) {
  return buildUser(server, { role: 'client', ...facts })
}

type ProfessionalFacts = Partial<Insertable<DB['professionals']>> & {
  /** Whether the professional is subscribed, and so listed and reachable. */
  active?: boolean
  /** Lead credits; by default 100 for an active professional and 0 for others. */
  credits?: number
  /** 'Austin, TX' or ZIPs, as the profile form sends them. */
  areas?: string[]
  user?: Partial<Insertable<DB['users']>>
}

/** A listed professional in 78701 who does standard and deep cleaning at $65. */
export async function buildProfessional(
  server: TestServer,
  {
    active = true,
    credits = active ? 100 : 0,
    areas = ['78701'],
    user,
    ...facts
  }: ProfessionalFacts = {},
) {
  const { db, context } = server
  const { id } = await buildUser(server, { role: 'professional', ...user })
  const professional = await db
    .insertInto('professionals')
    .values({
      user_id: id,
      slug: `professional-${++count}`,
      full_name: `Professional ${count}`,
      bio: 'Careful and on time.',
      hourly_rate_cents: 6500,
      services: ['standard', 'deep'],
      background_checked_at:
        facts.background_check_status === 'approved' ? context.clock.now() : null,
      ...facts,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const places = areas.map((area) => context.places.find(area) ?? unknownPlace(area))
  if (places.length > 0) {
    await db
      .insertInto('professional_areas')
      .values(
        places.map((place, position) => ({
          professional_id: id,
          place_id: place.placeId,
          label: place.label,
          position,
        })),
      )
      .execute()
  }
  if (active) {
    await db.insertInto('subscriptions').values({ professional_id: id, status: 'active' }).execute()
  }
  if (credits > 0) {
    await grantCredits(db, `built ${id}`, {
      professionalId: id,
      kind: 'granted',
      amount: credits,
      reason: 'activation',
      at: server.context.clock.now(),
    })
  }
  await refreshSearchEntries(db, [id])
  return { id, ...professional }
}

function unknownPlace(area: string): never {
  throw new Error(`The test names a place that does not exist: ${area}`)
}

export function buildUser({ db }: TestServer, facts: Partial<Insertable<DB['users']>>) {
  const number = ++count
  return db
    .insertInto('users')
    .values({
      role: 'client',
      email: `person-${number}@example.com`,
      first_name: 'Pat',
      last_name: `Person${number}`,
      phone: '512-555-0100',
      password_hash: 'nobody logs in with this',
      ...facts,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
