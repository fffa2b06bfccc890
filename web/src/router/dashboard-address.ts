/** The dialogs of the dashboard, as its address names them: `/dashboard?open=…`. */
const OPENABLE = [
  'bookings',
  'calendar-feed',
  'cancel-subscription',
  'dispute',
  'identity',
  'insurance',
  'profile',
  'share',
  'verify',
] as const
export type Openable = (typeof OPENABLE)[number]

/** The parts of the dashboard, which are tabs on a phone: `/dashboard?tab=…`. rule: dashboard */
export const DASHBOARD_TABS = ['today', 'bookings', 'profile', 'reviews'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** The tab from which a dialog is opened. */
const TAB_OF: Partial<Record<Openable, DashboardTab>> = {
  bookings: 'bookings',
  identity: 'profile',
  insurance: 'profile',
  profile: 'profile',
}

/** The address of the dashboard, with one of its dialogs open or without. */
export function dashboardAddress(open?: Openable): string {
  return open ? `/dashboard?open=${open}` : '/dashboard'
}

/** The address of a tab of the dashboard. */
export function dashboardTabAddress(tab: DashboardTab): string {
  return tab === 'today' ? '/dashboard' : `/dashboard?tab=${tab}`
}

/** The tab that the address shows, also behind a dialog. */
export function dashboardTabIn(search: URLSearchParams): DashboardTab {
  const open = openIn(search)
  return (
    DASHBOARD_TABS.find((known) => known === search.get('tab')) ?? (open && TAB_OF[open]) ?? 'today'
  )
}

/** The dialog that the address opens. */
export function openIn(search: URLSearchParams): Openable | undefined {
  return OPENABLE.find((known) => known === search.get('open'))
}

/** The path of the screen of the working hours. */
export const WORKING_HOURS = '/dashboard/time'

/** The path of the screen of the own offer. */
export const OWN_OFFER = '/dashboard/offer'

/** The path of the receipts of a year. */
export const RECEIPTS = '/dashboard/receipts'

/** The path of the form for the own profile. */
export const PROFILE_FORM = '/dashboard/profile'
