import { sql } from 'kysely'
import type { Picture as PictureFacts } from '#contract/market/professionals.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/types.ts'
import { DEMO_PROFESSIONALS } from './market/demo-people.ts'
import type { demoOffers } from './market/offers.ts'
import { daysBefore } from './market/people.ts'
import type { DemoClient, DemoProfessional } from './market/people.ts'
import type { Visits } from './visits/visits.ts'
import type { demoWorkingHours } from './visits/working-hours.ts'

type Row = Record<string, unknown>

/** Writes all people, each table with one statement. All share one password hash. */
export async function writePeople(
  db: Db,
  clients: readonly DemoClient[],
  professionals: readonly DemoProfessional[],
  passwordHash: string,
  now: Date,
): Promise<void> {
  const user = (role: 'client' | 'professional') => (person: DemoClient | DemoProfessional) => ({
    id: person.id,
    role,
    email: person.email,
    first_name: person.first_name,
    last_name: person.last_name,
    phone: person.phone,
    password_hash: passwordHash,
    language: person.language,
    email_verified_at: person.createdAt,
    created_at: person.createdAt,
  })
  await insert(db, 'users', [
    ...clients.map(user('client')),
    ...professionals.map(user('professional')),
  ])
  await insert(
    db,
    'professionals',
    professionals.map((professional) => ({
      user_id: professional.id,
      slug: professional.slug,
      full_name: `${professional.first_name} ${professional.last_name}`,
      business_name: professional.business_name,
      bio: professional.bio,
      hourly_rate_cents: professional.hourly_rate_cents,
      years_experience: professional.years_experience,
      employees_count: professional.employees_count,
      social_media_url: '',
      services: professional.services,
      background_check_status: professional.background_check_status,
      background_checked_at:
        professional.background_check_status === 'approved' ? checkedAt(professional, now) : null,
      background_check_simulated: professional.background_check_status === 'approved',
      profile_image: professional.profile_image,
      gallery_images: professional.gallery_images,
      rating_sum: 0,
      total_reviews: 0,
      latest_reviews: [],
      created_at: professional.createdAt,
      updated_at: professional.createdAt,
    })),
  )
  await insert(
    db,
    'professional_areas',
    professionals.flatMap(({ id, areas }) =>
      areas.map((area, position) => ({ professional_id: id, ...area, position })),
    ),
  )
  await insert(
    db,
    'subscriptions',
    professionals
      .filter(({ active }) => active)
      .map(({ id, createdAt }) => ({
        professional_id: id,
        status: 'active',
        started_at: createdAt,
      })),
  )
}

/** Writes weekly plans and rules. */
export async function writeWorkingHours(
  db: Db,
  { times, hours }: ReturnType<typeof demoWorkingHours>,
): Promise<void> {
  await insert(db, 'professional_times', times)
  await insert(db, 'working_hours', hours)
}

/** Writes offers with rates and extras. */
export async function writeOffers(
  db: Db,
  { offers, services, extras }: ReturnType<typeof demoOffers>,
): Promise<void> {
  await insert(db, 'offers', offers)
  await insert(db, 'offer_services', services)
  await insert(db, 'offer_extras', extras)
}

/** Writes bookings with their price and history, one lead for each pair, and reviews. */
export async function writeVisits(db: Db, { bookings, reviews }: Visits): Promise<void> {
  const columns = sql.join(Object.keys(bookings[0] ?? {}).map((name) => sql.ref(name)))
  await sql`
    insert into bookings (${columns}, hourly_rate_cents, total_cents, supplies, minimum_hours, starts_at, ends_at, expires_at, sequence)
    select ${columns}, rate, rate * estimated_hours, side, least_hours, start, start + make_interval(hours => estimated_hours),
      least(created_at + interval '72 hours', start), case status when 'pending' then 0 when 'accepted' then 1 else 2 end
    from json_populate_recordset(null::bookings, ${JSON.stringify(bookings)}::json) as visit,
      lateral (select (booking_date + booking_time) at time zone time_zone as start) as clock,
      lateral (${OFFERED_SQL}) as offered`.execute(db)
  await sql`
    insert into leads (professional_id, client_id, source, opened_at, openings, client_acted_at, created_at)
    select professional_id, client_id, 'booking', min(created_at), 1, max(created_at), min(created_at) from bookings
    group by professional_id, client_id`.execute(db)
  await writeHistory(db)
  await insert(db, 'reviews', reviews)
}

/** Rate, minimum hours and supplies of a visit by the professional's offer. rule: offer, booking-extras */
const OFFERED_SQL = sql`
  select greatest(professionals.hourly_rate_cents, own.hourly_rate_cents) as rate, coalesce(own.minimum_hours, 1) as least_hours,
    case brings when 'included' then 'professional' else 'client' end as side
  from professionals left join offers on offers.professional_id = user_id
    left join offer_services as own on own.professional_id = user_id and own.service_type = visit.service_type
  where user_id = visit.professional_id`

/** Writes size and placeholder of each professional's pictures, in the order of the profile. */
export async function writePictureFacts(
  db: Db,
  painted: ReadonlyMap<string, PictureFacts>,
): Promise<void> {
  await sql`
    update professionals set images = (
      select coalesce(jsonb_agg(facts -> file order by position), '[]')
      from unnest(array_remove(array[profile_image], null) || gallery_images) with ordinality as shown (file, position))
    from (select ${JSON.stringify(Object.fromEntries(painted))}::jsonb as facts) as painted`.execute(
    db,
  )
}

/**
 * The events of each booking, oldest first. The request itself is recorded only for named people, whose threads show
 * it, and in the last weeks, which the health of the marketplace shows.
 */
async function writeHistory(db: Db): Promise<void> {
  const emails = DEMO_PROFESSIONALS.map(({ email }) => email)
  await sql`
    insert into events (kind, subject_id, actor_id, at)
    select kind, id, actor_id, at from (
      select 'booking.requested' as kind, id, client_id as actor_id, created_at as at from bookings
      where professional_id in (select id from users where email in (${sql.join(emails)}))
        or created_at > (select max(created_at) from bookings) - interval '60 days'
      union all
      select 'booking.accepted', id, professional_id, answered_at from bookings
      where status in ('accepted', 'completed', 'cancelled') and answered_at is not null
      union all
      select 'booking.completed', id, professional_id, ends_at from bookings where status = 'completed'
      union all
      select 'booking.cancelled', id, case cancelled_by when 'client' then client_id else professional_id end,
        cancelled_at from bookings where status = 'cancelled'
    ) as happenings order by at, kind`.execute(db)
}

async function insert(db: Db, table: keyof DB, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    db,
  )
}

/** A check counts for a year, so that of a long-standing professional was renewed. rule: badges */
function checkedAt({ createdAt }: DemoProfessional, now: Date): Date {
  return new Date(Math.max(createdAt.getTime(), +daysBefore(now, 200)))
}
