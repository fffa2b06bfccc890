/** Limits of the contact form, without zod. rule: contact-page */

export const SUPPORT_TOPICS = [
  'account',
  'booking',
  'payment',
  'safety',
  'verification',
  'lost_second_factor',
  'privacy',
  'other',
] as const
export type SupportTopic = (typeof SUPPORT_TOPICS)[number]

/** First name, space, last name. */
export const SUPPORT_NAME_LENGTH_MAX = 161
export const SUPPORT_TEXT_LENGTH_MIN = 20
export const SUPPORT_TEXT_LENGTH_MAX = 4000
/** The longest message that follows the first one, in characters. */
export const SUPPORT_POST_LENGTH_MAX = 4000
/** How long the link of a letter works. */
export const SUPPORT_LINK_DAYS = 90
