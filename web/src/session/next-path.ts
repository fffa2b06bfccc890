import type { Role } from '#contract/product.ts'

const HERE = 'https://here.invalid'

/**
 * Where to land afterwards, if it is an address of ours: a single '/' first, and nothing that a browser reads as another site.
 * Comes back as a browser writes it, so that it fits into a Location header whatever its letters.
 */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(next, HERE)
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : undefined
}

/** The first screen of a role (client spec 2.1). */
export function landingPath(role: Role): string {
  return role === 'client' ? '/marketplace' : '/dashboard'
}

/** `path` with the way back attached, e.g. '/login?next=%2Fbookings'. */
export function withNext(path: string, next: string): string {
  return safeNext(next) ? `${path}?next=${encodeURIComponent(next)}` : path
}
