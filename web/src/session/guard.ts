import type { User } from '#contract/people/identity.ts'
import { landingPath, safeNext, withNext } from './next-path.ts'

/**
 * The readers who may open a view. 'visitor': only people who are not signed in; users are redirected to their first
 * page. 'user' (either role), 'client' and 'professional': visitors are redirected to the login page.
 */
export type Guard = 'anyone' | 'visitor' | 'user' | 'client' | 'professional'

/** Views with a login that stay open to a suspended user. The API decides which visits they see. rule: suspension */
const VIEWS_OF_SUSPENDED: ReadonlySet<string> = new Set([
  'settings',
  'you',
  'decisions',
  'bookings',
  'visits',
  'professional-dashboard',
])

/**
 * The path to which this reader is redirected from a view; undefined if they may stay. `url` is path and query; `user`
 * is null for visitors. rule: view-guards
 */
export function redirectFor(
  view: { name: string; guard: Guard },
  url: string,
  user: User | null,
): string | undefined {
  const search = new URLSearchParams(url.split('?')[1] ?? '')
  const next = safeNext(search.get('next'))
  if (view.guard === 'visitor') {
    if (user) return next ?? landingPath(user)
    // 'Sign up' links on other pages lead to '/?next=…'.
    return view.name === 'home' && next ? withNext('/register', next) : undefined
  }
  if (view.guard === 'anyone') return undefined
  if (!user) return withNext('/login', url)
  if (user.suspended && !VIEWS_OF_SUSPENDED.has(view.name)) return landingPath(user)
  return view.guard === 'user' || user.role === view.guard ? undefined : landingPath(user)
}
