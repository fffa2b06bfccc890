import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Whether an operator holds the case of the problem of a photo. rule: case-screen */
export async function holdsCaseOfPhoto(db: Db, operatorId: string, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from problem_photos join cases on queue = 'visits' and subject_id = problem_id::text
    where file = ${file} and claimed_by = ${operatorId}::uuid`.execute(db)
  return rows.length > 0
}
