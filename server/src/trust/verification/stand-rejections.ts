import type { VerificationKind } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import { runEachDue } from '#server/queue/run-batches.ts'
import { CLOCK } from '../decisions/record-action.ts'
import { waitingCheckOf } from './check-of.ts'
import { decideCheck } from '../documents/decide.ts'

const BATCH_SIZE = 100

/**
 * The hourly job 'stand-rejections': rejects what nobody has disputed in 7 days; never sooner. rule: rejection-notice
 */
export async function standRejections(context: Context): Promise<void> {
  const { db, clock } = context
  await runEachDue(context, {
    list: (tried) =>
      db
        .selectFrom('verification_notices')
        .select(['id', 'professional_id', 'kind'])
        .where('ended_at', 'is', null)
        .where('disputed_at', 'is', null)
        .where('stands_at', '<=', clock.now())
        .$if(tried.length > 0, (query) => query.where('id', 'not in', tried))
        .orderBy('stands_at')
        .limit(BATCH_SIZE)
        .execute(),
    size: BATCH_SIZE,
    keyOf: ({ id }) => id,
    work: ({ id, professional_id, kind }) =>
      standRejection(context, id, professional_id, kind as VerificationKind),
    failed: 'a rejection has to wait',
  })
}

async function standRejection(
  context: Context,
  id: string,
  userId: string,
  kind: VerificationKind,
): Promise<void> {
  const at = context.clock.now()
  await context.db.transaction().execute(async (tx) => {
    const check = await waitingCheckOf(tx, userId, kind)
    const notice = await tx
      .updateTable('verification_notices')
      .set({ ended_at: at, outcome: check ? 'stood' : 'withdrawn' })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .where('disputed_at', 'is', null)
      .returning(['text', 'reason', 'sent_by'])
      .executeTakeFirst()
    if (!notice || !check) return
    const why = { reason: notice.text, doneBy: CLOCK, said: { code: notice.reason } }
    await decideCheck(tx, context, check, { status: 'rejected', noticedBy: notice.sent_by }, why)
  })
}
