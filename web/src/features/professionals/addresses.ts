import type { PublicProfessional } from '#contract/professionals.ts'
import { withNext } from '#web/session/next-path.ts'

type Someone = Pick<PublicProfessional, 'user_id' | 'slug'>

/** What is asked for on a profile: her booking request, or how to write to her. */
export type Intent = 'book' | 'contact'

/** Where everybody finds a profile, e.g. '/professional/ana-lima'. */
export function publicAddress(slug: string): string {
  return `/professional/${slug}`
}

/**
 * Where a profile is: by id for those signed in, by its public address for visitors. `search` is the search it was found by,
 * which the way back needs (client spec 2.8).
 */
export function profileAddress(
  { user_id, slug }: Someone,
  { signedIn, search = '' }: { signedIn: boolean; search?: string },
): string {
  return withQuery(signedIn ? `/professionals/${user_id}` : publicAddress(slug), search)
}

/** The profile with something opened on it; visitors sign up first, at the site's root (decision 3). */
export function intentAddress(
  someone: Someone,
  intent: Intent,
  { signedIn, search = '' }: { signedIn: boolean; search?: string },
): string {
  const query = new URLSearchParams(search)
  query.set(intent, '1')
  const address = profileAddress(someone, { signedIn: true, search: query.toString() })
  return signedIn ? address : withNext('/', address)
}

/** The profile one is on, at `path`, with something opened on it: once that is closed one is where one was. */
export function openedHere(path: string, intent: Intent, search: string): string {
  const query = new URLSearchParams(search)
  query.set(intent, '1')
  return `${path}?${query}`
}

/** The search that a profile's address carries, without what is opened on it. */
export function searchBehind(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('book')
  query.delete('contact')
  return query.toString()
}

function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path
}
