/** The kinds of checks and the reasons to reject one, in a file without zod. rule: rejection-notice */

export const VERIFICATION_KINDS = ['ssn', 'identity', 'insurance'] as const
export type VerificationKind = (typeof VERIFICATION_KINDS)[number]

export const NOTICE_REASONS = [
  'record_found',
  'number_mismatch',
  'document_unreadable',
  'document_false',
  'references',
] as const
export type NoticeReason = (typeof NOTICE_REASONS)[number]

/** The days from the notice to the rejection. */
export const NOTICE_DAYS = 7
export const DISPUTE_LENGTH_MIN = 20
export const DISPUTE_LENGTH_MAX = 4000

/** How long a badge counts from its check. */
export const BADGE_MONTHS = 12
/** The days before the end of a badge in which the professional can renew it. */
export const BADGE_RENEWAL_DAYS = 60
/** The days before the end of a badge on which a letter tells so. */
export const BADGE_LETTER_DAYS = [30, 7] as const

/** How a document is called that shows who somebody is. rule: identity-documents */
export const DOCUMENT_KINDS = [
  'passport',
  'state_id',
  'drivers_license',
  'consular_id',
  'foreign_id',
] as const

/** Photos of one document. rule: document-pages */
export const DOCUMENT_PAGES_MAX = 4
export const DOCUMENT_BYTES_MAX = 10_485_760

export const REFERENCE_NAME_LENGTH_MAX = 100
/** Days for which the link of a reference's letter works. rule: identity-documents */
export const REFERENCE_LINK_DAYS = 14
export const REFERENCE_ANSWER_LENGTH_MAX = 500
/** The five questions to a reference. rule: identity-documents */
export const REFERENCE_QUESTIONS = ['relation', 'since', 'work', 'trust', 'remarks'] as const
export type ReferenceQuestion = (typeof REFERENCE_QUESTIONS)[number]

/** rule: document-checks */
export const INSURER_LENGTH_MAX = 100
export const INSURED_DOLLARS_MAX = 1_000_000_000

/** The states that the dashboard shows for documents of a kind. rule: document-checks */
export const DOCUMENT_STATUSES = ['not_submitted', 'pending', 'verified', 'expired'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]
