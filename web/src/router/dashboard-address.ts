/** What opens above the dashboard; the address keeps it. */
const OPENABLE = [
  'bookings',
  'calendar-feed',
  'cancel-subscription',
  'profile',
  'share',
  'verify',
] as const
export type Openable = (typeof OPENABLE)[number]

/** The dashboard's address, with something opened on it or without. */
export function dashboardAddress(open?: Openable): string {
  return open ? `/dashboard?open=${open}` : '/dashboard'
}

/** What an address asks to be opened. */
export function openIn(search: URLSearchParams): Openable | undefined {
  return OPENABLE.find((known) => known === search.get('open'))
}

/** Where the profile is written and edited (professional spec 2.1). */
export const PROFILE_FORM = '/dashboard/profile'
