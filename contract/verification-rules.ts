/** What is verified, and why it may be rejected, without zod. rule: rejection-notice */

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

/** From the notice to the rejection. */
export const NOTICE_DAYS = 7
export const DISPUTE_LENGTH_MIN = 20
export const DISPUTE_LENGTH_MAX = 4000

/** How long a badge counts from its check. */
export const BADGE_MONTHS = 12
/** So many days before the end the professional can renew it. */
export const BADGE_RENEWAL_DAYS = 60
/** So many days before the end a letter says so. */
export const BADGE_LETTER_DAYS = [30, 7] as const
