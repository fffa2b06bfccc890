import { sql } from 'kysely'
import { RETENTION } from '#contract/retention.ts'
import type { VerificationKind } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import { executeWhileFull, runEachDue, runEachStep } from '#server/queue/run-batches.ts'
import { resolveCaseOf } from '../cases/open-case.ts'
import { documentSubject, endCheck, lockDocuments } from './document-checks.ts'
import { openNotice } from '../verification/rejection-notice.ts'

const BATCH_SIZE = 200

/**
 * The hourly job 'erase-documents': deletes the pages of decided and of forgotten submissions, what references answered
 * long ago, and links that are over. rule: document-pages, identity-documents
 */
export async function eraseDocuments(context: Context): Promise<void> {
  await runEachStep([
    () => erasePages(context),
    () => endUndecided(context),
    () => eraseAnswers(context),
  ])
}

/** SQL over document_checks: from when its pages may not exist any more. rule: document-pages */
const PAGES_END_SQL = `case
  when state in ('pending', 'lapsed') then submitted_at + interval '${RETENTION.document_days} days'
  when state = 'rejected' then decided_at + interval '${RETENTION.document_days} days'
  when state = 'replaced' and expires_at is null then decided_at
  else decided_at + interval '${RETENTION.document_hours} hours' end`

async function erasePages({ db, clock }: Context): Promise<void> {
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`delete from document_pages where (check_id, page) in (
      select check_id, page from document_pages join document_checks on document_checks.id = check_id
      where ${sql.raw(PAGES_END_SQL)} <= ${clock.now()}::timestamptz limit ${BATCH_SIZE})`,
  )
}

/**
 * Ends submissions without pages, because nobody can decide about them. While a notice runs, it ends with the notice.
 */
async function endUndecided(context: Context): Promise<void> {
  const { db, clock } = context
  const now = clock.now()
  await runEachDue(context, {
    list: (tried) =>
      db
        .selectFrom('document_checks')
        .select('id')
        .where('state', '=', 'pending')
        .where(sql<boolean>`${sql.raw(PAGES_END_SQL)} <= ${now}::timestamptz`)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('verification_notices')
                .select('verification_notices.id')
                .whereRef(
                  'verification_notices.professional_id',
                  '=',
                  'document_checks.professional_id',
                )
                .whereRef('verification_notices.kind', '=', 'document_checks.kind')
                .where('ended_at', 'is', null),
            ),
          ),
        )
        .$if(tried.length > 0, (query) => query.where('id', 'not in', tried))
        .limit(BATCH_SIZE)
        .execute(),
    size: BATCH_SIZE,
    keyOf: ({ id }) => id,
    work: ({ id }) =>
      db.transaction().execute(async (tx) => {
        const check = await lockDocuments(tx, id)
        if (check?.state !== 'pending') return
        const { professional_id, kind } = check
        if (await openNotice(tx, professional_id, kind as VerificationKind)) return
        await endCheck(tx, check, { state: 'lapsed', at: now })
        const ending = { outcome: 'withdrawn', at: now } as const
        await resolveCaseOf(tx, 'verification', documentSubject(id), ending)
      }),
    failed: 'a submission without pages has to wait',
  })
}

async function eraseAnswers({ db, clock }: Context): Promise<void> {
  const now = clock.now()
  await executeWhileFull(
    db,
    BATCH_SIZE,
    sql`delete from check_references where id in (
      select id from check_references
      where coalesce(answered_at, asked_at) <= ${now}::timestamptz - make_interval(months => ${RETENTION.reference_months})
      limit ${BATCH_SIZE})`,
    sql`delete from reference_links where token_hash in (
      select token_hash from reference_links where expires_at <= ${now}::timestamptz limit ${BATCH_SIZE})`,
  )
}
