import type { User } from '#contract/identity.ts'
import { landingPath, safeNext, withNext } from './next-path.ts'
import type { ViewEntry } from '#web/router/views.ts'

/** Where somebody has to go instead of here, if anywhere. `url` is path and query; `user` is null for visitors. */
export function redirectFor(entry: ViewEntry, url: string, user: User | null): string | undefined {
  const search = new URLSearchParams(url.split('?')[1] ?? '')
  const next = safeNext(search.get('next'))
  if (entry.guard === 'visitor') {
    if (user) return next ?? landingPath(user.role)
    // 'Sign up' links lead to the site's root (client spec 2.8).
    return entry.name === 'home' && next ? withNext('/register', next) : undefined
  }
  if (entry.guard === 'anyone') return undefined
  if (!user) return withNext('/login', url)
  return entry.guard === 'user' || user.role === entry.guard ? undefined : landingPath(user.role)
}
