import { sql } from 'kysely'
import type { ReviewAnswer } from '#contract/professionals.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import type { Db } from '#server/db/db.ts'
import { ANSWER_SQL } from './review-sql.ts'

export type Pair = { client_id: string; professional_id: string }

/**
 * Locks the professional's row until the transaction ends, so that one command at a time counts their reviews. Returns
 * false if there is no such professional.
 */
export async function lockReviewsOf(tx: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from professionals where user_id = ${professionalId}::uuid for no key update`.execute(tx)
  return rows.length > 0
}

/** Whether the two were ever in contact: by a booking, a contact or a message. Each of them makes a lead. */
export async function wereInContact(
  db: Db,
  { client_id, professional_id }: Pair,
): Promise<boolean> {
  const lead = await db
    .selectFrom('leads')
    .select('client_id')
    .where('professional_id', '=', professional_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return lead !== undefined
}

/** rule: review-once */
export async function hasReview(db: Db, { client_id, professional_id }: Pair): Promise<boolean> {
  const found = await db
    .selectFrom('reviews')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the id, or undefined if the pair already has a review. */
export async function insertReview(
  tx: Db,
  { client_id, professional_id, rating, title, comment }: ReviewDraft,
  now: Date,
): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('reviews')
    .values({ client_id, professional_id, rating, title, comment, created_at: now })
    .onConflict((conflict) => conflict.columns(['professional_id', 'client_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

type LockedReview = { professional_id: string; answer: ReviewAnswer | null }

/** Locks the review until the transaction ends, if it is of this professional. */
export async function lockReview(
  tx: Db,
  professionalId: string,
  id: string,
): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    select professional_id, case when answer is not null then ${sql.raw(ANSWER_SQL)} end as answer
    from reviews where id = ${id}::uuid and professional_id = ${professionalId}::uuid
    for update`.execute(tx)
  return rows[0]
}

export async function writeAnswer(tx: Db, id: string, text: string, now: Date): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ answer: text, answered_at: now })
    .where('id', '=', id)
    .execute()
}
