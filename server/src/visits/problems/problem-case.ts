import type { Db } from '#server/db/db.ts'
import { openCase, resolveCaseOf } from '#server/trust/cases/open-case.ts'
import { otherSideOf } from './problems.queries.ts'
import type { ProblemRow } from './problems.queries.ts'

/** A disputed problem waits for an operator. rule: case-queues, problem-moves */
export async function openProblemCase(
  tx: Db,
  { id, kind }: Pick<ProblemRow, 'id' | 'kind'>,
  at: Date,
): Promise<void> {
  await openCase(tx, {
    queue: 'visits',
    kind,
    subject: { kind: 'problem', id },
    personId: await otherSideOf(tx, id),
    title: { code: 'problem_disputed', params: { kind } },
    at,
  })
}

/** An operator has decided it. rule: case-states */
export async function resolveProblemCase(
  tx: Db,
  id: string,
  { at, doneBy }: { at: Date; doneBy: string },
): Promise<void> {
  await resolveCaseOf(tx, 'visits', { kind: 'problem', id }, { outcome: 'acted', at, doneBy })
}

/** Whether it still waits for an operator. rule: case-states */
export async function isProblemDisputed(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('problems')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'disputed')
    .executeTakeFirst()
  return found !== undefined
}

export { contactsOf } from './problems.queries.ts'
