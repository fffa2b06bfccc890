import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  ALL_REPORT_REASONS,
  REPORT_LENGTH_MAX,
  REPORT_LENGTH_MIN,
  REPORT_STATES,
  REPORT_SUBJECTS,
} from './report-rules.ts'
import { code, Instant, text } from '../values.ts'

const invalid = code('invalid_input')

export const ReportDraft = z.object({
  /** The id of a photo is the name of its file. */
  subject: z.object({ kind: z.enum(REPORT_SUBJECTS, invalid), id: z.string(invalid).max(80) }),
  reason: z.enum(ALL_REPORT_REASONS, code('reason_required')),
  text: text(REPORT_LENGTH_MIN, REPORT_LENGTH_MAX, 'text_too_short', 'invalid_input'),
})
export type ReportDraft = z.infer<typeof ReportDraft>

/**
 * Reports something to the operators; no conversation is needed. What the caller has reported already answers
 * 'report_open', and the text is added. rule: reports
 */
export const report = endpoint({
  method: 'POST',
  path: '/api/reports',
  offersChallenge: true,
  summary: 'Report a person, a review, a message, a photo or a booking to Lustra',
  caller: { role: 'user' },
  whileSuspended: 'allowed',
  body: ReportDraft,
  idempotent: true,
  answer: z.object({ report: z.object({ number: z.string(), state: z.literal('open') }) }),
  refusals: ['not_found', 'report_open', 'too_many_requests'],
})

/** A report of the caller. `number` is that of its case; `reason` is null where it is the words of the report alone. */
const OwnReport = z.object({
  id: z.string(),
  number: z.string(),
  about: z.object({ kind: z.enum(REPORT_SUBJECTS), name: z.string() }),
  reason: z.enum(ALL_REPORT_REASONS).nullable(),
  at: Instant,
  state: z.enum(REPORT_STATES),
})
export type OwnReport = z.infer<typeof OwnReport>

/** Newest first, 50 a page. rule: reports */
export const ownReports = endpoint({
  method: 'GET',
  path: '/api/users/{id}/reports',
  summary: 'What I reported, and what became of it',
  caller: { role: 'user' },
  self: { in: 'params', field: 'id' },
  whileSuspended: 'allowed',
  params: z.object({ id: z.string() }),
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,15}$/, invalid)
      .optional(),
  }),
  answer: z.object({ reports: z.array(OwnReport), has_more: z.boolean() }),
})
