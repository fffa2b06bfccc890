import { sql } from 'kysely'
import type { Role } from '#contract/product.ts'
import type { Db } from '#server/db/db.ts'

/** The photos of a problem, oldest first. */
export async function photosOfProblem(db: Db, problemId: string) {
  return db
    .selectFrom('problem_photos')
    .select(['file', 'by', 'at'])
    .where('problem_id', '=', problemId)
    .orderBy('at')
    .orderBy('file')
    .execute()
}

export async function insertProblemPhoto(
  tx: Db,
  photo: { file: string; problem_id: string; by: Role; at: Date },
): Promise<void> {
  await tx.insertInto('problem_photos').values(photo).execute()
}

/** Whether a person may see a photo of a problem: both sides, the professional of an open lead. rule: problem-photos */
export async function maySeeProblemPhoto(
  db: Db,
  { id, role }: { id: string; role: Role },
  file: string,
): Promise<boolean> {
  const isSide =
    role === 'client'
      ? sql`client_id = ${id}::uuid`
      : sql`professional_id = ${id}::uuid and exists (
          select from leads where leads.professional_id = bookings.professional_id
            and leads.client_id = bookings.client_id and opened_at is not null)`
  const { rows } = await sql`
    select from problem_photos join problems on problems.id = problem_id join bookings on bookings.id = booking_id
    where file = ${file} and ${isSide}`.execute(db)
  return rows.length > 0
}
