import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { AUDIT_SUBJECTS } from '#contract/trust/audit-actions.ts'
import type { AuditAction } from '#contract/trust/audit-actions.ts'
import type { Db, Tx } from '#server/db/db.ts'

/**
 * Why an operator acts, and who it is: 'cli:olga', or an operator's id. Both are stored. With `said`, from the console,
 * `reason` is the text that the person reads.
 */
export type OperatorReason = { reason: string; doneBy: string; said?: Said | undefined }

/** The fields that an operator sends at the console beside the text. rule: actions */
export type Said = {
  /** The code of one of the action's reasons. */
  code: string
  note?: string | undefined
  caseId?: string | undefined
  requestId?: string | undefined
}

export type { AuditAction }
export const subjectKindOf = (action: AuditAction) => AUDIT_SUBJECTS[action]

/** Ids, numbers and states; never names, addresses or texts. */
export type States = Record<string, string | number | null>

type ActionFacts = {
  /** The code of the reason. Default 'stated': the operator gave it in the text or the note. */
  reason?: string
  /** The person reads it. */
  text?: string | undefined
  /** The note that only operators read. */
  note?: string | undefined
  before?: States | undefined
  after?: States | undefined
  /** The case that the operator held. */
  caseId?: string | undefined
  /** The request of an action in the console. */
  requestId?: string | undefined
}

/** The hash before the first entry. rule: audit-log */
export const FIRST_PREV = '0'.repeat(64)

/**
 * Adds what an operator did to the audit log, in the transaction of the action, and returns its number. Call it last:
 * until the transaction ends, every other action of an operator waits. rule: audit-log, refunds
 */
export async function recordOperatorAction(
  tx: Tx,
  {
    action,
    subjectId,
    doneBy,
    at,
  }: { action: AuditAction; subjectId: string; doneBy: string; at: Date },
  { reason = 'stated', text, note, before, after, caseId, requestId }: ActionFacts = {},
): Promise<number> {
  const texts = { ...salted('text', text), ...salted('note', note) }
  const { seq: lastSeq, hash: prev } = await lockHead(tx)
  const seq = lastSeq + 1
  const body = JSON.stringify({
    seq,
    at: at.toISOString(),
    operator: doneBy,
    action,
    subject: { kind: AUDIT_SUBJECTS[action], id: subjectId },
    reason,
    text_hash: texts.text ? textHash(texts.text_salt!, texts.text) : null,
    note_hash: texts.note ? textHash(texts.note_salt!, texts.note) : null,
    case_id: caseId ?? null,
    before: before ?? null,
    after: after ?? null,
    request_id: requestId ?? null,
  })
  await tx
    .insertInto('audit_log')
    .values({ seq, at, prev, body, hash: entryHash(prev, body) })
    .execute()
  if (text || note)
    await tx
      .insertInto('audit_texts')
      .values({ seq, ...texts })
      .execute()
  return seq
}

/** SHA-256 of the hash before, a line feed and the body. rule: audit-log */
export const entryHash = (prev: string, body: string) => sha256(`${prev}\n${body}`)

/** The salt keeps a short text from being guessed from its hash. rule: audit-log */
export const textHash = (salt: string, text: string) => sha256(`${salt}\n${text}`)

/** The newest entry: its number and hash. rule: audit-log */
export async function auditHead(db: Db): Promise<{ seq: number; hash: string }> {
  const head = await db
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ? { seq: Number(head.seq), hash: head.hash } : { seq: 0, hash: FIRST_PREV }
}

/**
 * Locks the head of the log: one action at a time, so that no number is missing and each entry knows the hash before
 * it.
 */
async function lockHead(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('audit log', 0))`.execute(tx)
  return auditHead(tx)
}

type Texts = { text?: string; text_salt?: string; note?: string; note_salt?: string }

function salted(name: 'text' | 'note', value: string | undefined): Texts {
  return value ? { [name]: value, [`${name}_salt`]: randomBytes(16).toString('hex') } : {}
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
