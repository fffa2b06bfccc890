/** The numbers of a day, without zod. rule: marketplace-health */
export const HEALTH_MEASURES = [
  'searches',
  'searches_without_result',
  'profile_views',
  'requests',
  'accepted',
  'completed',
] as const
