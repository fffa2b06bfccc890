/** The dialogs of the dashboard, as its address names them: `/dashboard?open=…`. */
const OPENABLE = [
  'bookings',
  'calendar-feed',
  'cancel-subscription',
  'profile',
  'share',
  'verify',
] as const
export type Openable = (typeof OPENABLE)[number]

/** The address of the dashboard, with one of its dialogs open or without. */
export function dashboardAddress(open?: Openable): string {
  return open ? `/dashboard?open=${open}` : '/dashboard'
}

/** The dialog that the address opens. */
export function openIn(search: URLSearchParams): Openable | undefined {
  return OPENABLE.find((known) => known === search.get('open'))
}

/** The path of the form for the own profile. */
export const PROFILE_FORM = '/dashboard/profile'
