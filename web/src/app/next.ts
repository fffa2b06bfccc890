import type { Role } from '#contract/product.ts'

const HERE = 'https://here.invalid'

/** Where to land afterwards, if it is an address of ours: a single '/' first, and nothing that a browser reads as another site. */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || next.startsWith('//')) return undefined
  return URL.canParse(next, HERE) && new URL(next, HERE).origin === HERE ? next : undefined
}

/** The first screen of a role (client spec 2.1). */
export function landing(role: Role): string {
  return role === 'client' ? '/marketplace' : '/dashboard'
}

/** `path` with the way back attached, e.g. '/login?next=%2Fbookings'. */
export function withNext(path: string, next: string): string {
  return safeNext(next) ? `${path}?next=${encodeURIComponent(next)}` : path
}
