import type { RefusalCode } from '../refusals.ts'

/** Why the credit of a lead came back. rule: lead-returns */
export const RETURN_REASONS = ['cancelled_early', 'silent', 'no_word'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** The refusal that says why a lead is closed. Calls that refuse 'lead_locked' can refuse these. rule: lead-locked */
export const LEAD_CLOSED = {
  cancelled_early: 'lead_closed_cancelled',
  silent: 'lead_closed_silent',
  no_word: 'lead_closed_no_word',
} as const satisfies Record<ReturnReason, RefusalCode>
