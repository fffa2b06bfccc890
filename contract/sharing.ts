import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** rule: robots */
export const robots = endpoint({
  method: 'GET',
  path: '/api/robots.txt',
  feature: 'sharing',
  summary: 'What crawlers may read',
  caller: { role: 'anyone' },
  answer: z.string(),
  answerType: 'text/plain',
  refusals: [],
})

/**
 * Home, cities and the profiles of listed professionals. More addresses than a sitemap may hold make it an index of
 * parts; a part begins with the path `from`. rule: sitemap
 */
export const sitemap = endpoint({
  method: 'GET',
  path: '/api/sitemap.xml',
  feature: 'sharing',
  summary: 'The public pages',
  caller: { role: 'anyone' },
  query: z.object({ from: z.string().max(200).optional() }),
  answer: z.string(),
  answerType: 'application/xml',
  refusals: ['invalid_input'],
})

const sharePicture = {
  method: 'GET',
  feature: 'sharing',
  caller: { role: 'anyone' },
  query: z.object({ lang: z.string().max(10).optional() }),
  answer: z.string(),
  answerType: 'image/jpeg',
} as const

/** The picture that other sites show beside a link to a profile. rule: share-picture */
export const sharePictureOfProfessional = endpoint({
  ...sharePicture,
  path: '/professional/{slug}/share.jpg',
  summary: 'The drawn picture of a public profile, 1200 × 630',
  params: z.object({ slug: z.string().max(200) }),
  refusals: ['professional_not_found'],
})

/** The picture that other sites show beside a link to a city's page. rule: share-picture */
export const sharePictureOfCity = endpoint({
  ...sharePicture,
  path: '/house-cleaning/{state}/{city}/share.jpg',
  summary: 'The drawn picture of a city, 1200 × 630',
  params: z.object({ state: z.string().max(100), city: z.string().max(100) }),
  refusals: ['not_found'],
})

/**
 * Only for a listed professional. `share_text` ends with the address and is in the language of Accept-Language.
 * rule: share-link, share-text
 */
export const shareLink = endpoint({
  method: 'GET',
  path: '/api/professional/share-link/{id}',
  feature: 'sharing',
  summary: 'The address of my public profile, ready to be shared',
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
  refusals: ['not_signed_in', 'not_yours', 'activate_to_share'],
})
