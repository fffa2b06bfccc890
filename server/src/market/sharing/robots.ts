/** Personal screens, personal links and API calls. */
const PRIVATE_PATHS = [
  '/answer',
  '/visit',
  '/api/',
  '/bookings',
  '/dashboard',
  '/decisions',
  '/homes',
  '/invoices/',
  '/marketplace',
  '/messages',
  '/not-me',
  '/payment-success',
  '/reference',
  '/regular-visits',
  '/reset-password',
  '/safety/',
  '/settings',
  '/simulated-checkout/',
  '/support',
  '/unsubscribe',
  '/verify-email',
  '/you',
]

/**
 * The text of /robots.txt. Public screens that must not be indexed answer 'noindex' themselves.
 * rule: indexable-pages
 */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /api/uploads/',
    ...PRIVATE_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}
