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
