import { BADGE_RENEWAL_DAYS } from '#contract/trust/verification-rules.ts'
import type { DocumentStatus, VerificationKind } from '#contract/trust/verification-rules.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { recordEvent } from '#server/events/record.ts'
import { lockVerification } from '../verification/verification.queries.ts'

export type DocumentKindOfCheck = Exclude<VerificationKind, 'ssn'>

const DAY_MS = 86_400_000

/** The subject of a submission's case. */
export const documentSubject = (checkId: string) => ({ kind: 'verification', id: checkId }) as const

/** Locks a professional's checks until the transaction ends, and reads the submission; undefined if it is gone. */
export async function lockDocuments(tx: Tx, checkId: string) {
  const owner = await tx
    .selectFrom('document_checks')
    .select('professional_id')
    .where('id', '=', checkId)
    .executeTakeFirst()
  if (!owner) return undefined
  await lockVerification(tx, owner.professional_id)
  return tx.selectFrom('document_checks').selectAll().where('id', '=', checkId).executeTakeFirst()
}

/** The submission of a kind that waits for a decision. */
export function waitingDocuments(db: Db, userId: string, kind: DocumentKindOfCheck) {
  return db
    .selectFrom('document_checks')
    .selectAll()
    .where('professional_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'pending')
    .executeTakeFirst()
}

/** Takes the badge of a submission back. The caller records who did it. rule: operator-decision */
export async function withdrawDocuments(
  tx: Tx,
  { id, userId, kind }: { id: string; userId: string; kind: VerificationKind },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('document_checks')
    .set({ state: 'withdrawn' })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .execute()
  const event = { subjectId: userId, actorId: null, at, data: { kind } }
  await recordEvent(tx, { kind: 'verification.withdrawn', ...event })
}

export type DocumentCheck = NonNullable<Awaited<ReturnType<typeof waitingDocuments>>>

/** Writes what became of a submission that waits. */
export async function endCheck(
  tx: Db,
  { id }: Pick<DocumentCheck, 'id'>,
  { state, at }: { state: 'rejected' | 'replaced' | 'lapsed'; at: Date },
): Promise<void> {
  await tx
    .updateTable('document_checks')
    .set({ state, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

type Statuses = {
  identity_status: DocumentStatus
  insurance_status: DocumentStatus
  may_send: DocumentKindOfCheck[]
}

/** SQL over users: their submissions, as `documentStatuses` reads them. */
export const DOCUMENT_CHECKS_SQL = `(select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'state', state, 'expires_at', expires_at,
    'has_notice', exists (select from verification_notices as notice where notice.professional_id = document_checks.professional_id
      and notice.kind = document_checks.kind and ended_at is null)) order by submitted_at, id), '[]')
  from document_checks where professional_id = users.id)`
export type ShownCheck = Shown & { kind: string }

/** The states of identity and insurance documents, as the dashboard shows them. rule: document-checks */
export function documentStatuses(checks: readonly ShownCheck[], now: Date): Statuses {
  const of = (kind: DocumentKindOfCheck) => checks.filter((check) => check.kind === kind)
  const maySend = (kind: DocumentKindOfCheck) =>
    !of(kind).some((check) => blocksAnother(check, now))
  return {
    identity_status: statusOf(of('identity'), now),
    insurance_status: statusOf(of('insurance'), now),
    may_send: (['identity', 'insurance'] as const).filter(maySend),
  }
}

type Shown = { state: string; expires_at: string | Date | null; has_notice: unknown }

function statusOf(checks: readonly Shown[], now: Date): DocumentStatus {
  const counts = ({ state, expires_at }: Shown) =>
    state === 'approved' && new Date(expires_at!) > now
  if (checks.some(counts)) return 'verified'
  if (checks.some(({ state }) => state === 'pending')) return 'pending'
  const last = checks.findLast(({ state }) => state !== 'replaced' && state !== 'lapsed')
  return last?.state === 'expired' || last?.state === 'approved' ? 'expired' : 'not_submitted'
}

/**
 * Whether documents cannot be sent again: they wait without a notice, or their badge has more than 60 days left.
 * rule: document-checks
 */
export function blocksAnother({ state, expires_at, has_notice }: Shown, now: Date): boolean {
  if (state === 'pending') return !has_notice
  return state === 'approved' && +new Date(expires_at!) - BADGE_RENEWAL_DAYS * DAY_MS > +now
}
