import { sql } from 'kysely'
import { CASE_HELD_HOURS } from '#contract/case-rules.ts'
import type { Context } from '#server/context.ts'
import { executeWhileFull } from '#server/queue/run-batches.ts'

const BATCH_SIZE = 500

/**
 * Part of the job 'release-cases', every 5 minutes: a case whose holder has done nothing about it for 4 hours is open
 * again. rule: case-states
 */
export async function releaseIdleCases({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`
      with released as (
        update cases set state = 'open', claimed_by = null, acted_at = null
        where id = any(array(
          select id from cases
          where state = 'claimed' and acted_at <= ${now}::timestamptz - make_interval(hours => ${CASE_HELD_HOURS})
          order by id limit ${BATCH_SIZE} for update skip locked))
        returning id
      )
      insert into case_history (case_id, at, what) select id, ${now}::timestamptz, 'ran_out' from released`,
  )
}
