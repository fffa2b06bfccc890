/** Limits of the contact form, without zod. rule: contact-page */

export const SUPPORT_TOPICS = [
  'account',
  'booking',
  'payment',
  'safety',
  'verification',
  'privacy',
  'other',
] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

/** First name, space, last name. */
export const SUPPORT_NAME_LENGTH_MAX = 161
export const SUPPORT_TEXT_LENGTH_MIN = 20
export const SUPPORT_TEXT_LENGTH_MAX = 4000
