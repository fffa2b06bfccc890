import { ConnectionLost } from '#web/api/client.ts'
import { retryImport } from '#web/loading/retry-import.ts'
import { withStatus } from '#web/loading/promise-status.ts'
import type { Guard } from '#web/session/guard.ts'
import { OWN_PAGE } from './own-page-address.ts'
import { PUBLIC_VIEWS } from './public-views.ts'
import { registeredViews } from './view.ts'
import type { View } from './view.ts'

export type ViewEntry = {
  name: string
  /** Its file in `web/src/views`, without the extension. */
  file: string
  /** The paths of the view; ':name' stands for a part that varies. */
  paths: readonly string[]
  guard: Guard
  /**
   * The server renders the view with its data, the same for everybody. A view behind a login arrives with the data of
   * its user if it has `load`. Other views arrive as the shell with a skeleton.
   */
  ssr: boolean
  /** Imports the view's file, which registers the view by `defineView`. */
  load: () => Promise<unknown>
}

/** All views. */
export const VIEWS: readonly ViewEntry[] = [
  view('market/home', ['/'], 'visitor', () => import('#web/views/market/home.tsx')),
  view(
    'market/search-results',
    ['/search'],
    'anyone',
    () => import('#web/views/market/search-results.tsx'),
  ),
  view(
    'market/professional-profile',
    ['/professionals/:userId'],
    'anyone',
    () => import('#web/views/market/professional-profile.tsx'),
  ),
  view(
    'market/public-profile',
    ['/professional/:slug', '/profile/:slug'],
    'anyone',
    () => import('#web/views/market/public-profile.tsx'),
  ),
  view(
    'market/cities',
    ['/house-cleaning'],
    'anyone',
    () => import('#web/views/market/cities.tsx'),
  ),
  view(
    'market/state',
    ['/house-cleaning/:state'],
    'anyone',
    () => import('#web/views/market/state.tsx'),
  ),
  view(
    'market/city',
    ['/house-cleaning/:state/:city'],
    'anyone',
    () => import('#web/views/market/city.tsx'),
  ),
  view(
    'market/documents',
    ['/terms', '/privacy', '/help', '/help/:topic'],
    'anyone',
    () => import('#web/views/market/documents.tsx'),
  ),
  view('talk/contact', ['/contact'], 'anyone', () => import('#web/views/talk/contact.tsx')),
  view(
    'talk/support-thread',
    ['/support', '/support/:token'],
    'anyone',
    () => import('#web/views/talk/support-thread.tsx'),
  ),
  view(
    'trust/reference',
    ['/reference', '/reference/:token'],
    'anyone',
    () => import('#web/views/trust/reference.tsx'),
  ),
  view('people/login', ['/login'], 'visitor', () => import('#web/views/people/login.tsx')),
  view('people/register', ['/register'], 'visitor', () => import('#web/views/people/register.tsx')),
  view(
    'people/forgot-password',
    ['/forgot-password'],
    'anyone',
    () => import('#web/views/people/forgot-password.tsx'),
  ),
  view(
    'people/reset-password',
    ['/reset-password', '/reset-password/:token'],
    'anyone',
    () => import('#web/views/people/reset-password.tsx'),
  ),
  view(
    'people/not-me',
    ['/not-me', '/not-me/:token'],
    'anyone',
    () => import('#web/views/people/not-me.tsx'),
  ),
  view(
    'people/verify-email',
    ['/verify-email', '/verify-email/:token'],
    'anyone',
    () => import('#web/views/people/verify-email.tsx'),
  ),
  view(
    'market/marketplace',
    ['/marketplace'],
    'client',
    () => import('#web/views/market/marketplace.tsx'),
  ),
  view(
    'bookings/professional-dashboard',
    ['/dashboard'],
    'professional',
    () => import('#web/views/bookings/professional-dashboard.tsx'),
  ),
  view(
    'market/profile-form',
    ['/dashboard/profile'],
    'professional',
    () => import('#web/views/market/profile-form.tsx'),
  ),
  view(
    'calendar/time',
    ['/dashboard/time'],
    'professional',
    () => import('#web/views/calendar/time.tsx'),
  ),
  view(
    'market/offer',
    ['/dashboard/offer'],
    'professional',
    () => import('#web/views/market/offer.tsx'),
  ),
  view(
    'calendar/week',
    ['/dashboard/week'],
    'professional',
    () => import('#web/views/calendar/week.tsx'),
  ),
  // After the other parts of the dashboard, because a path belongs to the first view that has it.
  view(
    'money/billing',
    ['/dashboard/:list'],
    'professional',
    () => import('#web/views/money/billing.tsx'),
  ),
  view(
    'money/invoice',
    ['/invoices/:id'],
    'professional',
    () => import('#web/views/money/invoice.tsx'),
  ),
  view(
    'money/payment-success',
    ['/payment-success'],
    'professional',
    () => import('#web/views/money/payment-success.tsx'),
  ),
  view(
    'money/simulated-checkout',
    ['/simulated-checkout/:session'],
    'professional',
    () => import('#web/views/money/simulated-checkout.tsx'),
  ),
  view(
    'talk/messages',
    ['/messages', '/messages/:otherUserId'],
    'user',
    () => import('#web/views/talk/messages.tsx'),
  ),
  view(
    'bookings/bookings',
    ['/bookings'],
    'client',
    () => import('#web/views/bookings/bookings.tsx'),
  ),
  view(
    'market/homes',
    ['/homes', '/homes/:id'],
    'client',
    () => import('#web/views/market/homes.tsx'),
  ),
  view(
    'visits/visits',
    // '/bookings/:id' is in letters, notices and calendars of earlier versions.
    ['/visits/:id', '/bookings/:id', '/bookings/:id/:paper'],
    'user',
    () => import('#web/views/visits/visits.tsx'),
  ),
  view(
    'account/settings',
    ['/settings', '/settings/:page'],
    'user',
    () => import('#web/views/account/settings.tsx'),
  ),
  view('account/you', [OWN_PAGE], 'user', () => import('#web/views/account/you.tsx')),
  view('trust/decisions', ['/decisions'], 'user', () => import('#web/views/trust/decisions.tsx')),
  view(
    'talk/answer-request',
    ['/answer', '/answer/:token'],
    'anyone',
    () => import('#web/views/talk/answer-request.tsx'),
  ),
  view(
    'talk/answer-visit',
    ['/visit', '/visit/:token', '/safety/:id'],
    'anyone',
    () => import('#web/views/talk/answer-visit.tsx'),
  ),
  view(
    'talk/unsubscribe',
    ['/unsubscribe', '/unsubscribe/:token'],
    'anyone',
    () => import('#web/views/talk/unsubscribe.tsx'),
  ),
  view(
    'bookings/series',
    ['/regular-visits', '/regular-visits/:id'],
    'user',
    () => import('#web/views/bookings/series.tsx'),
  ),
]

export const NOT_FOUND: ViewEntry = view(
  'not-found',
  [],
  'anyone',
  () => import('#web/views/not-found.tsx'),
)

function view(
  file: string,
  paths: readonly string[],
  guard: Guard,
  load: ViewEntry['load'],
): ViewEntry {
  const name = file.slice(file.lastIndexOf('/') + 1)
  const ssr = name === 'home' || name === 'not-found' || PUBLIC_VIEWS.includes(file)
  return { name, file, paths, guard, ssr, load }
}

/** `params` has the varying parts, and as `pattern` the one of the view's paths that matched. */
export type ViewMatch = { entry: ViewEntry; params: Record<string, string> }

/** The view at a path, with the varying parts of the path decoded; NOT_FOUND if there is none. */
export function matchView(path: string): ViewMatch {
  for (const entry of VIEWS) {
    for (const pattern of entry.paths) {
      const params = match(pattern, path)
      if (params) return { entry, params }
    }
  }
  return { entry: NOT_FOUND, params: {} }
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const patternParts = pattern.split('/')
  const pathParts = (path.length > 1 ? path.replace(/\/$/, '') : path).split('/')
  if (patternParts.length !== pathParts.length) return undefined
  const params: Record<string, string> = { pattern }
  for (const [index, part] of patternParts.entries()) {
    const value = pathParts[index] ?? ''
    if (!part.startsWith(':')) {
      if (part !== value) return undefined
    } else {
      const decoded = decode(value)
      if (!decoded) return undefined
      params[part.slice(1)] = decoded
    }
  }
  return params
}

/** Decodes a part of a path. Undefined also for '.' and '..', which would turn the path of a call into another one. */
function decode(value: string): string | undefined {
  try {
    const decoded = decodeURIComponent(value)
    return /^\.\.?$/.test(decoded) ? undefined : decoded
  } catch {
    return undefined
  }
}

const loading = new Map<ViewEntry, Promise<View>>()

/** Loads the code of a view, once. A load that failed with `ConnectionLost` is repeated by the next call. */
export function loadView(entry: ViewEntry): Promise<View> {
  const started = loading.get(entry)
  if (started) return started
  const load = withStatus(
    entry.load().then(
      // Each view file registers its view under this name; the tests load all of them.
      () => registeredViews.get(entry.name) as View,
      (error: unknown) => {
        loading.delete(entry)
        entry.load = retryImport(entry.load, error)
        throw new ConnectionLost('A view could not be loaded', { cause: error })
      },
    ),
  )
  loading.set(entry, load)
  return load
}

/** The view, if its code is loaded. */
export function loadedView(entry: ViewEntry): View | undefined {
  return registeredViews.get(entry.name)
}
