import type { Context } from '#server/context.ts'
import { noteDeed } from '../billing/operator-deeds.ts'
import type { Deed } from '../billing/operator-deeds.ts'
import { closeReport, openReports } from './safety.queries.ts'

/** What people have told the operator of each other and nobody has closed, oldest first: who, of whom, and in which words. */
export async function reportsForOperator({ db }: Context) {
  return openReports(db)
}

/** The operator closes a report, with the reason that is kept; false if there is no open one with this number. */
export async function closeReportByOperator(
  { db, clock }: Context,
  id: string,
  { reason, doneBy }: Deed,
): Promise<boolean> {
  const at = clock.now()
  return db.transaction().execute(async (tx) => {
    const closed = await closeReport(tx, id, at)
    if (!closed) return false
    const deed = { deed: 'close_report', subject_id: closed.reported_id, done_by: doneBy, at }
    await noteDeed(tx, deed, { report: Number(id), reason })
    return true
  })
}
