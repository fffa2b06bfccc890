import { NOTICE_DAYS } from '#contract/trust/verification-rules.ts'
import type { NoticeReason, VerificationKind } from '#contract/trust/verification-rules.ts'
import type { Context } from '#server/context.ts'
import type { Db, Tx } from '#server/db/db.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import { enqueue } from '#server/queue/queue.ts'
import { openCase, resolveCaseOf } from '../cases/open-case.ts'
import { documentSubject, waitingDocuments } from '../documents/document-checks.ts'
import { isWaiting, lockVerification } from './verification.queries.ts'

const DAY_MS = 86_400_000

type Notice = {
  kind: VerificationKind
  reason: NoticeReason
  /** The professional reads it. */
  text: string
  /** The operator's id, or 'cli:NAME'. */
  doneBy: string
  at: Date
}

/**
 * An operator is about to reject a check that waits: the professional gets 'Before we decide' and 7 days. After a
 * dispute another operator's notice cannot be disputed again; it too stands after 7 days. The caller records who did
 * it. Returns 'already' while a notice runs, 'nothing_given' without a check that waits, and 'other_operator_needed'
 * for the operator whose notice is disputed. rule: rejection-notice
 */
export async function sendNotice(
  tx: Tx,
  userId: string,
  { kind, reason, text, doneBy, at }: Notice,
): Promise<{ stands_at: Date } | 'already' | 'nothing_given' | 'other_operator_needed'> {
  const subject = await lockWaiting(tx, userId, kind)
  if (!subject) return 'nothing_given'
  const open = await openNotice(tx, userId, kind)
  if (open && !open.disputed_at) return 'already'
  if (open?.sent_by === doneBy) return 'other_operator_needed'
  if (open) await endNotice(tx, open.id, 'replaced', at)
  const sent = await tx
    .insertInto('verification_notices')
    .values({
      professional_id: userId,
      kind,
      reason,
      text,
      sent_by: doneBy,
      sent_at: at,
      stands_at: new Date(at.getTime() + NOTICE_DAYS * DAY_MS),
      final: open !== undefined,
    })
    .returning(['id', 'stands_at'])
    .executeTakeFirstOrThrow()
  await resolveCaseOf(tx, 'verification', subject, { outcome: 'acted', at, doneBy })
  await enqueue(tx, 'send-verification-notice', { notice_id: sent.id })
  return { stands_at: sent.stands_at }
}

/** Locks a professional's checks. The subject of the check of a kind that waits; undefined if none does. */
export async function lockWaiting(tx: Tx, userId: string, kind: VerificationKind) {
  const number = await lockVerification(tx, userId)
  if (kind === 'ssn') return number?.ssn_hash && isWaiting(number) ? subjectOf(userId) : undefined
  const documents = await waitingDocuments(tx, userId, kind)
  return documents && documentSubject(documents.id)
}

/**
 * The professional disputes: the 7 days stop, and another operator decides. Refuses 'not_found' and 'already_so'.
 * rule: rejection-notice
 */
export async function disputeNotice(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: string,
  { kind, text }: { kind: VerificationKind; text: string },
): Promise<void> {
  const at = clock.now()
  await db.transaction().execute(async (tx) => {
    const subject = await lockWaiting(tx, userId, kind)
    const open = (subject && (await openNotice(tx, userId, kind))) ?? refuse('not_found')
    if (open.disputed_at || open.final) refuse('already_so')
    await tx
      .updateTable('verification_notices')
      .set({ disputed_at: at, dispute: text })
      .where('id', '=', open.id)
      .execute()
    await openCase(tx, {
      queue: 'verification',
      kind,
      subject: subject!,
      personId: userId,
      title: { code: 'notice_disputed', params: { kind } },
      at,
      notFor: open.sent_by.startsWith('cli:') ? undefined : open.sent_by,
    })
  })
}

/** Whether the professional disputes a notice of this operator: another one decides then. rule: rejection-notice */
export async function isOwnDispute(
  tx: Db,
  userId: string,
  kind: VerificationKind,
  doneBy: string,
): Promise<boolean> {
  const open = await openNotice(tx, userId, kind)
  return open !== undefined && open.disputed_at !== null && open.sent_by === doneBy
}

/** Whether the 7 days of a notice run. rule: rejection-notice */
export async function hasUndisputedNotice(
  db: Db,
  userId: string,
  kind: VerificationKind,
): Promise<boolean> {
  const open = await openNotice(db, userId, kind)
  return open !== undefined && open.disputed_at === null
}

/** The check waits for an operator: it has a case. rule: case-queues */
export async function openCheckCase(
  tx: Db,
  { id, userId, kind }: { id: string; userId: string; kind: VerificationKind },
  at: Date,
): Promise<void> {
  await openCase(tx, {
    queue: 'verification',
    kind,
    subject: subjectOf(id),
    personId: userId,
    title: { code: 'check_waits', params: { kind } },
    at,
  })
}

/**
 * Ends a notice, because the check was approved, begins anew, or the operator takes it back. Returns whether one ran.
 * rule: rejection-notice
 */
export async function withdrawNotice(
  tx: Db,
  userId: string,
  kind: VerificationKind,
  at: Date,
): Promise<boolean> {
  const open = await openNotice(tx, userId, kind)
  if (open) await endNotice(tx, open.id, 'withdrawn', at)
  return open !== undefined
}

export type DashboardNotice = {
  kind: VerificationKind
  reason: NoticeReason
  text: string
  stands_at: string
  disputed: boolean
}

/** SQL over users: the notice that runs, as the dashboard shows it. */
export const OPEN_NOTICE_SQL = `(select jsonb_build_object('kind', kind, 'reason', reason, 'text', text,
    'stands_at', to_char(stands_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'disputed', disputed_at is not null or final)
  from verification_notices where professional_id = users.id and ended_at is null order by sent_at limit 1)`

/** The notice that runs about a check of a kind, for operators. */
export async function noticeOf(db: Db, userId: string, kind: VerificationKind) {
  const notice = await db
    .selectFrom('verification_notices')
    .select(['kind', 'reason', 'text', 'stands_at', 'disputed_at', 'final', 'dispute'])
    .where('professional_id', '=', userId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!notice) return null
  const { stands_at, disputed_at, final, dispute, ...facts } = notice
  const disputed = disputed_at !== null || final
  return {
    ...facts,
    stands_at: stands_at.toISOString(),
    disputed,
    ...(dispute !== null && { dispute }),
  }
}

/** The subject of a check's case. Of a number its id is the professional's. */
export const subjectOf = (id: string) => ({ kind: 'verification', id }) as const

export function openNotice(db: Db, userId: string, kind: VerificationKind) {
  return db
    .selectFrom('verification_notices')
    .select(['id', 'sent_by', 'disputed_at', 'final'])
    .where('professional_id', '=', userId)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

async function endNotice(tx: Db, id: string, outcome: 'replaced' | 'withdrawn', at: Date) {
  const ended = { ended_at: at, outcome }
  await tx.updateTable('verification_notices').set(ended).where('id', '=', id).execute()
}

/** Deletes the notices about a number, with the professional's answers, and the letters about its badge. */
export async function deleteNumberNotices(tx: Db, userId: string): Promise<void> {
  for (const table of ['verification_notices', 'badge_letters'] as const)
    await tx
      .deleteFrom(table)
      .where('professional_id', '=', userId)
      .where('kind', '=', 'ssn')
      .execute()
}

/** Deletes all notices and all letters about badges, because the account is deleted. rule: account-deletion */
export async function deleteVerificationNotices(tx: Db, userId: string): Promise<void> {
  for (const table of ['verification_notices', 'badge_letters'] as const)
    await tx.deleteFrom(table).where('professional_id', '=', userId).execute()
}
