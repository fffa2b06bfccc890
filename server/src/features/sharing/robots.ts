/** Screens that belong to one person, links that are one person's, and calls; pictures may be shown by search engines. */
const PRIVATE_PATHS = [
  '/answer/',
  '/api/',
  '/bookings',
  '/dashboard',
  '/invoices/',
  '/marketplace',
  '/messages',
  '/payment-success',
  '/reset-password/',
  '/settings',
  '/simulated-checkout/',
  '/unsubscribe/',
]

/** What crawlers may read. Screens for everybody that are not to be found say so themselves. */
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
