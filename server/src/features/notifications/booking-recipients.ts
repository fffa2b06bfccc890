import type { Role } from '#contract/product.ts'

/** Each booking event and the sides that are notified of it. rule: notice-recipients */
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

/**
 * `name` is that of the other person. `hasReason`: the letter lists the reason of the other person. `when` depends on
 * the notice: the proposed time, the time of an instant booking, the date of a visit that an absence ended, or the
 * dates of a series.
 */
export type BookingText = (
  name: string,
  hasReason: boolean,
  when: string,
) => { title: string; sentence: string }

export type TextsOfBoth = Record<Role, BookingText>
export const toBoth = (text: BookingText): TextsOfBoth => ({ client: text, professional: text })
