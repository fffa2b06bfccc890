import type { Role } from '#contract/product.ts'

/** Each booking event and the sides that are notified of it. rule: notice-kinds */
export const BOOKING_RECIPIENTS = {
  requested: ['professional'],
  accepted: ['client'],
  instant: ['professional'],
  declined: ['client'],
  cancelled: ['client', 'professional'],
  expired: ['client', 'professional'],
  completed: ['client', 'professional'],
  proposed: ['client', 'professional'],
  moved: ['client', 'professional'],
  proposal_declined: ['client', 'professional'],
  proposal_expired: ['client', 'professional'],
  absence: ['client'],
  series_started: ['client', 'professional'],
  series_changed: ['client', 'professional'],
  series_ended: ['client', 'professional'],
  series_proposed: ['client', 'professional'],
  visit_skipped: ['client', 'professional'],
  visit_conflict: ['client', 'professional'],
} as const satisfies Record<string, readonly Role[]>

export type BookingEvent = keyof typeof BOOKING_RECIPIENTS
