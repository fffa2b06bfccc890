import { DOCUMENT_PAGES_MAX } from '#contract/trust/verification-rules.ts'
import { Id } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { recordOperatorAction } from '../audit/operator-actions.ts'
import { unsealPage } from './document-pages.ts'

type Look = {
  /** The id of the submission; `n` is the number of the page. The address has both. */
  id: string
  n: string
  operatorId: string
  requestId: string
}

/**
 * A page of a document as WebP, for the operator who holds its case while the submission waits. The look is an entry of
 * the audit log, written first. Refuses 'not_found'. rule: document-pages
 */
export async function lookAtPage(
  { db, clock, verificationKeys }: Pick<Context, 'db' | 'clock' | 'verificationKeys'>,
  { id, n, operatorId, requestId }: Look,
): Promise<Buffer> {
  const checkId = Id.safeParse(id).data ?? refuse('not_found')
  const page = PAGES.find((one) => String(one) === n) ?? refuse('not_found')
  return db.transaction().execute(async (tx) => {
    const found =
      (await tx
        .selectFrom('document_pages')
        .innerJoin('document_checks', 'document_checks.id', 'check_id')
        .innerJoin('cases', (join) =>
          join
            .onRef('subject_id', '=', (eb) => eb.cast<string>('document_checks.id', 'text'))
            .on('queue', '=', 'verification')
            .on('cases.state', '=', 'claimed'),
        )
        .select(['key_id', 'sealed', 'professional_id', 'cases.id as case_id'])
        .where('check_id', '=', checkId)
        .where('page', '=', page)
        .where('document_checks.state', '=', 'pending')
        .where('claimed_by', '=', operatorId)
        .executeTakeFirst()) ?? refuse('not_found')
    const at = clock.now()
    await recordOperatorAction(
      tx,
      { action: 'document_viewed', subjectId: checkId, doneBy: operatorId, at },
      { reason: 'case', after: { page }, caseId: found.case_id, requestId },
    )
    return unsealPage(verificationKeys, { userId: found.professional_id, checkId, page }, found)
  })
}

const PAGES = Array.from({ length: DOCUMENT_PAGES_MAX }, (_, index) => index + 1)
