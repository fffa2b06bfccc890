import { sql } from 'kysely'
import { BADGE_LETTER_DAYS } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import { enqueue } from '#server/queue/queue.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import type { DocumentKindOfCheck } from './document-checks.ts'

const BATCH_SIZE = 200

/** Ends the badges of documents whose time is over. Part of the job 'end-badges'. rule: badges */
export async function endDocumentBadges({ db, clock }: Context): Promise<void> {
  await db
    .updateTable('document_checks')
    .set({ state: 'expired' })
    .where('state', '=', 'approved')
    .where('expires_at', '<=', clock.now())
    .execute()
}

/** A badge that is about to end gets the letter of the shorter time only. rule: badges, scheduled-jobs */
export async function warnOfDocumentEnd(context: Context): Promise<void> {
  const { db } = context
  const now = context.clock.now()
  for (const days of BADGE_LETTER_DAYS.toSorted((one, other) => one - other)) {
    const isDue = sql`badge.state = 'approved'
      and expires_at between ${now}::timestamptz and ${now}::timestamptz + make_interval(days => ${days})
      and not exists (select from badge_letters as earlier where earlier.professional_id = badge.professional_id
        and earlier.kind = badge.kind and earlier.checked_at = badge.decided_at and earlier.days <= ${days})`
    await runEachDue(context, {
      async list(tried) {
        const { rows } = await sql<{ id: string; user_id: string; kind: DocumentKindOfCheck }>`
          select id, professional_id as user_id, kind from document_checks as badge
          where id <> all(${tried}::uuid[]) and ${isDue} order by id limit ${BATCH_SIZE}`.execute(
          db,
        )
        return rows
      },
      size: BATCH_SIZE,
      keyOf: ({ id }) => id,
      work: ({ id, user_id, kind }) =>
        db.transaction().execute(async (tx) => {
          const { rows } = await sql`
            insert into badge_letters (professional_id, kind, checked_at, days, at)
            select professional_id, kind, decided_at, ${days}, ${now}::timestamptz from document_checks as badge
            where id = ${id}::uuid and ${isDue}
            on conflict do nothing returning professional_id`.execute(tx)
          if (rows.length > 0) await enqueue(tx, 'send-badge-letter', { user_id, kind })
        }),
      failed: 'the letter about the end of a badge has to wait',
    })
  }
}
