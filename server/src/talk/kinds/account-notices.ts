import type { NotNull } from 'kysely'
import { runEachStep } from '#server/queue/run-batches.ts'
import type { Context } from '#server/context.ts'
import { textsIn } from '#server/texts.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { NoticeTopicDefinition } from '../notices/notice.ts'

/**
 * The job 'notify-reporters': tells everybody who reported the subject of a resolved case how it ended, without naming
 * anybody. rule: case-states, scheduled-jobs
 */
export async function notifyReporters(
  { db, clock, live }: Context,
  { case_id }: { case_id: string },
): Promise<void> {
  const reports = await db
    .selectFrom('reports')
    .innerJoin('cases', 'cases.id', 'case_id')
    .select(['reports.id', 'cases.number', 'reporter_id', 'outcome', 'resolved_at'])
    .where('cases.id', '=', case_id)
    .where('reporter_id', 'is not', null)
    .$narrowType<{ reporter_id: NotNull }>()
    .whereRef('closed_at', '=', 'resolved_at')
    // A reporter who has deleted their account is told nothing.
    .where('reporter_id', 'is not', null)
    .$narrowType<{ reporter_id: string }>()
    .orderBy('reports.id')
    .execute()
  const kind = 'account.report_closed'
  await runEachStep(
    reports.map(({ id, number, reporter_id, outcome, resolved_at }) => async () => {
      await createNotice(db, {
        userId: reporter_id,
        kind,
        key: `${kind} ${id} ${resolved_at!.toISOString()}`,
        at: clock.now(),
        data: { number: Number(number), outcome },
      })
    }),
  )
  await live.notify([...new Set(reports.map(({ reporter_id }) => reporter_id))], {
    type: 'notices',
  })
}

export const accountNotices: NoticeTopicDefinition = {
  compose({ data }, { language }) {
    const t = textsIn(language, 'notices')
    const { outcome } = data
    const sentence = t(
      `report.${outcome === 'acted' || outcome === 'no_breach' ? outcome : 'closed'}`,
    )
    const button = { label: t('report.button'), path: '/' }
    return { title: t('report.title'), sentence, facts: [], button }
  },
}
