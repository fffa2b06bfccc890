import { sql } from 'kysely'
import { VERIFICATION_KINDS } from '#contract/trust/verification-rules.ts'
import type { VerificationKind } from '#contract/trust/verification-rules.ts'
import type { Db } from '#server/db/db.ts'
import type { Context } from '#server/context.ts'
import { textsIn, titled } from '#server/texts.ts'
import { createNotice } from '../notices/create-notice.ts'
import type { Notice, NoticeTopicDefinition } from '../notices/notice.ts'

/**
 * The job that notifies a professional of an operator's decision on a check of theirs. rule: money-notices
 */
export async function notifyOfVerification(
  { db, clock }: Context,
  { event_id }: { event_id: string },
): Promise<void> {
  const decision = await loadDecision(db, event_id)
  if (!decision) return
  const { subject_id: userId, data } = decision
  const kind = decision.kind === 'verification.approved' ? decision.kind : 'verification.rejected'
  await db.transaction().execute((tx) =>
    createNotice(tx, {
      userId,
      kind,
      key: `${kind} ${event_id}`,
      at: clock.now(),
      data: { reason: reasonIn(data), check: checkIn(data) },
    }),
  )
}

function loadDecision(db: Db, eventId: string) {
  return db
    .selectFrom('events')
    .select(['kind', 'subject_id', 'data'])
    .where('id', '=', eventId)
    .where('kind', 'in', ['verification.approved', 'verification.rejected'])
    .executeTakeFirst()
}

/** The check that a notice is about. Notices of earlier versions are about a number. */
function checkIn(data: unknown): VerificationKind {
  const { kind, check = kind } = data as { kind?: unknown; check?: unknown }
  return VERIFICATION_KINDS.find((known) => known === check) ?? 'ssn'
}

function reasonIn(data: unknown): string | null {
  const reason = (data as { reason?: unknown }).reason
  return typeof reason === 'string' ? reason : null
}

export const verificationNotices: NoticeTopicDefinition = {
  compose({ kind, data }, { language, role }) {
    if (role !== 'professional') return undefined
    const decision = kind === 'verification.approved' ? 'approved' : 'rejected'
    const check = checkIn(data)
    const t = textsIn(language, 'notices')
    const key = `verification.${check}.${decision}` as const
    const reason = data['reason']
    return {
      ...titled(language, 'notices', key),
      facts:
        decision === 'rejected' && typeof reason === 'string'
          ? [[t('verification.reason'), reason]]
          : [],
      button: {
        label: t(`${key}.button`),
        path: decision === 'approved' ? '/dashboard' : `/dashboard?open=${OPENS[check]}`,
      },
    }
  },
  isStillTrue: isLatestDecision,
}

const OPENS: Record<VerificationKind, string> = {
  ssn: 'verify',
  identity: 'identity',
  insurance: 'insurance',
}

/**
 * Whether the decision stands and no later one was announced. A rejected professional may have given their number or
 * documents again.
 */
async function isLatestDecision(db: Db, { user_id, kind, at, data }: Notice): Promise<boolean> {
  const check = checkIn(data)
  const { rows } = await sql<{ state: string | null; announced_later: boolean }>`
    select case when ${check} = 'ssn' then background_check_status else (
        select state from document_checks where professional_id = user_id and kind = ${check} and state <> 'replaced'
        order by submitted_at desc, id desc limit 1) end as state,
      exists (select from notices where notices.user_id = professionals.user_id and notices.at > ${at}::timestamptz
        and notices.kind in ('verification.approved', 'verification.rejected')
        and coalesce(notices.data ->> 'check', 'ssn') = ${check}) as announced_later
    from professionals where user_id = ${user_id}::uuid`.execute(db)
  const [row] = rows
  return row !== undefined && kind === `verification.${row.state}` && !row.announced_later
}
