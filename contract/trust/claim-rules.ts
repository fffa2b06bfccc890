/** The sentences that advertise the product, without zod. rule: claims */
export const CLAIMS = [
  'more_bookings',
  'saving_75',
  'responds_2h',
  'free_leads_5',
  'monthly_leads_2',
  'estimated_earnings',
  'instant_booking',
  'background_checked',
  'secure_payments',
] as const
export type ClaimId = (typeof CLAIMS)[number]

/** The fewest cases from which a number counts as measured. */
export const CLAIM_SAMPLE_MIN = 30
