/**
 * The views, besides home, that the server renders with their data and that search engines may index. They share one
 * chunk of code (vite.config.ts). rule: indexable-pages
 */
export const PUBLIC_VIEWS: readonly string[] = [
  'market/search-results',
  'market/public-profile',
  'market/cities',
  'market/state',
  'market/city',
  'market/documents',
]

/** The screens that people open most after signing in. Their code is in the chunk that they share (vite.config.ts). */
export const FIRST_SIGNED_IN_VIEWS: readonly string[] = [
  'market/marketplace',
  'bookings/professional-dashboard',
  'talk/messages',
  'bookings/bookings',
  'market/profile-form',
]
