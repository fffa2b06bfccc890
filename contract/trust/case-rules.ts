/** The cases that wait for an operator, without zod. rule: case-queues, case-states */

/** Every queue, and within how many hours one of its cases is due. */
export const CASE_DUE_HOURS = {
  verification: 72,
  reports: 24,
  visits: 48,
  reviews: 72,
  refunds: 24,
  jobs: 24,
  support: 48,
  appeals: 168,
} as const
export type CaseQueue = keyof typeof CASE_DUE_HOURS
export const CASE_QUEUES = Object.keys(CASE_DUE_HOURS) as [CaseQueue, ...CaseQueue[]]

/** An urgent case is due within so many hours. */
export const URGENT_DUE_HOURS = 4

/** The hours without an action of its holder after which a case is open again. */
export const CASE_HELD_HOURS = 4

export const CASE_STATES = ['open', 'claimed', 'resolved'] as const
export type CaseState = (typeof CASE_STATES)[number]

/** The days for which a resolved case can be opened again. */
export const CASE_REOPEN_DAYS = 30

/** The longest note, and the length of an operator's text with the outcome, in characters. */
export const CASE_NOTE_LENGTH_MAX = 4000
export const RESOLUTION_LENGTH = { min: 10, max: 2000 }

export const CASE_OUTCOMES = ['acted', 'no_breach', 'answered', 'duplicate', 'withdrawn'] as const
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

/** The kinds of subjects that a case can have. */
export const CASE_SUBJECTS = [
  'person',
  'review',
  'message',
  'photo',
  'booking',
  'problem',
  'verification',
  'payment',
  'approval',
  'job',
  'support',
  'decision',
  'conversation',
] as const
export type CaseSubject = (typeof CASE_SUBJECTS)[number]

/**
 * The codes of case titles, with the names of the values in the sentence. 'report_because' has a reason, 'report' none.
 */
export const CASE_TITLES = {
  check_waits: ['kind'],
  notice_disputed: ['kind'],
  report: ['subject'],
  report_because: ['subject', 'reason'],
  many_contacts: [],
  problem_disputed: ['kind'],
  reviews_of_one_source: [],
  own_review: [],
  reviews_without_visits: [],
  many_reviews: [],
  duplicate: [],
  suspended_device: [],
  refund_waits: [],
  credits_wait: ['amount'],
  refund_failed: ['payment'],
  job_failed: ['name'],
  support_message: ['topic'],
  appeal: ['action'],
  was_needed: [],
} as const satisfies Record<string, readonly string[]>
export type CaseTitleCode = keyof typeof CASE_TITLES
export const CASE_TITLE_CODES = Object.keys(CASE_TITLES) as [CaseTitleCode, ...CaseTitleCode[]]

type ParamsOf<Name extends string> = [Name] extends [never]
  ? { params?: never }
  : { params: Readonly<Record<Name, string | number>> }
export type CaseTitle = {
  [Code in CaseTitleCode]: { code: Code } & ParamsOf<(typeof CASE_TITLES)[Code][number]>
}[CaseTitleCode]
