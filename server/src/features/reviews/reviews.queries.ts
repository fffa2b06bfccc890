import { sql } from 'kysely'
import type { ReviewAnswer } from '#contract/professionals.ts'
import type { ReviewDraft } from '#contract/reviews.ts'
import type { Db } from '#server/db/db.ts'
import { ANSWER_SQL } from './review-sql.ts'

export type Pair = { client_id: string; professional_id: string }

/**
 * Lets nobody else count this professional's reviews until the transaction ends, so that a review and the booking that makes
 * it count see one another; false if there is no such professional.
 */
export async function holdReviews(tx: Db, professionalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from professionals where user_id = ${professionalId}::uuid for no key update`.execute(tx)
  return rows.length > 0
}

/** Whether these two were ever in touch: by a booking, a contact or a message (decision 14). */
export async function haveMet(db: Db, { client_id, professional_id }: Pair): Promise<boolean> {
  const lead = await db
    .selectFrom('leads')
    .select('client_id')
    .where('professional_id', '=', professional_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return lead !== undefined
}

/** Whether the client of this pair has written a review of the professional, which she may once (decision 30). */
export async function hasReview(db: Db, { client_id, professional_id }: Pair): Promise<boolean> {
  const found = await db
    .selectFrom('reviews')
    .select('id')
    .where('professional_id', '=', professional_id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return found !== undefined
}

/** Its id; undefined if the pair has one already. */
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

type HeldReview = { professional_id: string; answer: ReviewAnswer | null }

/** The review, if it is of this professional, held until the transaction ends. */
export async function holdReview(
  tx: Db,
  professionalId: string,
  id: string,
): Promise<HeldReview | undefined> {
  const { rows } = await sql<HeldReview>`
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
