import type { User } from '#contract/people/identity.ts'

const ORIGIN = 'https://lustra.invalid'

/**
 * Returns the value of `next` if it is a path of Lustra: it starts with one '/', and no browser reads it as another
 * site. Its characters are encoded for a Location header. rule: view-guards
 */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, ORIGIN)) return undefined
  const { origin, pathname, search, hash } = new URL(next, ORIGIN)
  return origin === ORIGIN && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** The first screen of a user. rule: view-guards, suspension */
export function landingPath({ role, suspended }: Pick<User, 'role' | 'suspended'>): string {
  if (suspended) return '/settings'
  return role === 'client' ? '/marketplace' : '/dashboard'
}

/** `path` with the address to return to, e.g. '/login?next=%2Fbookings'. */
export function withNext(path: string, next: string): string {
  return safeNext(next) ? `${path}?next=${encodeURIComponent(next)}` : path
}
