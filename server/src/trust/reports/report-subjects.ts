import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { ReportSubject } from '#contract/trust/report-rules.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '#server/db/db.ts'
import type { Side } from '#server/http/calls/actor.ts'
import { STORED_FILE } from '#server/outside/files/files.ts'
import { reachableSql } from '#server/people/listing/listed.ts'

type Subject = { kind: ReportSubject; id: string }
/** A reported subject with the id that operators know, and the person whom it is about. */
type Found = { subject: Subject; reportedId: string }

/** Undefined if there is no such thing for this person. rule: reports */
export async function findSubject(
  db: Db,
  reporter: Side,
  { kind, id }: Subject,
): Promise<Found | undefined> {
  const known = kind === 'photo' ? pictureOf(id) : Id.safeParse(id).data
  if (known === undefined) return undefined
  const { rows } = await sql<{ reported_id: string }>`
    ${SUBJECTS[kind](reporter, known)} limit 1`.execute(db)
  const reportedId = rows[0]?.reported_id
  return reportedId === undefined ? undefined : { subject: { kind, id: known }, reportedId }
}

/** The largest file of a picture, by the name of one of its files. */
function pictureOf(file: string): string | undefined {
  const picture = STORED_FILE.exec(file)?.[1]
  return picture && `${picture}.webp`
}

/**
 * For each kind an SQL query of the person whom it is about. It has no row if the reporter may not report it. A
 * professional knows nothing of what is held.
 */
const SUBJECTS: Record<ReportSubject, (reporter: Side, id: string) => RawBuilder<unknown>> = {
  person: ({ id: me, role }, id) =>
    role === 'professional'
      ? sql`
        select users.id as reported_id from users
        where users.id = ${id}::uuid and role = 'client' and deleted_at is null and (
          exists (select from leads
            where professional_id = ${me}::uuid and client_id = users.id and held is null)
          or exists (select from reviews
            where professional_id = ${me}::uuid and client_id = users.id and state = 'public'))`
      : sql`
        select users.id as reported_id from users
        where users.id = ${id}::uuid and role = 'professional' and deleted_at is null and (
          ${reachableSql('users.id')}
          or exists (select from leads where client_id = ${me}::uuid and professional_id = users.id))`,

  review: ({ id: me }, id) => sql`
    select client_id as reported_id from reviews
    where reviews.id = ${id}::uuid and client_id <> ${me}::uuid and ${isShownSql(me)}`,

  message: ({ id: me, role }, id) => sql`
    select case when sender_id = ${me}::uuid then receiver_id else sender_id end as reported_id from messages
    join leads on leads.conversation_id = messages.conversation_id and (held is null or ${role} = 'client')
    where messages.id = ${id}::uuid and ${me}::uuid in (sender_id, receiver_id) and kind <> 'booking'`,

  booking: ({ id: me }, id) => sql`
    select case when client_id = ${me}::uuid then professional_id else client_id end as reported_id from bookings
    where bookings.id = ${id}::uuid and (client_id = ${me}::uuid or professional_id = ${me}::uuid and held is null)`,

  photo: ({ id: me }, file) => sql`
    select reported_id from (
      select user_id as reported_id from professionals
      where (profile_image = ${file} or ${file} = any(gallery_images)) and ${reachableSql('professionals.user_id')}
      union all
      select bookings.professional_id from pair_files
      join photo_pairs on photo_pairs.id = pair_id and photo_pairs.state = 'allowed'
      join bookings on bookings.id = photo_pairs.booking_id
      where file = ${file} and ${reachableSql('bookings.professional_id')}
      union all
      select reviews.client_id from review_photos join reviews on reviews.id = review_id
      where file = ${file} and ${isShownSql(me)}
    ) as shown where reported_id <> ${me}::uuid`,
}

/** SQL over reviews: everybody reads it on a profile, or the reporter on their own one. */
const isShownSql = (me: string) => sql`(reviews.state = 'public'
  and (reviews.professional_id = ${me}::uuid or ${reachableSql('reviews.professional_id')}))`
