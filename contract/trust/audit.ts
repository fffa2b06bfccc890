import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../values.ts'

const byOperator = { caller: { role: 'operator' } } as const

/** The number of an entry, from 1 without gaps. */
const Seq = z.number().int()
const WrittenSeq = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

const AuditEntry = z.object({
  seq: Seq,
  at: Instant,
  /** An operator, 'cli:NAME' of a system user or 'provider:NAME': these have their id as name. */
  operator: z.object({ id: z.string(), name: z.string() }),
  action: z.string(),
  /** The label is the name of a person or an operator, a number such as 'C-12' or 'L-3', or the title of a review. */
  subject: z.object({ kind: z.string(), id: z.string(), label: z.string().nullable() }),
  reason: z.string(),
  /** The text to the person; null if there is none, and after three years. */
  text: z.string().nullable(),
  case_id: z.string().nullable(),
})

/** The newest 50 entries, or the 50 before the entry `before`. rule: audit-log */
export const auditLog = endpoint({
  method: 'GET',
  path: '/api/operator/audit',
  summary: 'What operators did',
  ...byOperator,
  query: z.object({
    /** Only the actions about this person, their checks or their payments. */
    person_id: Id.optional(),
    /** The id of an operator, or 'cli:NAME'. */
    operator_id: z.string().max(100).optional(),
    action: z.string().max(100).optional(),
    before: WrittenSeq.optional(),
  }),
  answer: z.object({
    entries: z.array(AuditEntry),
    has_more: z.boolean(),
    /** The newest entry of the whole log. */
    head: z.object({ seq: Seq, hash: z.string() }),
  }),
})

/** Computes the chain again. rule: audit-log */
export const verifyAuditLog = endpoint({
  method: 'GET',
  path: '/api/operator/audit/verify',
  summary: 'Check that nobody changed the audit log',
  ...byOperator,
  answer: z.object({ ok: z.boolean(), checked: Seq, first_bad_seq: Seq.nullable() }),
})

/**
 * Exports entries from one number on, each as one line of JSON, as the chain has it. The export is an entry itself.
 * rule: audit-log
 */
export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/operator/audit/export',
  summary: 'Download the audit log',
  ...byOperator,
  needsConfirmation: true,
  query: z.object({ from: WrittenSeq.default(1) }),
  answer: z.string(),
  answerType: 'application/x-ndjson',
})
