import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { listedSql } from '../billing/subscription.ts'

/** What a sitemap may hold, by its protocol. */
const ADDRESSES_MAX = 50_000

/** Screens that belong to one person, and calls; pictures may be shown by search engines. */
const PRIVATE_PATHS = [
  '/api/',
  '/bookings',
  '/dashboard',
  '/forgot-password',
  '/marketplace',
  '/messages',
  '/payment-success',
  '/reset-password',
]

/** What crawlers may read. */
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

/** The home page and the profiles of listed professionals (decision 19), newest first. */
export async function sitemapText(db: Db, origin: string): Promise<string> {
  const { rows } = await sql<{ slug: string; changed: string }>`
    select slug, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as changed from professionals
    where ${sql.raw(listedSql('professionals.user_id'))}
    order by created_at desc, user_id limit ${ADDRESSES_MAX - 1}`.execute(db)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    `<url><loc>${origin}/</loc></url>`,
    ...rows.map(
      ({ slug, changed }) =>
        `<url><loc>${origin}/professional/${slug}</loc><lastmod>${changed}</lastmod></url>`,
    ),
    '</urlset>',
    '',
  ].join('\n')
}
