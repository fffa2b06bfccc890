import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import { formats } from '#contract/formats.ts'
import type { Context } from '#server/context.ts'
import { runBatches } from '#server/queue/run-batches.ts'
import { textsIn, titled } from '#server/texts.ts'
import { isUnusedSql } from '#server/visits/access/erase-unused.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { NoticeTopicDefinition } from '../notices/notice.ts'

const DAY_MS = 86_400_000
const BATCH_SIZE = 500

/**
 * Part of the job 'forget-visits': tells clients whose access details nobody used for a year that they go in 30 days.
 * rule: access-log, scheduled-jobs
 */
export async function warnOfUnusedAccess(context: Context): Promise<void> {
  const at = context.clock.now()
  const until = new Date(+at + RETENTION.unused_access_days * DAY_MS)
  const isForgotten = sql`warned_at is null and ${isUnusedSql(at)}
    and used_at < ${at}::timestamptz - make_interval(months => ${RETENTION.unused_access_months})`
  await runBatches(context, {
    table: 'homes',
    row: 'home with unused access details',
    size: BATCH_SIZE,
    isDue: sql`exists (select from home_access where home_access.home_id = homes.id and ${isForgotten})`,
    async change(ids) {
      const clients = await context.db.transaction().execute(async (tx) => {
        // The lock reads the row again: a look may have come in between.
        const { rows } = await sql<{ home_id: string; client_id: string }>`
          with forgotten as (
            select home_id from home_access where home_id = any(${ids}::uuid[]) and ${isForgotten}
            order by home_id for update
          )
          update home_access set warned_at = ${at} from forgotten join homes on homes.id = forgotten.home_id
          where home_access.home_id = forgotten.home_id
          returning home_access.home_id, client_id`.execute(tx)
        const kind = 'visit.access_unused'
        for (const { home_id, client_id: userId } of rows) {
          const key = `${kind} ${home_id} ${at.toISOString()}`
          const data = { home_id, date: until.toISOString() }
          await createNotice(tx, { userId, kind, key, at, data })
        }
        return rows.map(({ client_id }) => client_id)
      })
      if (clients.length > 0) await context.live.notify(clients, { type: 'notices' })
    },
  })
}

export const accessNotices: NoticeTopicDefinition = {
  compose({ data }, { language, role }) {
    if (role !== 'client') return undefined
    return {
      ...titled(language, 'visits', 'access_unused', {
        date: formats(language).date(new Date(String(data['date'])), 'UTC'),
      }),
      facts: [],
      button: {
        label: textsIn(language, 'visits')('access_unused.button'),
        path: `/homes/${data['home_id']}`,
      },
    }
  },
  async isStillTrue(db, { data }) {
    const warned = await db
      .selectFrom('home_access')
      .select('home_id')
      .where('home_id', '=', String(data['home_id']))
      .where('warned_at', 'is not', null)
      .executeTakeFirst()
    return warned !== undefined
  },
}
