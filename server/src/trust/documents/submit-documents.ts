import { CONSENT_VERSION } from '#contract/trust/ssn.ts'
import type { IdentityForm, InsuranceForm } from '#contract/trust/verification.ts'
import type { z } from 'zod'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import type { Actor } from '#server/http/calls/actor.ts'
import { runInTransaction } from '#server/http/calls/idempotency.ts'
import type { Idempotency } from '#server/http/calls/idempotency.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { resolveCaseOf } from '../cases/open-case.ts'
import { requireProvedSender } from '#server/people/person/letters-to-strangers.ts'
import { normalEmail } from '#server/people/person/normal-email.ts'
import type { UploadForm } from '#server/pictures/upload-form.ts'
import { blocksAnother, documentSubject, endCheck, waitingDocuments } from './document-checks.ts'
import type { DocumentKindOfCheck } from './document-checks.ts'
import { deletePages, makePages, storePages } from './document-pages.ts'
import { askReferences } from '../verification/references.ts'
import type { SubmissionIds } from '../verification/references.ts'
import { openCheckCase, withdrawNotice } from '../verification/rejection-notice.ts'
import { lockVerification } from '../verification/verification.queries.ts'

type Identity = z.output<typeof IdentityForm>
type Insurance = z.output<typeof InsuranceForm>
type Sent = { files: UploadForm['files']; idempotency: Idempotency | undefined }

/**
 * Submits an identity document with two references, who get a letter each. Refuses 'consent_outdated',
 * 'document_expired', 'references_required', 'email_not_verified', 'complete_profile_first', 'already_so',
 * 'address_has_letters' and what `makePages` refuses. rule: identity-documents, who-may-name
 */
export async function submitIdentity(
  context: Context,
  actor: Actor,
  form: Identity,
  sent: Sent,
): Promise<{ identity_status: 'pending' }> {
  const { consent_version = CONSENT_VERSION, document_kind, document_expires_on } = form
  if (consent_version !== CONSENT_VERSION) refuse('consent_outdated')
  refuseExpired(document_expires_on, context.clock.now())
  const references = [
    { name: form.reference_1_name, email: form.reference_1_email },
    { name: form.reference_2_name, email: form.reference_2_email },
  ] as const
  refuseSamePeople(actor, references)
  await requireProvedSender(context.db, actor.id)
  const facts = { document_kind, document_expires_on: document_expires_on ?? null, consent_version }
  return submit(context, actor.id, { kind: 'identity', facts, ...sent }, async (tx, ids) => {
    await askReferences(tx, context, ids, references)
    return { identity_status: 'pending' as const }
  })
}

/**
 * Submits a certificate of insurance. Refuses 'document_expired', 'complete_profile_first', 'already_so' and what
 * `makePages` refuses. rule: document-checks
 */
export async function submitInsurance(
  context: Context,
  actor: Actor,
  { insurer, amount_dollars, expires_on }: Insurance,
  sent: Sent,
): Promise<{ insurance_status: 'pending' }> {
  refuseExpired(expires_on, context.clock.now())
  const facts = { insurer, amount_dollars, insured_until: expires_on }
  return submit(context, actor.id, { kind: 'insurance', facts, ...sent }, async () => ({
    insurance_status: 'pending' as const,
  }))
}

type Submission = Sent & {
  kind: DocumentKindOfCheck
  facts: Partial<
    Record<'document_kind' | 'document_expires_on' | 'insurer' | 'insured_until', string | null>
  > & { amount_dollars?: number; consent_version?: string }
}

async function submit<Answer>(
  context: Context,
  userId: string,
  { kind, facts, files, idempotency }: Submission,
  finish: (tx: Tx, ids: SubmissionIds) => Promise<Answer>,
): Promise<Answer> {
  // Making a picture is expensive, so what cannot be sent now is refused before that.
  await refuseSecond(context.db, userId, kind, context.clock.now())
  const pages = await makePages(context, userId, { files })
  return runInTransaction(context.db, idempotency, async (tx) => {
    const at = context.clock.now()
    if (!(await lockVerification(tx, userId))) refuse('complete_profile_first')
    await refuseSecond(tx, userId, kind, at)
    const earlierId = await replaceWaiting(tx, userId, kind, at)
    const { id: checkId } = await tx
      .insertInto('document_checks')
      .values({ professional_id: userId, kind, ...facts, submitted_at: at, pages: pages.length })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storePages(tx, context.verificationKeys, { userId, checkId }, pages)
    const answer = await finish(tx, { checkId, earlierId })
    if (earlierId !== undefined)
      await tx.deleteFrom('check_references').where('check_id', '=', earlierId).execute()
    const event = { subjectId: userId, actorId: userId, at, data: { kind } }
    await recordEvent(tx, { kind: 'verification.submitted', ...event })
    await openCheckCase(tx, { id: checkId, userId, kind }, at)
    return answer
  })
}

/** A submission with a notice makes way for a better one, as a number does. */
async function replaceWaiting(
  tx: Tx,
  userId: string,
  kind: DocumentKindOfCheck,
  at: Date,
): Promise<string | undefined> {
  const waiting = await waitingDocuments(tx, userId, kind)
  if (!waiting) return undefined
  await endCheck(tx, waiting, { state: 'replaced', at })
  await deletePages(tx, waiting.id)
  await withdrawNotice(tx, userId, kind, at)
  await resolveCaseOf(tx, 'verification', documentSubject(waiting.id), { outcome: 'withdrawn', at })
  return waiting.id
}

async function refuseSecond(db: Db, userId: string, kind: DocumentKindOfCheck, now: Date) {
  const checks = await db
    .selectFrom('professionals')
    .leftJoin('document_checks', (join) =>
      join
        .onRef('document_checks.professional_id', '=', 'user_id')
        .on('document_checks.kind', '=', kind)
        .on('state', 'in', ['pending', 'approved']),
    )
    .leftJoin('verification_notices', (join) =>
      join
        .onRef('verification_notices.professional_id', '=', 'user_id')
        .on('verification_notices.kind', '=', kind)
        .on('ended_at', 'is', null),
    )
    .select(['state', 'expires_at', 'verification_notices.id as has_notice'])
    .where('user_id', '=', userId)
    .execute()
  if (checks.length === 0) refuse('complete_profile_first')
  for (const { state, ...check } of checks)
    if (state !== null && blocksAnother({ state, ...check }, now)) refuse('already_so')
}

/** A document counts on its last day. */
function refuseExpired(day: string | undefined, now: Date): void {
  if (day !== undefined && day < now.toISOString().slice(0, 10)) refuse('document_expired')
}

type Person = { name: string; email: string }

/** Refuses 'references_required' unless two different people are named, neither of them the professional. */
function refuseSamePeople(actor: Actor, references: readonly [Person, Person]): void {
  const emails = references.map(({ email }) => normalEmail(email))
  const names = references.map(({ name }) => name.toLocaleLowerCase('en'))
  const isOne = new Set(emails).size < 2 || new Set(names).size < 2
  if (isOne || emails.includes(normalEmail(actor.email))) refuse('references_required')
}
