import { SOCIAL_MEDIA_URL_LENGTH_MAX } from './product.ts'

/** Where a professional may be found besides us (professional spec 5): each network's host and what follows it. */
const NETWORKS: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/^instagram\.com$/, /^\/[\w.]+(\/|$)/],
  [/^tiktok\.com$/, /^\/@[\w.-]+(\/|$)/],
  [/^linkedin\.com$/, /^\/in\/[^/]+(\/|$)/],
  [/^facebook\.com$/, /^\/[^/]+/],
  [/^(twitter|x)\.com$/, /^\/\w+(\/|$)/],
]
// 'www.', the phone's 'm.', a language's 'pt-br.'
const FORE_NAME = /^(www|m|mobile|web|[a-z]{2}(-[a-z]{2})?)\./

/** The address as it is kept, with its scheme ('instagram.com/ana' is enough to type); undefined where it is none of the five networks'. */
export function socialAddress(typed: string): string | undefined {
  const text = typed.trim()
  const whole = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (/\s/.test(text) || whole.length > SOCIAL_MEDIA_URL_LENGTH_MAX) return undefined
  if (!URL.canParse(whole)) return undefined
  const { hostname, pathname, username, port } = new URL(whole)
  const host = hostname.replace(FORE_NAME, '')
  const known = NETWORKS.some(([name, path]) => name.test(host) && path.test(pathname))
  return known && !username && !port ? whole : undefined
}
