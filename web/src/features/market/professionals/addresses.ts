import type { PublicProfessional } from '#contract/market/professionals.ts'
import type { ServiceType } from '#contract/product.ts'
import { safeNext, withNext } from '#web/session/next-path.ts'

type ProfessionalIds = Pick<PublicProfessional, 'user_id' | 'slug'>

/** The dialog that an address opens on a profile. */
export type Intent = 'book' | 'contact'

/** The public address of a profile, e.g. '/professional/ana-lima'. rule: profile-addresses */
export function publicAddress(slug: string): string {
  return `/professional/${slug}`
}

/**
 * The address of a profile: by id for signed-in people, the public address for visitors. `search` is the query of the
 * search that found it. rule: profile-addresses, profile-content
 */
export function profileAddress(
  { user_id, slug }: ProfessionalIds,
  { signedIn, search = '' }: { signedIn: boolean; search?: string },
): string {
  return withQuery(signedIn ? `/professionals/${user_id}` : publicAddress(slug), search)
}

/**
 * The address of a profile with a dialog opened. Visitors go to the root of the site and sign up first.
 * rule: profile-booking
 */
export function intentAddress(
  professional: ProfessionalIds,
  intent: Intent,
  { signedIn, search = '' }: { signedIn: boolean; search?: string },
): string {
  const query = new URLSearchParams(search)
  query.set(intent, '1')
  const address = profileAddress(professional, { signedIn: true, search: query.toString() })
  return signedIn ? address : withNext('/', address)
}

/** The address that opens a dialog on the current profile at `path`. */
export function addressWithDialog(path: string, intent: Intent, search: string): string {
  const query = new URLSearchParams(search)
  query.set(intent, '1')
  return `${path}?${query}`
}

/** The query of a search, with the free time at which the booking dialog of the profile opens. rule: search-by-time */
export function withFreeTime(search: string, free: { booking_time: string } | undefined): string {
  if (!free) return search
  const query = new URLSearchParams(search)
  query.set('free', free.booking_time)
  return query.toString()
}

/** The profile that `next` opens with its booking dialog, if it does. */
export function askedProfile(
  next: string | null,
): { userId: string; search: URLSearchParams } | undefined {
  const [path = '', query] = (safeNext(next) ?? '').split('?')
  const search = new URLSearchParams(query)
  const [, userId] = /^\/professionals\/([\w-]+)$/.exec(path) ?? []
  return userId && search.has('book') ? { userId, search } : undefined
}

/** A visit that was chosen on a profile. Date and time are those of the home. rule: profile-times */
export type VisitChoice = { date: string; time: string; hours: number; service: ServiceType }

/** The query of a profile with the chosen visit, with which the booking dialog opens. rule: profile-times */
export function withChoice(search: string, choice: VisitChoice | undefined): string {
  if (!choice) return search
  const query = new URLSearchParams(search)
  for (const name of ['time', 'part', 'availability']) query.delete(name)
  query.set('service_type', choice.service)
  query.set('date', choice.date)
  query.set('free', choice.time)
  query.set('hours', String(choice.hours))
  return query.toString()
}

/** The query of the search in a profile's address, without the opened dialog. */
export function searchQueryOf(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('book')
  query.delete('contact')
  return query.toString()
}

function withQuery(path: string, query: string): string {
  return query ? `${path}?${query}` : path
}
