import { SOCIAL_MEDIA_URL_LENGTH_MAX } from './product.ts'

/**
 * The social networks that a profile may link to: the host, and the path of a person's page. rule: social-media-address
 */
const NETWORKS: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/^instagram\.com$/, /^\/[\w.]+(\/|$)/],
  [/^tiktok\.com$/, /^\/@[\w.-]+(\/|$)/],
  [/^linkedin\.com$/, /^\/in\/[^/]+(\/|$)/],
  [/^facebook\.com$/, /^\/[^/]+/],
  [/^(twitter|x)\.com$/, /^\/\w+(\/|$)/],
]
// 'www.', the mobile site's 'm.', a language's 'pt-br.'
const SUBDOMAIN = /^(www|m|mobile|web|[a-z]{2}(-[a-z]{2})?)\./

/** The address with its scheme, or undefined if it belongs to none of the networks. rule: social-address */
export function socialAddress(typed: string): string | undefined {
  const text = typed.trim()
  const fullAddress = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (/\s/.test(text) || fullAddress.length > SOCIAL_MEDIA_URL_LENGTH_MAX) return undefined
  if (!URL.canParse(fullAddress)) return undefined
  const { hostname, pathname, username, port } = new URL(fullAddress)
  const host = hostname.replace(SUBDOMAIN, '')
  const known = NETWORKS.some(([name, path]) => name.test(host) && path.test(pathname))
  return known && !username && !port ? fullAddress : undefined
}
