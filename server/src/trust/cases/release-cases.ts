import { sql } from 'kysely'
import { CASE_HELD_HOURS } from '#contract/trust/case-rules.ts'
import type { Context } from '#server/context.ts'
import { runBatches } from '#server/queue/run-batches.ts'

const BATCH_SIZE = 500

/**
 * Part of the job 'release-cases', every 5 minutes: a case whose holder has done nothing about it for 4 hours is open
 * again. rule: case-states, scheduled-jobs
 */
export async function releaseIdleCases(context: Context): Promise<void> {
  const now = context.clock.now()
  const isDue = sql`state = 'claimed'
    and acted_at <= ${now}::timestamptz - make_interval(hours => ${CASE_HELD_HOURS})`
  await runBatches(context, {
    table: 'cases',
    row: 'case',
    size: BATCH_SIZE,
    isDue,
    async change(ids) {
      await sql`
        with released as (
          update cases set state = 'open', claimed_by = null, acted_at = null
          where id = any(array(
            select id from cases where id = any(${ids}::uuid[]) and ${isDue}
            order by id for update skip locked))
          returning id
        )
        insert into case_history (case_id, at, what) select id, ${now}::timestamptz, 'ran_out' from released`.execute(
        context.db,
      )
    },
  })
}
