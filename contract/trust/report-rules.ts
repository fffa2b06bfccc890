import { REVIEW_REPORT_REASONS } from '../market/review-rules.ts'

/** The kinds of subjects that can be reported. rule: reports */
export const REPORT_SUBJECTS = ['person', 'review', 'message', 'photo', 'booking'] as const
export type ReportSubject = (typeof REPORT_SUBJECTS)[number]

/** Why a person, a message or a booking can be reported. 'safety' is urgent. */
const REPORT_REASONS = [
  'spam',
  'harassment',
  'safety',
  'no_show',
  'payment',
  'fake',
  'discrimination',
  'other',
] as const

export const ALL_REPORT_REASONS = [...REVIEW_REPORT_REASONS, ...REPORT_REASONS] as const
export type ReportReason = (typeof ALL_REPORT_REASONS)[number]

/** The reasons that a subject can have. rule: reports */
export function reportReasonsOf(kind: ReportSubject): readonly ReportReason[] {
  return kind === 'review' || kind === 'photo' ? REVIEW_REPORT_REASONS : REPORT_REASONS
}

/** The shortest and longest text of a report, in characters. */
export const REPORT_LENGTH_MIN = 10
export const REPORT_LENGTH_MAX = 2000

/** How far a report is: nobody has decided, something was done, or nothing had to be done. */
export const REPORT_STATES = ['open', 'acted', 'no_breach'] as const
