import { REVIEW_REPORT_REASONS } from '../market/review-rules.ts'

/** The reasons of which an operator gives one, by the action. rule: actions */
export const ACTION_REASONS = {
  suspend: ['fraud', 'fake_account', 'harassment', 'safety', 'repeated', 'legal'],
  restore: ['appeal', 'mistake', 'time_served', 'cleared'],
  'end-sessions': ['takeover', 'asked', 'safety'],
  'remove-second-factor': ['identity_proved'],
  message: ['answer', 'information', 'warning'],
  credits: ['goodwill', 'lead_fake', 'fault', 'by_mistake'],
  refund: ['by_mistake', 'not_delivered', 'twice', 'goodwill'],
  hide: [...REVIEW_REPORT_REASONS, 'photo'],
  show: ['appeal', 'mistake', 'cleared'],
  approve: ['records_clear', 'documents_seen'],
  notice: [
    'record_found',
    'number_mismatch',
    'document_unreadable',
    'document_false',
    'references',
  ],
  withdraw: ['false_document', 'mistake', 'cleared'],
  decide: ['evidence', 'no_answer', 'agreed'],
  retry: ['fault_mended', 'obsolete'],
  discard: ['fault_mended', 'obsolete'],
  claims: ['unproved', 'proved', 'legal'],
  view: ['asked', 'investigation'],
  open: ['safety', 'fraud', 'legal'],
} as const satisfies Record<string, readonly string[]>
export type ActionName = keyof typeof ACTION_REASONS

/** The shortest and longest text to the person, in characters, and the longest note for operators. */
export const ACTION_TEXT_MIN = 10
export const ACTION_TEXT_MAX = 2000
export const ACTION_NOTE_MAX = 2000
/** Why a conversation is opened needs more words. rule: opened-conversations */
export const OPENING_TEXT_MIN = 40

/**
 * The shortest and longest text of an appeal, in characters; days after the decision in which one can be sent.
 * rule: appeals
 */
export const APPEAL_TEXT_MIN = 20
export const APPEAL_TEXT_MAX = 4000
export const APPEAL_DAYS = 30
