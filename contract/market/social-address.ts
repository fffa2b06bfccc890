import { SOCIAL_MEDIA_URL_LENGTH_MAX } from './profile-rules.ts'

/**
 * The social networks that a profile may link to: the host, and the path of a person's page. rule: profile-checks
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

/**
 * The address as every program reads it, over https; undefined if it belongs to none of the networks. A backslash is
 * refused: browsers and other programs disagree about the host before it. rule: profile-checks
 */
export function socialAddress(typed: string): string | undefined {
  const text = typed.trim()
  if (/[\s\\]/.test(text)) return undefined
  const url = URL.parse(`https://${text.replace(/^https?:\/\//i, '')}`)
  if (!url || url.href.length > SOCIAL_MEDIA_URL_LENGTH_MAX) return undefined
  const host = url.hostname.replace(SUBDOMAIN, '')
  const known = NETWORKS.some(([name, path]) => name.test(host) && path.test(url.pathname))
  return known && !url.username && !url.password && !url.port ? url.href : undefined
}
