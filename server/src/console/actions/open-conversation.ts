import type { Tx } from '#server/db/db.ts'
import { Id } from '#contract/values.ts'
import { refuse } from '#server/http/calls/refusal.ts'
import type { Context } from '#server/context.ts'
import type { OperatorReason } from '#server/trust/audit/operator-actions.ts'
import { openCase } from '#server/trust/cases/open-case.ts'
import { recordAction } from '#server/trust/decisions/record-action.ts'
import { lockAccounts } from '#server/people/person/lock-people.ts'

const HOUR_MS = 3_600_000
/** When both people are told. A legal reason can put it off. */
const TOLD_AFTER_HOURS = 72
const SHOWN_MINUTES = 60
const MESSAGES_MAX = 100

type Opening = { id: string; tellAfterDays: number | undefined; at: Date }

/**
 * The operator opens a conversation, to read it (`messagesOfOpened`). A case asks another operator whether it was
 * needed, and both people are told after 72 hours, or after up to 30 days for a legal reason. Refuses 'not_found'.
 * rule: opened-conversations, decisions
 */
export async function openConversation(
  tx: Tx,
  { id, tellAfterDays, at }: Opening,
  why: OperatorReason,
) {
  const lead = Id.safeParse(id).success
    ? await tx
        .selectFrom('leads')
        .select(['client_id', 'professional_id'])
        .where('conversation_id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!lead) refuse('not_found')
  const isLegal = why.said?.code === 'legal' && tellAfterDays !== undefined
  const shownAt = new Date(+at + (isLegal ? tellAfterDays * 24 : TOLD_AFTER_HOURS) * HOUR_MS)
  const people = [lead.client_id, lead.professional_id]
  await lockAccounts(tx, ...people)
  await openCase(tx, {
    queue: 'appeals',
    kind: 'conversation',
    subject: { kind: 'conversation', id },
    key: `conversation:${id}:${at.toISOString()}`,
    personId: null,
    title: { code: 'was_needed' },
    at,
    notFor: why.doneBy,
  })
  const action = { action: 'conversation_opened', subjectId: id, at, shownAt } as const
  const seq = await recordAction(tx, { ...action, people }, why, { as: 'text' })
  return { seq, until: new Date(+at + SHOWN_MINUTES * 60_000).toISOString() }
}

/**
 * The newest 100 messages that an opened conversation had then; none once its 60 minutes are over. They are read again
 * for a repeated request, so that no saved answer has their words.
 */
export async function messagesOfOpened(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  id: string,
  { at, until }: { at: string; until: string },
) {
  if (new Date(until) <= clock.now()) return []
  const rows = await db
    .selectFrom('messages')
    .innerJoin('leads', 'leads.conversation_id', 'messages.conversation_id')
    .select(['messages.id', 'sender_id', 'client_id', 'text', 'messages.created_at'])
    .where('messages.conversation_id', '=', id)
    .where('kind', '=', 'text')
    .where('messages.created_at', '<=', new Date(at))
    .orderBy('seq', 'desc')
    .limit(MESSAGES_MAX)
    .execute()
  return rows.toReversed().map((row) => ({
    id: row.id,
    from: row.sender_id === row.client_id ? ('client' as const) : ('professional' as const),
    at: row.created_at.toISOString(),
    text: row.text,
  }))
}
