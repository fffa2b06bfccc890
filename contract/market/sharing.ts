import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** rule: indexable-pages */
export const robots = endpoint({
  method: 'GET',
  path: '/api/robots.txt',
  summary: 'Which paths crawlers may read (robots.txt)',
  caller: { role: 'anyone' },
  answer: z.string(),
  answerType: 'text/plain',
})

/**
 * The URLs of the home page, the city pages and the profiles of listed professionals. If they are too many for one
 * sitemap, the answer is an index of parts. `from` is the first path of the requested part. rule: indexable-pages
 */
export const sitemap = endpoint({
  method: 'GET',
  path: '/api/sitemap.xml',
  summary: 'The URLs of the public pages (sitemap)',
  caller: { role: 'anyone' },
  query: z.object({ from: z.string().max(200).optional() }),
  answer: z.string(),
  answerType: 'application/xml',
})

const sharePicture = {
  method: 'GET',
  caller: { role: 'anyone' },
  query: z.object({ lang: z.string().max(10).optional() }),
  answer: z.string(),
  answerType: 'image/jpeg',
} as const

/** The picture that other sites show with a link to a profile (Open Graph image). rule: sharing */
export const sharePictureOfProfessional = endpoint({
  ...sharePicture,
  path: '/professional/{slug}/share.jpg',
  summary: 'The drawn picture of a public profile, 1200 × 630',
  params: z.object({ slug: z.string().max(200) }),
  refusals: ['professional_not_found'],
})

/** The picture that other sites show with a link to a city's page (Open Graph image). rule: sharing */
export const sharePictureOfCity = endpoint({
  ...sharePicture,
  path: '/house-cleaning/{state}/{city}/share.jpg',
  summary: 'The drawn picture of a city, 1200 × 630',
  params: z.object({ state: z.string().max(100), city: z.string().max(100) }),
  refusals: ['not_found'],
})

/**
 * Only for a listed professional. `share_text` is in the language of Accept-Language and ends with the URL.
 * rule: sharing
 */
export const shareLink = endpoint({
  method: 'GET',
  path: '/api/professional/share-link/{id}',
  summary: 'The URL of my public profile, with a text and links to share it',
  caller: { role: 'professional', roleRefusal: 'not_yours' },
  self: { in: 'params', field: 'id' },
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({
    share_url: z.url(),
    share_text: z.string(),
    social_links: z.object({
      facebook: z.url(),
      twitter: z.url(),
      linkedin: z.url(),
      whatsapp: z.url(),
    }),
  }),
  refusals: ['activate_to_share'],
})
