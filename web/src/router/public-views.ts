/**
 * The views, besides home, that the server renders with their data and that search engines may index. They share one
 * chunk of code (vite.config.ts). rule: indexable-pages
 */
export const PUBLIC_VIEWS: readonly string[] = [
  'search-results',
  'public-profile',
  'cities',
  'state',
  'city',
  'documents',
]

/** The screens that people open most after signing in. Their code is in the chunk that they share (vite.config.ts). */
export const FIRST_SIGNED_IN_VIEWS: readonly string[] = [
  'marketplace',
  'professional-dashboard',
  'messages',
  'bookings',
  'profile-form',
]
